import { DAY, HOUR } from "./time.ts";

const PATIENCE_MS = DAY;
/** A request lapses this long before its start, so that the guest can make other plans. */
const NOTICE_MS = 3 * HOUR;
const REMIND_MS = 6 * HOUR;

export function lapsesAt(startAt: number, askedAt: number): number {
  // If a manager reopens a declined request later than that, it lapses at its start (rule C22).
  const latest = askedAt <= startAt - NOTICE_MS ? startAt - NOTICE_MS : startAt;
  return Math.min(askedAt + PATIENCE_MS, latest);
}

export const isUrgent = (lapses: number, now: number): boolean => lapses - now <= REMIND_MS;
