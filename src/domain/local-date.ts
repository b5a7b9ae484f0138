import { memoize } from "./memoize.ts";

export const WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
export type Weekday = (typeof WEEKDAYS)[number];

export const DAY_NAMES: readonly string[] = [
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
  "Sunday",
];

export const MONTH_NAMES: readonly string[] = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

// A year outside these bounds is a typing mistake, and Temporal throws for very distant years.
const FIRST_YEAR = 1900;
const LAST_YEAR = 2200;

export const YEARS = `${FIRST_YEAR} to ${LAST_YEAR}`;

const ISO_DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const WALL_TIME = /^([01]\d|2[0-3]):([0-5]\d)$/;

export function localDate(year: number, month: number, day: number): string | null {
  if (year < FIRST_YEAR || year > LAST_YEAR || month < 1 || month > 12) return null;
  // Date.UTC counts months from 0, so this is day 0 of the next month: the last day of `month`.
  const length = new Date(Date.UTC(year, month, 0)).getUTCDate();
  if (day < 1 || day > length) return null;
  return `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}

export function isLocalDate(text: string): boolean {
  const match = ISO_DATE.exec(text);
  return match !== null && localDate(Number(match[1]), Number(match[2]), Number(match[3])) !== null;
}

export const isWallTime = (text: string): boolean => WALL_TIME.test(text);

export const minutesOf = (wallTime: string): number =>
  Number(wallTime.slice(0, 2)) * 60 + Number(wallTime.slice(3, 5));

export const wallTimeOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;

export const addDays = memoize((date: string, days: number): string =>
  Temporal.PlainDate.from(date).add({ days }).toString(),
);

export const daysBetween = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / UTC_DAY;
// Dates are computed at midnight UTC, where every day has the same length.
const UTC_DAY = 86_400_000;

export const weekdayOf = (date: string): Weekday =>
  WEEKDAYS[Temporal.PlainDate.from(date).dayOfWeek - 1] as Weekday;

export const dayName = (date: string): string =>
  DAY_NAMES[Temporal.PlainDate.from(date).dayOfWeek - 1] as string;

/** "Friday, November 20, 2026". */
export function formatDate(date: string): string {
  const plain = Temporal.PlainDate.from(date);
  const day = DAY_NAMES[plain.dayOfWeek - 1];
  return `${day}, ${MONTH_NAMES[plain.month - 1]} ${plain.day}, ${plain.year}`;
}

/** "Fri Nov 20". */
export function formatShortDate(date: string): string {
  const { dayOfWeek, month, day } = Temporal.PlainDate.from(date);
  return `${DAY_NAMES[dayOfWeek - 1]?.slice(0, 3)} ${MONTH_NAMES[month - 1]?.slice(0, 3)} ${day}`;
}

/** "7:30 PM"; midnight is "12:00 AM". */
export function formatTime(wallTime: string): string {
  const hour = Number(wallTime.slice(0, 2));
  return `${hour % 12 || 12}:${wallTime.slice(3, 5)} ${hour < 12 ? "AM" : "PM"}`;
}
