import { DAY, HOUR } from "./time.ts";

const PATIENCE_MS = DAY;
/** An undecided request lapses this long before its start at the latest: the guest may make other plans. */
const NOTICE_MS = 3 * HOUR;
const REMIND_MS = 6 * HOUR;

export function lapsesAt(startAt: number, askedAt: number): number {
  // A request that was made or restored less than three hours before its start lapses at the start.
  const latest = askedAt <= startAt - NOTICE_MS ? startAt - NOTICE_MS : startAt;
  return Math.min(askedAt + PATIENCE_MS, latest);
}

export const isUrgent = (lapses: number, now: number): boolean => lapses - now <= REMIND_MS;
