import { statfsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { MIGRATIONS } from "../../../../migrations/index.ts";
import { relyingPartyOf } from "../../../auth/passkey-answer.ts";
import type { Environment } from "../../../domain/caller.ts";
import type { ClockDoubt } from "../../../domain/clock-watch.ts";
import type { PageState } from "../../../domain/page-state.ts";
import { DAY } from "../../../domain/time.ts";
import { outboxFigures } from "../../../operations/reservation/questions.ts";
import type { BackupStatus } from "../../../storage/backup-files.ts";
import type { Asked, OutboxFigures } from "../../../storage/figures-store.ts";
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
import type { InstanceStatus } from "./instance-status.ts";

/** One failure may be chance; this many in a row are not. */
const ATTEMPTS_SHOWN = 3;

/** What is known about an instance at one moment. Null: unknown. */
export interface InstanceFacts {
  /** By the system clock, like all times below. */
  readonly now: number;
  readonly startedAt: number;
  /** With the commit. */
  readonly version: string;
  readonly environment: Environment;
  readonly origin: string;
  readonly isEncrypted: boolean;
  /** Passkeys made for another host name. */
  readonly passkeysElsewhere: number;
  readonly writable: boolean;
  readonly database: {
    readonly path: string;
    readonly bytes: number | null;
    readonly logBytes: number | null;
    readonly freeBytes: number | null;
    readonly pages: PageState;
  };
  readonly schema: { readonly step: number; readonly expected: number };
  /** When the last change was written; null: never. */
  readonly newestChangeAt: number | null;
  /** How far a test has moved the restaurants' clock. */
  readonly clockOffset: number;
  /** Why the clock is not trusted; null: it is. */
  readonly clockDoubt: ClockDoubt | null;
  /** The process that runs the loop; null: none. */
  readonly loop: {
    readonly process: string;
    readonly isOurs: boolean;
    readonly lastStepAt: number;
  } | null;
  /** A second server on the same folder, by its process; null: none. */
  readonly secondServer: string | null;
  readonly queue: OutboxFigures & { readonly oldestWaitMs: number };
  readonly backups: BackupStatus & { readonly everyHours: number; readonly folder: string };
  readonly sms: {
    readonly provider: string;
    readonly configured: string;
    /** The latest attempts of a day, newest first; `at` by the restaurants' clock. */
    readonly asked: readonly (Omit<Asked, "phone"> & { readonly agoMs: number })[];
  };
}

/** Collects the facts; takes a millisecond or two with hundreds of reservations. */
export function readFacts({
  instance,
  stores,
  clock,
  environment,
  origin,
  sms,
}: Pick<
  DashboardParts,
  "instance" | "stores" | "clock" | "environment" | "origin" | "sms"
>): InstanceFacts {
  const now = instance.systemClock();
  const clockOffset = stores.instance.clockOffset();
  const newestChangeAt = stores.figures.newestChangeAt();
  const outbox = outboxFigures({ stores, now: clock() });
  const path = instance.database;
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
    newestChangeAt: newestChangeAt === null ? null : newestChangeAt - clockOffset,
    clockOffset,
    clockDoubt: instance.watch.doubt(),
    loop: loopOf(stores.lease.seen(LOOP_LEASE), now - instance.loopSilentMs()),
    secondServer: secondServerOf(stores.lease, now),
    queue: {
      ...outbox,
      oldestWaitMs: outbox.oldestDueAt === null ? 0 : Math.max(0, clock() - outbox.oldestDueAt),
    },
    backups: backupsOf(instance),
    sms: { provider: sms.provider, configured: sms.configured, asked: askedOf(stores, clock()) },
  };
}

function askedOf({ brands, figures }: Stores, now: number): InstanceFacts["sms"]["asked"] {
  const slugs = brands.names().map(({ slug }) => slug);
  const asked = figures.lastAsked(slugs, now - DAY, ATTEMPTS_SHOWN);
  return asked.map(({ state, fault, at }) => ({ state, fault, at, agoMs: Math.max(0, now - at) }));
}

function loopOf(
  seen: { readonly owner: string; readonly heartbeatAt: number } | null,
  ownStepAt: number,
): InstanceFacts["loop"] {
  if (seen === null) return null;
  const { pid, host, state } = ownerOf(seen.owner);
  // A process of another machine may have the same pid.
  const isOurs = state === "alive" && Number(pid) === process.pid;
  const name = pid === "" ? seen.owner : `process ${pid} on ${host}`;
  return { process: name, isOurs, lastStepAt: isOurs ? ownStepAt : seen.heartbeatAt };
}

function backupsOf({ backups }: InstanceStatus): InstanceFacts["backups"] {
  const { everyHours, folder, status } = backups;
  return { everyHours, folder, ...status() };
}

/** A second server on the same folder that is not this process, if its heartbeat is recent. */
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
