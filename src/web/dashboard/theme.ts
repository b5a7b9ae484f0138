import { parse } from "hono/utils/cookie";
import { timeOf } from "../../domain/time.ts";
import type { DeskVisit } from "./desk-visit.ts";

/** `auto`: dark from 5 PM to 6 AM; at other times, the device decides. */
export const LOOKS = ["auto", "light", "dark"] as const;
export type Look = (typeof LOOKS)[number];

const COOKIE = "maitred-look";
const BRAND_COOKIE = "maitred-brand";
const YEAR_S = 31_536_000;
const EVENING = { from: "17:00", until: "06:00" };

export function lookOf(request: Request): Look {
  const value = cookie(request, COOKIE);
  return LOOKS.find((look) => look === value) ?? "auto";
}

/** Undefined if the device decides. */
export function themeOf({ request, brand, now }: DeskVisit): "light" | "dark" | undefined {
  const look = lookOf(request);
  if (look !== "auto") return look;
  const time = timeOf(now, brand.settings.timeZone);
  return time >= EVENING.from || time < EVENING.until ? "dark" : undefined;
}

export const lastBrandOf = (request: Request): string | null => cookie(request, BRAND_COOKIE);

export const lookCookie = (look: Look): string => setCookie(COOKIE, look);
export const brandCookie = (slug: string): string => setCookie(BRAND_COOKIE, slug);

// These cookies hold no secret, so they are neither Secure nor signed.
const setCookie = (name: string, value: string): string =>
  `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${YEAR_S}`;

const cookie = (request: Request, name: string): string | null =>
  parse(request.headers.get("cookie") ?? "", name)[name] ?? null;
