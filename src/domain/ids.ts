/** Passed in so that tests can fix the bytes. */
export type RandomBytes = (length: number) => Uint8Array;

/** Epoch milliseconds; passed in so that tests can set the time. */
export type Clock = () => number;

/**
 * 24 hexadecimal digits: the first 12 are the milliseconds of `now`, the rest is random. Because
 * ids grow with time, inserts go to the end of each index.
 */
export function newId(now: number, random: RandomBytes): string {
  return Math.max(0, Math.floor(now)).toString(16).padStart(12, "0") + random(6).toHex();
}
