import { DAY, HOUR } from "./time.ts";

const PATIENCE_MS = DAY;
/** Guests whose request nobody answers need this long to make another plan. */
const NOTICE_MS = 3 * HOUR;
const REMIND_MS = 6 * HOUR;

export function lapsesAt(startAt: number, askedAt: number): number {
  // Somebody who restores a request in the last hours is about to decide on it, so it may wait.
  const latest = askedAt <= startAt - NOTICE_MS ? startAt - NOTICE_MS : startAt;
  return Math.min(askedAt + PATIENCE_MS, latest);
}

export const isUrgent = (lapses: number, now: number): boolean => lapses - now <= REMIND_MS;
