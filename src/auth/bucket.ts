/** A bucket of attempts that refills with time. */
export interface Bucket {
  /** How many are taken at once at most. */
  readonly burst: number;
  /** One more after each of these, milliseconds. */
  readonly refillMs: number;
}

/**
 * Takes one attempt out of a bucket that will be full again at `fullAt` (null: it is full). Answers
 * when it will be full now, and the whole seconds to wait where it is empty; null: the attempt was
 * taken. Instants in epoch milliseconds.
 */
export function takeOne(
  { burst, refillMs }: Bucket,
  fullAt: number | null,
  now: number,
): { readonly fullAt: number; readonly waitS: number | null } {
  const empty = now + burst * refillMs;
  // A clock that was ahead and is set right leaves a bucket no more than empty.
  const before = Math.min(Math.max(fullAt ?? now, now), empty);
  const after = before + refillMs;
  return after > empty
    ? { fullAt: before, waitS: Math.ceil((after - empty) / 1000) }
    : { fullAt: after, waitS: null };
}
