import { accepted, type Checked, type ReasonOf, reason, refused } from "./errors.ts";
import {
  addDays,
  DAY_NAMES,
  dayName,
  formatDate,
  formatTime,
  isLocalDate,
  isWallTime,
  localDate,
  MONTH_NAMES,
  wallTimeOf,
} from "./local-date.ts";
import { memoize } from "./memoize.ts";
import type { DateProblem } from "./reasons/input.ts";

const DISPLAY_DATE = /^([a-z]+)\.?(?: ?, ?| )([a-z]+)\.? (\d{1,2})(?: ?, ?| )(\d{4})$/;
const NUMERIC_DATE = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[t ].*)?$/;
const DISPLAY_TIME = /^(\d{1,2}):(\d{2}) ([ap])m$/;

/** Reads "Friday, November 20, 2026" or "2026-11-20". Errors: INVALID_INPUT, WEEKDAY_MISMATCH. */
export const parseDate = (text: string): Checked<string> => readDate(text, null);

const readDate = memoize((text: string): Checked<string> => {
  if (isLocalDate(text.trim())) return accepted(text.trim());
  const match = DISPLAY_DATE.exec(normalise(text));
  if (match === null) return refuseDate(text, problemOf(normalise(text)));
  const [, dayWord = "", monthWord = "", dayDigits, yearDigits] = match;
  const weekday = indexOfName(dayWord, DAY_NAMES);
  if (weekday < 0) return refuseDate(text, { is: "weekday", word: clipped(dayWord) });
  const month = indexOfName(monthWord, MONTH_NAMES) + 1;
  if (month < 1) return refuseDate(text, { is: "month", word: clipped(monthWord) });
  const date = localDate(Number(yearDigits), month, Number(dayDigits));
  if (date === null) return refuseDate(text, noSuchDay(month, Number(dayDigits), `${yearDigits}`));
  return matchWeekday(date, weekday, text);
});

/** Reads "7:30 PM" or "19:30" into HH:MM. Refuses "7:30", which may be morning or evening. */
export function parseTime(text: string): Checked<string> {
  if (isWallTime(text.trim())) return accepted(text.trim());
  const match = DISPLAY_TIME.exec(normalise(text));
  const hour = Number(match?.[1]);
  const minute = Number(match?.[2]);
  if (match === null || hour < 1 || hour > 12 || minute > 59) return refuseTime(text);
  return accepted(wallTimeOf(((hour % 12) + (match[3] === "p" ? 12 : 0)) * 60 + minute));
}

function matchWeekday(date: string, weekday: number, text: string): Checked<string> {
  const named = DAY_NAMES[weekday] as string;
  if (dayName(date) === named) return accepted(date);
  return { ok: false, reason: mismatchOf(date, named, nearestNamed(date, named), clipped(text)) };
}

const nearestNamed = (date: string, named: string): string =>
  [-3, -2, -1, 1, 2, 3]
    .map((days) => addDays(date, days))
    .find((candidate) => dayName(candidate) === named) as string;

function mismatchOf(
  date: string,
  named: string,
  nearest: string,
  value: string,
): ReasonOf<"WEEKDAY_MISMATCH"> {
  const candidates = [date, nearest].toSorted().map(formatDate);
  const facts = { value, candidates, dated: date, weekday: named };
  return reason("WEEKDAY_MISMATCH", { ...facts, say: { verdicts: [] } });
}

/** `readings`: the given date, and the date closest to it that has the given weekday and is not past. */
export function weekdayMismatch(
  found: ReasonOf<"WEEKDAY_MISMATCH">,
  today: string,
): { readonly reason: ReasonOf<"WEEKDAY_MISMATCH">; readonly readings: readonly string[] } {
  const { dated, weekday, value, parameter } = found;
  let nearest = nearestNamed(dated, weekday);
  while (nearest < today) nearest = addDays(nearest, 7);
  const named = mismatchOf(dated, weekday, nearest, value);
  const of = parameter === undefined ? {} : { parameter };
  return { reason: { ...named, ...of }, readings: [dated, nearest] };
}

const refuseDate = (text: string, problem: DateProblem | null): Checked<string> =>
  refused("INVALID_INPUT.date", {
    value: clipped(text),
    send: dateMeant(normalise(text)),
    say: { problem },
  });

