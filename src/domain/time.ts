// The only file that converts between wall time and instants.
export {
  addDays,
  daysBetween,
  formatDate,
  formatTime,
  isLocalDate,
  isWallTime,
  WEEKDAYS,
  weekdayOf,
} from "./local-date.ts";
export { parseDate, parseTime, weekdayMismatch } from "./time-text.ts";

import { formatDate, formatShortDate, formatTime, minutesOf, wallTimeOf } from "./local-date.ts";
import { memoize } from "./memoize.ts";

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

// Temporal's limit, minus 4,000 days, so that a date up to 4,000 days later is still valid.
const FURTHEST = 8.64e15 - 4_000 * DAY;

/** When the clocks show a wall time, in epoch milliseconds. */
export type WallInstants =
  | { readonly kind: "one"; readonly at: number }
  /** The clocks skip this time. `before`: the last minute before the jump; `after`: the first one after it. */
  | { readonly kind: "gap"; readonly before: number; readonly after: number }
  /** The clocks show the time twice. */
  | { readonly kind: "fold"; readonly earlier: number; readonly later: number };

export const cutToMinute = (instant: number): number => Math.floor(instant / MINUTE) * MINUTE;

/** Accepts only names in IANA's spelling; refuses offsets such as +02:00. */
export const isTimeZone = (name: string): boolean => zoneName(name) === name;

/** IANA's spelling of a zone typed in upper or lower case. Null for an unknown zone. */
export function zoneName(name: string): string | null {
  if (!/^[a-z][a-z0-9_+/-]{0,63}$/i.test(name)) return null;
  try {
    return new Temporal.ZonedDateTime(0n, name).timeZoneId;
  } catch {
    return null;
  }
}

export const wallInstants = (date: string, wallTime: string, zone: string): WallInstants =>
  instantsOf(`${date}T${wallTime}`, zone);

/** `inFold`: which instant to take if the clocks show the time twice. `inGap`: which end of a skipped hour. */
export function wallInstant(
  date: string,
  wallTime: string,
  zone: string,
  inFold: "earlier" | "later",
  inGap: "before" | "after",
): number {
  const found = wallInstants(date, wallTime, zone);
  if (found.kind === "one") return found.at;
  return found.kind === "fold" ? found[inFold] : found[inGap];
}

const instantsOf = memoize((wallClock: string, zone: string): WallInstants => {
  const [date = "", wallTime = ""] = wallClock.split("T");
  const minutes = minutesOf(wallTime);
  const wall = Temporal.PlainDate.from(date).toPlainDateTime({
    hour: Math.floor(minutes / 60),
    minute: minutes % 60,
  });
  const first = wall.toZonedDateTime(zone, { disambiguation: "earlier" });
  const last = wall.toZonedDateTime(zone, { disambiguation: "later" });
  const earlier = first.epochMilliseconds;
  const later = last.epochMilliseconds;
  if (earlier === later) return { kind: "one", at: earlier };
  if (first.minute === wall.minute && first.hour === wall.hour && first.day === wall.day) {
    return { kind: "fold", earlier, later };
  }
  const after = first.getTimeZoneTransition("next")?.epochMilliseconds ?? later;
  return { kind: "gap", before: cutToMinute(after - 1), after };
});

/** Later than 00:00 if the clocks skip midnight. */
export const startOfDay = (date: string, zone: string): number =>
  Temporal.PlainDate.from(date).toZonedDateTime(zone).epochMilliseconds;

/** YYYY-MM-DD. */
export const dateOf = (instant: number, zone: string): string => reading(instant, zone).date;

/** HH:MM. */
export const timeOf = (instant: number, zone: string): string => reading(instant, zone).time;

/** Milliseconds ahead of UTC. */
export const utcOffset = (instant: number, zone: string): number => reading(instant, zone).offsetMs;

/** Cuts to the full hour of the wall clock. In some zones, that is not a full hour of UTC. */
export const wallHourOf = (instant: number, zone: string): number =>
  cutToMinute(instant) - Number(timeOf(instant, zone).slice(3)) * MINUTE;

export function wallHours(from: number, to: number, zone: string): number[] {
  const before = wallHourOf(from, zone);
  const hours: number[] = [];
  for (let hour = before < from ? before + HOUR : from; hour < to; hour += HOUR) hours.push(hour);
  return hours;
}

export const displayDate = (instant: number, zone: string): string =>
  formatDate(dateOf(instant, zone));

export const shortDate = (instant: number, zone: string): string =>
  formatShortDate(dateOf(instant, zone));

export const displayTime = (instant: number, zone: string): string =>
  formatTime(timeOf(instant, zone));

/** "7:30 PM", or "1:30 AM EDT" if the clocks show the time twice that night. */
export function clockTime(instant: number, zone: string): string {
  const time = displayTime(instant, zone);
  return isTwice(instant, zone) ? `${time} ${zoneAbbreviation(instant, zone)}` : time;
}

export function isTwice(instant: number, zone: string): boolean {
  // If the offset is the same a day before and after, the clocks do not change in between.
  if (utcOffset(instant - DAY, zone) === utcOffset(instant + DAY, zone)) return false;
  return wallInstants(dateOf(instant, zone), timeOf(instant, zone), zone).kind === "fold";
}

/** "7:30 PM on Friday, November 20, 2026". */
export const inWords = (instant: number, zone: string): string =>
  `${clockTime(instant, zone)} on ${displayDate(instant, zone)}`;

// Each locale knows only the abbreviations of its region: only "en-GB" knows "CET".
const LOCALES = ["en-US", "en-GB", "en-AU", "en-NZ", "en-IN", "en-ZA"] as const;
const abbreviators = new Map<string, Intl.DateTimeFormat[]>();

/** "EDT", or "GMT-3" for a zone without an abbreviation. */
export function zoneAbbreviation(instant: number, zone: string): string {
  let formatters = abbreviators.get(zone);
  if (formatters === undefined) {
    formatters = LOCALES.map(
      (locale) => new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: "short" }),
    );
    abbreviators.set(zone, formatters);
  }
  const names = formatters.map((formatter) => zonePart(formatter, instant));
  return names.find((name) => /^[A-Z]+$/.test(name)) ?? names[0] ?? "";
}

function zonePart(formatter: Intl.DateTimeFormat, instant: number): string {
  const parts = formatter.formatToParts(instant);
  return parts.find((part) => part.type === "timeZoneName")?.value ?? "";
}

const reading = (instant: number, zone: string) => readingOf(cutToMinute(instant), zone);

// Cached by the minute, because "now" differs in every call.
const readingOf = memoize((minute: number, zone: string) => {
  // Keeps Temporal from throwing for an absurd timestamp, which is refused later.
  const known = Math.min(Math.max(minute, -FURTHEST), FURTHEST);
  const clocks = Temporal.Instant.fromEpochMilliseconds(known).toZonedDateTimeISO(zone);
  return {
    date: clocks.toPlainDate().toString(),
    time: wallTimeOf(clocks.hour * 60 + clocks.minute),
    offsetMs: clocks.offsetNanoseconds / 1_000_000,
  };
});
