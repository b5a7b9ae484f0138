import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { BoundedMap } from "../domain/bounded-map.ts";
import type { Clock } from "../domain/ids.ts";
import { takeOne } from "./bucket.ts";

export interface AttemptLimit {
  /** Null if allowed, else the seconds to wait. All addresses of an IPv6 /64 network share one limit. */
  take(address: string): number | null;
}

const BURST = 20;
const REFILL_MS = 3_000;
const MAX_ADDRESSES = 10_000;

export function createAttemptLimit(
  clock: Clock,
  { burst = BURST, refillMs = REFILL_MS, maxAddresses = MAX_ADDRESSES } = {},
): AttemptLimit {
  const fullAt = new BoundedMap<string, number>(maxAddresses);
  return {
    take(address) {
      const key = networkOf(address);
      const before = fullAt.get(key) ?? null;
      const taken = takeOne({ burst, refillMs }, before, clock());
      if (taken.fullAt !== before) fullAt.set(key, taken.fullAt);
      return taken.waitS;
    },
  };
}

export const networkOf = (address: string): string =>
  address.includes(":") && isIP(address) === 6
    ? `${ipaddr.IPv6.networkAddressFromCIDR(`${address.replace(/%.*/, "")}/64`).toString()}/64`
    : address;
