import { DAY, displayDate, HOUR, MINUTE } from "../../domain/time.ts";

const WEEK = 7 * DAY;

export function ago(instant: number, now: number, zone: string): string {
  const past = now - instant;
  if (past < 2 * MINUTE) return "just now";
  if (past < HOUR) return `${Math.floor(past / MINUTE)} minutes ago`;
  if (past < DAY) return count(Math.floor(past / HOUR), "hour");
  if (past < WEEK) return count(Math.floor(past / DAY), "day");
  return `on ${displayDate(instant, zone)}`;
}

const count = (number: number, unit: string): string =>
  number === 1 ? `1 ${unit} ago` : `${number} ${unit}s ago`;
