import type { Clock } from "../domain/ids.ts";

/** A brake on guessing: a bucket of attempts per address that refills with time. */
export interface AttemptLimit {
  /** Counts one failed attempt; answers the seconds to wait when there were too many, else null. */
  fail(address: string): number | null;
}

const BURST = 20;
const REFILL_MS = 3_000;
/** Addresses remembered at once; the one that failed longest ago is forgotten first. */
const MAX_ADDRESSES = 10_000;

/** Allows `burst` failures at once and one more every `refillMs` for each address. */
export function createAttemptLimit(
  clock: Clock,
  { burst = BURST, refillMs = REFILL_MS, maxAddresses = MAX_ADDRESSES } = {},
): AttemptLimit {
  /** For each address the instant at which its bucket will be full again. */
  const fullAt = new Map<string, number>();
  return {
    fail(address) {
      const now = clock();
      const debt = Math.max(fullAt.get(address) ?? now, now) + refillMs;
      const over = debt - now - burst * refillMs;
      if (over > 0) return Math.ceil(over / 1000);
      fullAt.delete(address);
      fullAt.set(address, debt);
      for (const oldest of fullAt.keys()) {
        if (fullAt.size <= maxAddresses) break;
        fullAt.delete(oldest);
      }
      return null;
    },
  };
}
