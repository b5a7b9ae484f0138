import { DAY, HOUR } from "./time.ts";

/** A request waits this long for a person's decision. */
const PATIENCE_MS = DAY;
/** And never longer than until this long before its start: the guests need another plan. */
const NOTICE_MS = 3 * HOUR;
/** So long before it lapses the desk is reminded. */
const REMIND_MS = 6 * HOUR;

/** When a request that was made at `askedAt` is declined if nobody decides. Epoch milliseconds. */
export function lapsesAt(startAt: number, askedAt: number): number {
  // Who brings it back later than that is about to decide.
  const latest = askedAt <= startAt - NOTICE_MS ? startAt - NOTICE_MS : startAt;
  return Math.min(askedAt + PATIENCE_MS, latest);
}

/** Whether somebody should decide now. */
export const isUrgent = (lapses: number, now: number): boolean => lapses - now <= REMIND_MS;
