import { DAY, HOUR } from "./time.ts";

const PATIENCE_MS = DAY;
/** The guest of a lapsed request should have this long to make other plans. */
const NOTICE_MS = 3 * HOUR;
const REMIND_MS = 6 * HOUR;

export function lapsesAt(startAt: number, askedAt: number): number {
  // Less than three hours before the start, a new or restored request lapses at the start.
  const latest = askedAt <= startAt - NOTICE_MS ? startAt - NOTICE_MS : startAt;
  return Math.min(askedAt + PATIENCE_MS, latest);
}

export const isUrgent = (lapses: number, now: number): boolean => lapses - now <= REMIND_MS;
