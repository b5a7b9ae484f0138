import { DAY, HOUR } from "./time.ts";

const PATIENCE_MS = DAY;
/** The guests need this long to make another plan. */
const NOTICE_MS = 3 * HOUR;
const REMIND_MS = 6 * HOUR;

/** Epoch milliseconds. */
export function lapsesAt(startAt: number, askedAt: number): number {
  // A request restored in the last hours may wait until the start: somebody is about to decide.
  const latest = askedAt <= startAt - NOTICE_MS ? startAt - NOTICE_MS : startAt;
  return Math.min(askedAt + PATIENCE_MS, latest);
}

export const isUrgent = (lapses: number, now: number): boolean => lapses - now <= REMIND_MS;
