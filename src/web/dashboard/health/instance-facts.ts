import { statfsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { MIGRATIONS } from "../../../../migrations/index.ts";
import { relyingPartyOf } from "../../../auth/passkey-answer.ts";
import { DAY } from "../../../domain/time.ts";
import { outboxFigures } from "../../../operations/reservation/questions.ts";
import type { Asked } from "../../../storage/figures-store.ts";
import {
  LEASE_PATIENCE_MS,
  LOOP_LEASE,
  ownerOf,
  STANDBY_LEASE,
} from "../../../storage/lease-owner.ts";
import type { Stores } from "../../../storage/stores.ts";
import { SHORT_COMMIT, VERSION } from "../../../version.ts";
import { isEncrypted } from "../../host-check.ts";
import type { DashboardParts } from "../desk-visit.ts";

const ATTEMPTS_SHOWN = 3;

type Parts = Pick<
  DashboardParts,
  "instance" | "stores" | "clock" | "environment" | "origin" | "sms"
>;

interface LoopFacts {
  readonly process: string;
  readonly isOurs: boolean;
  readonly lastStepAt: number;
}

type AskedFacts = Omit<Asked, "phone"> & { readonly agoMs: number };

/**
 * Times in `queue` and `sms` are by the restaurants' clock, which a test can move. All other times are
 * by the system clock.
 */
export function readFacts(parts: Parts) {
  const { instance, stores, clock, environment, origin, sms } = parts;
  const now = instance.systemClock();
  const clockOffset = stores.instance.clockOffset();
  const newestChangeAt = stores.figures.newestChangeAt();
  const outbox = outboxFigures({ stores, now: clock() });
  const path = instance.database;
  const { everyHours, folder, status } = instance.backups;
  return {
    now,
    startedAt: instance.startedAt,
    version: `${VERSION} (${SHORT_COMMIT})`,
    environment,
    origin,
    isEncrypted: isEncrypted(origin),
    passkeysElsewhere: stores.factors.passkeysElsewhere(relyingPartyOf(origin)?.id ?? ""),
    writable: instance.writable(),
    database: {
      path,
      bytes: sizeOf(path),
      logBytes: sizeOf(`${path}-wal`) ?? 0,
      freeBytes: freeBytes(dirname(path)),
      pages: instance.pages(),
    },
    schema: { step: stores.instance.schemaStep(), expected: MIGRATIONS.length },
    /** Null if nothing was ever written. */
    newestChangeAt: newestChangeAt === null ? null : newestChangeAt - clockOffset,
    /** Milliseconds by which a test has moved the restaurants' clock. */
    clockOffset,
    /** Null if the clock is trusted. */
    clockDoubt: instance.watch.doubt(),
    /** The process that runs the background loop. Null if there is none. */
    loop: loopOf(stores.lease.seen(LOOP_LEASE), now - instance.loopSilentMs()),
    secondServer: secondServerOf(stores.lease, now),
    queue: {
      ...outbox,
      oldestWaitMs: outbox.oldestDueAt === null ? 0 : Math.max(0, clock() - outbox.oldestDueAt),
    },
    backups: { everyHours, folder, ...status() },
    /** `asked`: the latest attempts to send a text, newest first. None is older than 24 hours. */
    sms: { provider: sms.provider, configured: sms.configured, asked: askedOf(stores, clock()) },
  };
}

export type InstanceFacts = ReturnType<typeof readFacts>;

function askedOf({ brands, figures }: Stores, now: number): readonly AskedFacts[] {
  const slugs = brands.names().map(({ slug }) => slug);
  const asked = figures.lastAsked(slugs, now - DAY, ATTEMPTS_SHOWN);
  return asked.map(({ state, fault, at }) => ({ state, fault, at, agoMs: Math.max(0, now - at) }));
}

function loopOf(
  seen: { readonly owner: string; readonly heartbeatAt: number } | null,
  ownStepAt: number,
): LoopFacts | null {
  if (seen === null) return null;
  const { pid, host, state } = ownerOf(seen.owner);
  // `state` is "alive" only for a process on this machine. On another machine, the same pid means
  // another process.
  const isOurs = state === "alive" && Number(pid) === process.pid;
  const name = pid === "" ? seen.owner : `process ${pid} on ${host}`;
  return { process: name, isOurs, lastStepAt: isOurs ? ownStepAt : seen.heartbeatAt };
}

function secondServerOf(lease: Stores["lease"], now: number): string | null {
  const second = lease.seen(STANDBY_LEASE);
  if (second === null || Math.abs(now - second.heartbeatAt) > LEASE_PATIENCE_MS) return null;
  const owners = [second.owner, lease.owner(LOOP_LEASE)].flatMap((owner) => owner ?? []);
  const others = [...new Set(owners)].map(ownerOf).filter(({ pid }) => Number(pid) !== process.pid);
  const [other] = others.filter(({ state }) => state !== "ended");
  return other === undefined ? null : `process ${other.pid} on ${other.host}`;
}

const sizeOf = (path: string): number | null =>
  statSync(path, { throwIfNoEntry: false })?.size ?? null;

function freeBytes(folder: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return null;
  }
}
