import { DAY, HOUR } from "./time.ts";

/** How long a request waits for a decision. */
const PATIENCE_MS = DAY;
/** It lapses at least this long before its start: the guests need time to make another plan. */
const NOTICE_MS = 3 * HOUR;
/** How long before it lapses the desk is reminded. */
const REMIND_MS = 6 * HOUR;

/** When a request that was made at `askedAt` is declined if nobody decides. Epoch milliseconds. */
export function lapsesAt(startAt: number, askedAt: number): number {
  // A request that was brought back later than that waits until its start: somebody is about to
  // decide.
  const latest = askedAt <= startAt - NOTICE_MS ? startAt - NOTICE_MS : startAt;
  return Math.min(askedAt + PATIENCE_MS, latest);
}

/** Whether somebody should decide now. */
export const isUrgent = (lapses: number, now: number): boolean => lapses - now <= REMIND_MS;
