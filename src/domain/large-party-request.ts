import { DAY, HOUR } from "./time.ts";

/** How long a request waits for a decision. */
const PATIENCE_MS = DAY;
/**
 * A request lapses at least this long before its start, so that the guests can make another plan.
 */
const NOTICE_MS = 3 * HOUR;
/** How long before the end the desk is reminded. */
const REMIND_MS = 6 * HOUR;

/** When an undecided request is declined. Epoch milliseconds. */
export function lapsesAt(startAt: number, askedAt: number): number {
  // A request restored later than that waits until its start, because somebody is about to decide.
  const latest = askedAt <= startAt - NOTICE_MS ? startAt - NOTICE_MS : startAt;
  return Math.min(askedAt + PATIENCE_MS, latest);
}

export const isUrgent = (lapses: number, now: number): boolean => lapses - now <= REMIND_MS;
