import type { Clock } from "../domain/ids.ts";
import type { Stores } from "../storage/stores.ts";
import { type Bucket, takeOne } from "./bucket.ts";

const SWEPT = 20;

/**
 * Call it inside `writer.write`, before comparing the password or code, so that parallel requests get no
 * extra tries. Returns the seconds to wait, or null if the attempt is allowed.
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
  if (fullAt !== before) signInThrottle.set(name, fullAt);
  return waitS;
}
