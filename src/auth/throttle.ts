import type { Clock } from "../domain/ids.ts";
import type { Stores } from "../storage/stores.ts";
import { type Bucket, takeOne } from "./bucket.ts";

/** Entries removed per attempt, so that guessed addresses do not pile up. */
const SWEPT = 20;

/**
 * Takes one attempt from the bucket of `name` (a SHA-256 hash). Called before anything is compared,
 * so that a thousand requests at once get no more tries. Returns the seconds to wait if the bucket
 * is empty. Runs in a write.
 */
export function takeAttempt(
  name: string,
  bucket: Bucket,
  { stores, clock }: { readonly stores: Pick<Stores, "signInThrottle">; readonly clock: Clock },
): number | null {
  const now = clock();
  const { signInThrottle } = stores;
  signInThrottle.purge(now, SWEPT);
  const before = signInThrottle.fullAt(name);
  const { fullAt, waitS } = takeOne(bucket, before, now);
  // A refusal writes nothing, unless the clock was set back, as test clocks are.
  if (fullAt !== before) signInThrottle.set(name, fullAt);
  return waitS;
}
