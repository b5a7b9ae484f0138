import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { BoundedMap } from "../domain/bounded-map.ts";
import type { Clock } from "../domain/ids.ts";
import { takeOne } from "./bucket.ts";

/** Limits guessing: a bucket of attempts per address that refills with time. */
export interface AttemptLimit {
  /**
   * Counts one failed attempt and returns the seconds to wait if there were too many, else null.
   * Addresses of one IPv6 /64 network count as one, because one person can have all of them.
   */
  fail(address: string): number | null;
}

const BURST = 20;
const REFILL_MS = 3_000;
/** How many addresses to remember; the one that failed longest ago is forgotten first. */
const MAX_ADDRESSES = 10_000;

/** Allows `burst` failures at once and one more every `refillMs` for each address. */
export function createAttemptLimit(
  clock: Clock,
  { burst = BURST, refillMs = REFILL_MS, maxAddresses = MAX_ADDRESSES } = {},
): AttemptLimit {
  /** For each address the instant at which its bucket will be full again. */
  const fullAt = new BoundedMap<string, number>(maxAddresses);
  return {
    fail(address) {
      const key = networkOf(address);
      const before = fullAt.get(key) ?? null;
      const taken = takeOne({ burst, refillMs }, before, clock());
      // An address that has to wait is not stored again, so that it is forgotten before newer ones.
      if (taken.fullAt !== before) fullAt.set(key, taken.fullAt);
      return taken.waitS;
    },
  };
}

/** The key of limits by address: the first 64 bits of an IPv6 address, else the address. */
export const networkOf = (address: string): string =>
  address.includes(":") && isIP(address) === 6
    ? `${ipaddr.IPv6.networkAddressFromCIDR(`${address.replace(/%.*/, "")}/64`).toString()}/64`
    : address;
