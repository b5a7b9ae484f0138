import { DAY, HOUR, MINUTE } from "../../domain/time.ts";

const DEFAULT_MS = HOUR;
/** At least a minute, because one sign-in needs the same document several times. */
const LEAST_MS = MINUTE;
const MOST_MS = DAY;

/** Milliseconds for which a response may be reused (RFC 9111, section 4.2). Header names: lower case. */
export function freshFor(headers: Readonly<Record<string, string>>, now: number): number {
  return Math.floor(Math.min(Math.max(statedMs(headers, now), LEAST_MS), MOST_MS));
}

function statedMs(headers: Readonly<Record<string, string>>, now: number): number {
  const control = (headers["cache-control"] ?? "").toLowerCase();
  if (/\bno-(?:store|cache)\b/.test(control)) return 0;
  const age = /\bs-maxage="?(\d{1,10})/.exec(control) ?? /\bmax-age="?(\d{1,10})/.exec(control);
  if (age !== null) return (Number(age[1]) - Number(headers["age"] ?? 0)) * 1000 || 0;
  const expires = headers["expires"];
  if (expires === undefined) return DEFAULT_MS;
  const served = Date.parse(headers["date"] ?? "");
  // An invalid date in Expires counts as past (RFC 9111, section 5.3).
  return Date.parse(expires) - (Number.isNaN(served) ? now : served) || 0;
}
