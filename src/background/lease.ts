import { hostname } from "node:os";
import type { Clock } from "../domain/ids.ts";
import { LEASE_PATIENCE_MS, ownerOf } from "../storage/lease-owner.ts";
import type { Stores } from "../storage/stores.ts";
import type { Writer } from "../storage/writer.ts";
import type { Machine } from "./sweep.ts";

/** The right to do what becomes due, held by one process of those that share a database. */
export interface Lease {
  /** Names this process: no other has the same. */
  readonly owner: string;
  /** Takes the lease or says that it is still alive; true where it is held afterwards. */
  renew(): Promise<boolean>;
  /**
   * True while nobody else has taken it. Inside a write transaction this cannot change before the
   * commit.
   */
  held(): boolean;
  /** Gives it up, so that another process need not wait. */
  release(): Promise<void>;
}

const NAME = "loop";
const HEARTBEAT_MS = 5000;

/**
 * A lease for this process. Its clock is the machine's own and never the one that tests move: it
 * says whether a process is alive, not what time it is in the restaurant.
 */
export function createLease(options: {
  readonly stores: Pick<Stores, "lease">;
  readonly writer: Writer;
  readonly clock: Clock;
  /** Tells whether the process that a lease names has ended; a wrong "no" costs patience only. */
  readonly hasEnded?: (owner: string) => boolean;
}): Lease {
  const { stores, writer, clock, hasEnded = endedHere } = options;
  const owner = `${process.pid}@${hostname()}#${crypto.randomUUID()}`;
  let renewedAt = Number.NEGATIVE_INFINITY;
  const held = (): boolean => stores.lease.owner(NAME) === owner;
  const isFresh = (now: number): boolean => now >= renewedAt && now < renewedAt + HEARTBEAT_MS;
  return {
    owner,
    held,
    async renew() {
      // Wakes come with every commit: a sign of life every five seconds is enough.
      if (isFresh(clock()) && held()) return true;
      const other = stores.lease.owner(NAME);
      const gone = other !== null && other !== owner && hasEnded(other) ? other : null;
      renewedAt = await writer.write(() => {
        // Read when nobody else can write any more: another's sign of life that came while this
        // one waited for its turn would lie in the future, as if a clock had been wrong.
        const at = clock();
        const request = { name: NAME, owner, now: at, oldest: at - LEASE_PATIENCE_MS, gone };
        return stores.lease.take(request) ? at : Number.NEGATIVE_INFINITY;
      });
      return renewedAt > Number.NEGATIVE_INFINITY;
    },
    async release() {
      if (held()) await writer.write(() => stores.lease.release(NAME, owner));
    },
  };
}

/** A process of this machine that is no more. */
const endedHere = (owner: string): boolean => ownerOf(owner).state === "ended";

/**
 * A former owner's step found out, inside its transaction, that the work is another process's now.
 */
export class LeaseLost extends Error {
  override readonly name = "LeaseLost";
}

/**
 * The same machine for steps of the loop: whatever they write is written only while the lease is
 * held.
 */
export function whileHeld(machine: Machine, lease: Pick<Lease, "held">): Machine {
  const { writer } = machine;
  return {
    ...machine,
    writer: {
      write: (body, hint) =>
        writer.write(() => {
          if (!lease.held()) throw new LeaseLost("Another process does this now.");
          return body();
        }, hint),
      close: () => writer.close(),
      healthy: () => writer.healthy(),
    },
  };
}