function refuseTime(text: string): Checked<string> {
  const sends = timesMeant(normalise(text)).map(formatTime);
  const [only = null] = sends;
  const send = sends.length === 1 ? only : null;
  return refused("INVALID_INPUT.time", { value: clipped(text), send, say: { sends } });
}

function dateMeant(text: string): string | null {
  const iso = NUMERIC_DATE.exec(text);
  const date = iso
    ? localDate(Number(iso[1]), Number(iso[2]), Number(iso[3]))
    : dateInWords(text.replace(/(?<=\d)(?:st|nd|rd|th)\b/g, ""));
  return date === null ? null : formatDate(date);
}

function problemOf(text: string): DateProblem | null {
  if (!/\d{4}/.test(text)) return { is: "no_year" };
  const [, year = "", month, day] = NUMERIC_DATE.exec(text) ?? [];
  if (year === "" || Number(month) < 1 || Number(month) > 12) return null;
  const exists = localDate(Number(year), Number(month), Number(day)) !== null;
  return exists ? null : noSuchDay(Number(month), Number(day), year);
}

/** Reads month name, day and year in any order. A weekday, if given, must fit the date. */
function dateInWords(text: string): string | null {
  const words = text.split(/[ ,.]+/).filter((word) => word !== "" && word !== "of");
  const numbers = words.filter((word) => /^\d+$/.test(word));
  const years = numbers.filter((word) => word.length === 4);
  const days = numbers.filter((word) => word.length <= 2);
  const names = words.filter((word) => !/^\d+$/.test(word));
  const months = names.filter((word) => monthLike(word) > 0);
  const weekdays = names.filter((word) => indexOfName(word, DAY_NAMES) >= 0);
  const understood = years.length + days.length + months.length + weekdays.length;
  if (years.length !== 1 || days.length !== 1 || months.length !== 1) return null;
  if (weekdays.length > 1 || understood !== words.length) return null;
  const date = localDate(Number(years[0]), monthLike(months[0] as string), Number(days[0]));
  if (date === null) return null;
  const [weekday] = weekdays;
  return weekday && indexOfName(weekday, DAY_NAMES) !== DAY_NAMES.indexOf(dayName(date))
    ? null
    : date;
}

/** Wall times that a refused text may mean: "7:30" gives two. */
function timesMeant(text: string): string[] {
  if (text === "noon") return ["12:00"];
  if (text === "midnight") return ["00:00"];
  const match = /^(\d{1,2})(?:[:.](\d{2}))?(?::\d{2}(?:\.\d+)?)?(?: ?([ap])\.? ?m?\.?)?$/.exec(
    text,
  );
  if (match === null) return [];
  const [, hourDigits = "", minuteDigits = "00", half] = match;
  const hour = Number(hourDigits);
  const minute = Number(minuteDigits);
  if (hour > 23 || minute > 59) return [];
  if (half === undefined && (hour === 0 || hour > 12 || hourDigits.startsWith("0"))) {
    return match[2] === undefined ? [] : [wallTimeOf(hour * 60 + minute)];
  }
  const both = [(hour % 12) * 60 + minute, ((hour % 12) + 12) * 60 + minute] as const;
  if (half === undefined) return both.map(wallTimeOf);
  if (hour > 12) return half === "p" ? [wallTimeOf(hour * 60 + minute)] : [];
  if (hour === 0 && half === "p") return [];
  return [wallTimeOf(half === "a" ? both[0] : both[1])];
}

const noSuchDay = (month: number, day: number, year: string): DateProblem =>
  localDate(Number(year), month, 1) === null
    ? { is: "year" }
    : { is: "no_such_day", month, day, year };

const normalise = (text: string): string => text.trim().replace(/\s+/g, " ").toLowerCase();

const indexOfName = (word: string, names: readonly string[]): number =>
  names.findIndex((name) => {
    const full = name.toLowerCase();
    return word === full || word === full.slice(0, 3);
  });

/** 1 to 12, also for abbreviations of three letters or more ("sept"). 0 if unknown. */
const monthLike = (word: string): number =>
  word.length < 3 ? 0 : MONTH_NAMES.findIndex((name) => name.toLowerCase().startsWith(word)) + 1;

const clipped = (text: string): string =>
  (text.length > 80 ? `${text.slice(0, 79)}…` : text).toWellFormed();
