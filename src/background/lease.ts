import { hostname } from "node:os";
import type { Clock } from "../domain/ids.ts";
import {
  LEASE_PATIENCE_MS,
  LOOP_LEASE,
  ownerOf,
  type SignOfLife,
  STANDBY_LEASE,
} from "../storage/lease-owner.ts";
import type { Stores } from "../storage/stores.ts";
import type { Writer } from "../storage/writer.ts";
import type { Machine } from "./sweep.ts";

/** The right to do the background work on a database. */
export interface Lease {
  readonly owner: string;
  renew(): Promise<boolean>;
  /** During a write transaction, the answer stays the same. */
  held(): boolean;
  release(): Promise<void>;
}

const HEARTBEAT_MS = 5000;

/** `clock` must give the real time, even if the instance has a test clock. */
export function createLease(options: {
  readonly stores: Pick<Stores, "lease">;
  readonly writer: Writer;
  readonly clock: Clock;
  /** True if the owner's process has certainly ended. Then its lease can be taken before it expires. */
  readonly hasEnded?: (owner: string) => boolean;
  readonly onSecondServer?: (owner: string) => void;
}): Lease {
  const { stores, writer, clock, hasEnded = endedHere } = options;
  const owner = `${process.pid}@${hostname()}#${crypto.randomUUID()}`;
  let renewedAt = Number.NEGATIVE_INFINITY;
  const held = (): boolean => stores.lease.owner(LOOP_LEASE) === owner;
  const isFresh = (now: number): boolean => now >= renewedAt && now < renewedAt + HEARTBEAT_MS;
  const standBeside = createStandby({ ...options, owner });
  return {
    owner,
    held,
    async renew() {
      // Skip the write if the last heartbeat is recent, because every commit wakes the loop.
      if (isFresh(clock()) && held()) return true;
      const other = stores.lease.owner(LOOP_LEASE);
      const gone = other !== null && other !== owner && hasEnded(other) ? other : null;
      renewedAt = await writer.write(() => {
        // A time read before the transaction could be older than another process's heartbeat.
        const at = clock();
        const request = { name: LOOP_LEASE, owner, now: at, oldest: at - LEASE_PATIENCE_MS, gone };
        if (stores.lease.take(request)) return at;
        standBeside(at);
        return Number.NEGATIVE_INFINITY;
      });
      return renewedAt > Number.NEGATIVE_INFINITY;
    },
    async release() {
      const mine = [LOOP_LEASE, STANDBY_LEASE].filter((name) => stores.lease.owner(name) === owner);
      if (mine.length === 0) return;
      await writer.write(() => {
        for (const name of mine) stores.lease.release(name, owner);
      });
    },
  };
}

/** Reports another server only after its heartbeat has advanced, which proves that it is alive. */
function createStandby(options: {
  readonly stores: Pick<Stores, "lease">;
  readonly owner: string;
  readonly onSecondServer?: (owner: string) => void;
}): (at: number) => void {
  const { stores, owner, onSecondServer } = options;
  let first: SignOfLife | null = null;
  let signedAt = Number.NEGATIVE_INFINITY;
  return (at) => {
    const seen = stores.lease.seen(LOOP_LEASE);
    if (seen === null) return;
    if (first?.owner !== seen.owner) first = seen;
    const isAlive = seen.heartbeatAt > first.heartbeatAt;
    if (!isAlive || (at >= signedAt && at < signedAt + HEARTBEAT_MS)) return;
    if (signedAt === Number.NEGATIVE_INFINITY) onSecondServer?.(seen.owner);
    signedAt = at;
    const oldest = at - LEASE_PATIENCE_MS;
    stores.lease.take({ name: STANDBY_LEASE, owner, now: at, oldest, gone: null });
  };
}

const endedHere = (owner: string): boolean => ownerOf(owner).state === "ended";

export class LeaseLost extends Error {
  override readonly name = "LeaseLost";
}

export function whileHeld(machine: Machine, lease: Pick<Lease, "held">): Machine {
  const { writer } = machine;
  return {
    ...machine,
    writer: {
      write: (body, hint) =>
        writer.write(() => {
          if (!lease.held()) throw new LeaseLost("Another process does the background work now.");
          return body();
        }, hint),
      close: () => writer.close(),
      healthy: () => writer.healthy(),
    },
  };
}
