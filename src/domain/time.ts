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

/** Milliseconds in a minute, an hour, and a day of 24 hours. */
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

// The range of Temporal, less what the arithmetic of a booking window may add.
const FURTHEST = 8.64e15 - 4_000 * DAY;

/** What a wall time means in a zone. All instants are epoch milliseconds. */
export type WallInstants =
  | { readonly kind: "one"; readonly at: number }
  /**
   * Skipped by the clocks: `before` is the last whole minute that exists, `after` the first instant
   * after the gap.
   */
  | { readonly kind: "gap"; readonly before: number; readonly after: number }
  /** Happens twice. */
  | { readonly kind: "fold"; readonly earlier: number; readonly later: number };

/** The instant rounded down to the minute. */
export const cutToMinute = (instant: number): number => Math.floor(instant / MINUTE) * MINUTE;

/**
 * Whether the runtime knows this IANA zone under exactly this name; offsets such as +02:00 do not
 * count.
 */
export const isTimeZone = (name: string): boolean => zoneName(name) === name;

/** The zone's name as IANA writes it; null if the runtime does not know it. Case is ignored. */
export function zoneName(name: string): string | null {
  if (!/^[a-z][a-z0-9_+/-]{0,63}$/i.test(name)) return null;
  try {
    return new Temporal.ZonedDateTime(0n, name).timeZoneId;
  } catch {
    return null;
  }
}

/**
 * The instant or instants at which clocks in the zone show this date (YYYY-MM-DD) and time (HH:MM).
 */
export const wallInstants = (date: string, wallTime: string, zone: string): WallInstants =>
  instantsOf(`${date}T${wallTime}`, zone);

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
  // In a fold both readings show the wall time; in a gap neither does.
  if (first.minute === wall.minute && first.hour === wall.hour && first.day === wall.day) {
    return { kind: "fold", earlier, later };
  }
  const after = first.getTimeZoneTransition("next")?.epochMilliseconds ?? later;
  return { kind: "gap", before: cutToMinute(after - 1), after };
});

/** The first instant of a local date, which is not 00:00 if the clocks skip midnight. */
export const startOfDay = (date: string, zone: string): number =>
  Temporal.PlainDate.from(date).toZonedDateTime(zone).epochMilliseconds;

/** The local date (YYYY-MM-DD) of an instant. */
export const dateOf = (instant: number, zone: string): string => reading(instant, zone).date;

/** The wall time (HH:MM) of an instant. */
export const timeOf = (instant: number, zone: string): string => reading(instant, zone).time;

/** How far the clocks of a zone are ahead of UTC at an instant, in milliseconds. */
export const utcOffset = (instant: number, zone: string): number => reading(instant, zone).offsetMs;

/** The local date of an instant as shown: "Friday, November 20, 2026". */
export const displayDate = (instant: number, zone: string): string =>
  formatDate(dateOf(instant, zone));

/** The same in short: "Fri Nov 20". */
export const shortDate = (instant: number, zone: string): string =>
  formatShortDate(dateOf(instant, zone));

/** The wall time of an instant as shown: "7:30 PM". */
export const displayTime = (instant: number, zone: string): string =>
  formatTime(timeOf(instant, zone));

/** The wall time as people need it: "1:30 AM EDT" in the night in which that time comes twice. */
export function clockTime(instant: number, zone: string): string {
  const time = displayTime(instant, zone);
  return isTwice(instant, zone) ? `${time} ${zoneAbbreviation(instant, zone)}` : time;
}

/** Whether the clocks show the wall time of an instant twice. */
export function isTwice(instant: number, zone: string): boolean {
  // With equal offsets a day before and after, the clocks do not change in between.
  if (utcOffset(instant - DAY, zone) === utcOffset(instant + DAY, zone)) return false;
  return wallInstants(dateOf(instant, zone), timeOf(instant, zone), zone).kind === "fold";
}

/** "7:30 PM on Friday, November 20, 2026", for sentences. */
export const inWords = (instant: number, zone: string): string =>
  `${clockTime(instant, zone)} on ${displayDate(instant, zone)}`;

// Each English locale knows only the abbreviations of its own part of the world ("CET" is British).
const LOCALES = ["en-US", "en-GB", "en-AU", "en-NZ", "en-IN", "en-ZA"] as const;
// Making a formatter costs as much as a hundred conversions, and zones are few.
const abbreviators = new Map<string, Intl.DateTimeFormat[]>();

/** Tells the two readings of a fold apart: "EDT" or "EST"; "GMT-3" if there are no letters. */
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

/** What the clocks of a zone show at an instant, and their offset from UTC. */
const reading = (instant: number, zone: string) => readingOf(cutToMinute(instant), zone);

// By the minute, because every call asks about its own "now". Clocks change at whole minutes (the
// last zone with odd seconds gave them up in 1972).
const readingOf = memoize((minute: number, zone: string) => {
  // Timestamps come from outside: an absurd one must be refused later, not throw here.
  const known = Math.min(Math.max(minute, -FURTHEST), FURTHEST);
  const clocks = Temporal.Instant.fromEpochMilliseconds(known).toZonedDateTimeISO(zone);
  return {
    date: clocks.toPlainDate().toString(),
    time: wallTimeOf(clocks.hour * 60 + clocks.minute),
    offsetMs: clocks.offsetNanoseconds / 1_000_000,
  };
});
