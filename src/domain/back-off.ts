import type { RandomBytes } from "./ids.ts";
import { MINUTE } from "./time.ts";

const FIRST_MS = 15_000;
const LONGEST_MS = 15 * MINUTE;

/**
 * Milliseconds to wait after failed attempt number `attempt`; the first is 1. Up to half of the wait
 * is random, to spread retries. The wait is never shorter than `retryAfterSeconds`.
 */
export function backOff(
  attempt: number,
  retryAfterSeconds: number | undefined,
  random: RandomBytes,
): number {
  const longest = Math.min(LONGEST_MS, FIRST_MS * 2 ** (attempt - 1));
  const [high = 0, low = 0] = random(2);
  const share = (high * 256 + low) / 65_535;
  const own = Math.ceil(longest / 2 + (longest / 2) * share);
  return Math.max(own, (retryAfterSeconds ?? 0) * 1000);
}
