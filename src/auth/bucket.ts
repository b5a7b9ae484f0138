/** A bucket of attempts that refills with time. */
export interface Bucket {
  /** How many can be taken at once. */
  readonly burst: number;
  /** One more after this many milliseconds. */
  readonly refillMs: number;
}

/**
 * Takes one attempt out of a bucket that will be full at `fullAt` (null: it is full). Returns when
 * it will be full now, and the whole seconds to wait if it is empty (null: the attempt was taken).
 * Instants in epoch milliseconds.
 */
export function takeOne(
  { burst, refillMs }: Bucket,
  fullAt: number | null,
  now: number,
): { readonly fullAt: number; readonly waitS: number | null } {
  const empty = now + burst * refillMs;
  // If the clock was ahead and is corrected, the bucket is empty at worst.
  const before = Math.min(Math.max(fullAt ?? now, now), empty);
  const after = before + refillMs;
  return after > empty
    ? { fullAt: before, waitS: Math.ceil((after - empty) / 1000) }
    : { fullAt: after, waitS: null };
}
