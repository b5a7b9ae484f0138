import { z } from "zod";
import { isLocalDate } from "./time.ts";

export const MAX_NOTE = 4000;
const LATEST = 8.64e15;

export const recordId = z
  .string()
  .regex(/^[0-9a-f]{24}$/, "must be 24 hexadecimal digits in lower case");
export const shortId = z.string().min(1).max(64);
export const slug = z.string().min(1).max(64);
export const word = z.string().min(1).max(200);
export const name = z.string().min(1).max(120);
export const instant = z.int().min(-LATEST).max(LATEST);
export const count = z.int().min(0);
export const size = z.int().min(1).max(100_000);
export const date = z.string().refine(isLocalDate, "must be an existing date such as 2026-11-20");
export const phone = z.string().regex(/^\+\d{4,15}$/, "must be a phone such as +12125550123");
/** Empty after the guest's data was cleared. */
export const phoneOrNone = z.union([phone, z.literal("")]);
export const note = z.string().max(MAX_NOTE);
