/** A source of random bytes, passed in so that tests can fix it. */
export type RandomBytes = (length: number) => Uint8Array;

/** The present instant, epoch milliseconds, passed in so that tests can drive it. */
export type Clock = () => number;

/**
 * A new record id: 24 hexadecimal digits, the first 12 the milliseconds of `now`, the rest random.
 * Starting with the time keeps inserts at the end of each index: a batch of bookings then shares its
 * last page.
 */
export function newId(now: number, random: RandomBytes): string {
  return Math.max(0, Math.floor(now)).toString(16).padStart(12, "0") + random(6).toHex();
}
