export interface Bucket {
  readonly burst: number;
  readonly refillMs: number;
}

/**
 * Takes one attempt from a bucket, which holds up to `burst` attempts and gets one back every `refillMs`.
 * `fullAt` is when the bucket is full again. `waitS` is null if the attempt is allowed.
 */
export function takeOne(
  { burst, refillMs }: Bucket,
  fullAt: number | null,
  now: number,
): { readonly fullAt: number; readonly waitS: number | null } {
  const empty = now + burst * refillMs;
  // A wrong clock may have stored a time too far in the future.
  const before = Math.min(Math.max(fullAt ?? now, now), empty);
  const after = before + refillMs;
  return after > empty
    ? { fullAt: before, waitS: Math.ceil((after - empty) / 1000) }
    : { fullAt: after, waitS: null };
}
