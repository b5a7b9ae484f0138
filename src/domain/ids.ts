/** A source of random bytes, passed in so that tests can fix it. */
export type RandomBytes = (length: number) => Uint8Array;

/** The present instant, epoch milliseconds, passed in so that tests can drive it. */
export type Clock = () => number;

/**
 * A new record id: 24 hexadecimal digits, the first 8 the seconds of `now`, the rest random.
 * Starting with the time keeps inserts at the end of the index.
 */
export function newId(now: number, random: RandomBytes): string {
  const seconds = Math.floor(now / 1000)
    .toString(16)
    .padStart(8, "0");
  return seconds + random(8).toHex();
}
