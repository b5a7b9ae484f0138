import { isIP } from "node:net";
import type { Clock } from "../domain/ids.ts";
import { takeOne } from "./bucket.ts";

/** A brake on guessing: a bucket of attempts per address that refills with time. */
export interface AttemptLimit {
  /**
   * Counts one failed attempt; answers the seconds to wait when there were too many, else null.
   * Addresses of one IPv6 network count as one: whoever has one has 2^64 of them.
   */
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
      const key = networkOf(address);
      const before = fullAt.get(key) ?? null;
      const taken = takeOne({ burst, refillMs }, before, clock());
      // Who only waits keeps their place among those that are forgotten first.
      if (taken.waitS === null) fullAt.delete(key);
      fullAt.set(key, taken.fullAt);
      if (taken.waitS !== null) return taken.waitS;
      for (const oldest of fullAt.keys()) {
        if (fullAt.size <= maxAddresses) break;
        fullAt.delete(oldest);
      }
      return null;
    },
  };
}

/** What limits by address count under: of an IPv6 address the first 64 bits, else the text itself. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [before = "", after = ""] = address.split("::");
  const head = before === "" ? [] : before.split(":");
  const tail = after.split(":");
  const zeros = address.includes("::") ? 8 - head.length - tail.length : 0;
  const groups = [...head, ...Array.from({ length: Math.max(0, zeros) }, () => "0"), ...tail];
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(":")}::/64`;
}
