import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { BoundedMap } from "../domain/bounded-map.ts";
import type { Clock } from "../domain/ids.ts";
import { takeOne } from "./bucket.ts";

/** A bucket of attempts per address, which refills with time. */
export interface AttemptLimit {
  /**
   * Counts one attempt. Returns the seconds to wait if there were too many, else null. All
   * addresses of an IPv6 /64 network share a bucket, because one person can have them all.
   */
  fail(address: string): number | null;
}

const BURST = 20;
const REFILL_MS = 3_000;
/** Above this, the address written longest ago is forgotten. */
const MAX_ADDRESSES = 10_000;

/** Each address can fail `burst` times at once, then once every `refillMs`. */
export function createAttemptLimit(
  clock: Clock,
  { burst = BURST, refillMs = REFILL_MS, maxAddresses = MAX_ADDRESSES } = {},
): AttemptLimit {
  /** When each bucket will be full again, epoch milliseconds. */
  const fullAt = new BoundedMap<string, number>(maxAddresses);
  return {
    fail(address) {
      const key = networkOf(address);
      const before = fullAt.get(key) ?? null;
      const taken = takeOne({ burst, refillMs }, before, clock());
      // A waiting address is not written again, so that it is forgotten before newer ones.
      if (taken.fullAt !== before) fullAt.set(key, taken.fullAt);
      return taken.waitS;
    },
  };
}

/** The first 64 bits of an IPv6 address, else the address. */
export const networkOf = (address: string): string =>
  address.includes(":") && isIP(address) === 6
    ? `${ipaddr.IPv6.networkAddressFromCIDR(`${address.replace(/%.*/, "")}/64`).toString()}/64`
    : address;
