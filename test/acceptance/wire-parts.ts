// The parts that answers on the wire are made of.
import { z } from "zod";

export const ms = z.int().min(0);
export const count = z.int().min(0);
export const displayDate = z
  .string()
  .regex(/^(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, [A-Z][a-z]+ \d{1,2}, \d{4}$/);
export const displayTime = z.string().regex(/^(1[0-2]|[1-9]):[0-5]\d (AM|PM)$/);
export const serviceDate = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
export const id = z.string().regex(/^[0-9a-f]{24}$/);
export const phone = z.string().regex(/^\+\d{7,15}$/);
export const status = z.enum([
  "booked",
  "pending",
  "arrived",
  "seated",
  "completed",
  "no_show",
  "cancelled",
]);
export const messageKind = z.enum([
  "confirmation",
  "update",
  "cancellation",
  "request_received",
  "offer",
  "offer_gone",
  "attendance_ask",
  "follow_up",
  "reminder",
  "reply",
  "staff",
]);
export const messageState = z.enum([
  "due",
  "sending",
  "accepted",
  "delivered",
  "failed",
  "unknown",
  "void",
  "expired",
  "held",
]);

export const alerts = z.array(
  z.strictObject({
    word: z.string().min(1),
    phrase: z.string().min(1),
    field: z.enum(["notes", "foodDrinkNotes", "seatingNotes"]),
  }),
);
