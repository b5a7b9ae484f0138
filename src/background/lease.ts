import { hostname } from "node:os";
import type { Clock } from "../domain/ids.ts";
import { LEASE_PATIENCE_MS, LOOP_LEASE, ownerOf, STANDBY_LEASE } from "../storage/lease-owner.ts";
import type { Stores } from "../storage/stores.ts";
import type { Writer } from "../storage/writer.ts";
import type { Machine } from "./sweep.ts";

/** The right to do the background work, held by one of the processes that share a database. */
export interface Lease {
  /** Identifies this process. */
  readonly owner: string;
  /** Takes or renews the lease; true if it is held afterwards. */
  renew(): Promise<boolean>;
  /**
   * True while nobody else has taken it. Inside a write transaction this cannot change before the
   * commit.
   */
  held(): boolean;
  /** Releases it, so that another process need not wait. */
  release(): Promise<void>;
}

const HEARTBEAT_MS = 5000;

/**
 * A lease for this process. It uses the machine's clock, never the one that tests move, because it
 * says whether a process is alive.
 */
export function createLease(options: {
  readonly stores: Pick<Stores, "lease">;
  readonly writer: Writer;
  readonly clock: Clock;
  /** Whether the process that a lease names has ended; a wrong "no" only costs time. */
  readonly hasEnded?: (owner: string) => boolean;
  /** Called once when another process is seen on the same database. */
  readonly onCompany?: (owner: string) => void;
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
      // There is a wake per commit; a heartbeat every five seconds is enough.
      if (isFresh(clock()) && held()) return true;
      const other = stores.lease.owner(LOOP_LEASE);
      const gone = other !== null && other !== owner && hasEnded(other) ? other : null;
      renewedAt = await writer.write(() => {
        // Read inside the transaction: a heartbeat written while this process waited would seem to
        // lie in the future, like a wrong clock.
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

/**
 * What a process does if another holds the lease: after two heartbeats of the holder it reports the
 * holder and leaves a heartbeat of its own. A single heartbeat may be left over from a process that
 * was killed. Runs in a write.
 */
function createStandby(options: {
  readonly stores: Pick<Stores, "lease">;
  readonly owner: string;
  readonly onCompany?: (owner: string) => void;
}): (at: number) => void {
  const { stores, owner, onCompany } = options;
  let first: { readonly owner: string; readonly heartbeatAt: number } | null = null;
  let signedAt = Number.NEGATIVE_INFINITY;
  return (at) => {
    const seen = stores.lease.seen(LOOP_LEASE);
    if (seen === null) return;
    if (first?.owner !== seen.owner) first = seen;
    const isAlive = seen.heartbeatAt > first.heartbeatAt;
    if (!isAlive || (at >= signedAt && at < signedAt + HEARTBEAT_MS)) return;
    if (signedAt === Number.NEGATIVE_INFINITY) onCompany?.(seen.owner);
    signedAt = at;
    const oldest = at - LEASE_PATIENCE_MS;
    stores.lease.take({ name: STANDBY_LEASE, owner, now: at, oldest, gone: null });
  };
}

/** A process of this machine that has ended. */
const endedHere = (owner: string): boolean => ownerOf(owner).state === "ended";

/** Thrown inside a step's transaction if another process has taken the lease. */
export class LeaseLost extends Error {
  override readonly name = "LeaseLost";
}

/** The same machine for steps of the loop: their writes happen only while the lease is held. */
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
