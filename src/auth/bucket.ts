export interface Bucket {
  readonly burst: number;
  readonly refillMs: number;
}

/** `waitS` is null if the attempt is allowed. */
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
