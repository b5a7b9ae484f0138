import { existsSync, statSync } from "node:fs";
import { MINUTE } from "../../../domain/time.ts";
import { type DatabaseFacts, lostDatabase } from "../../../storage/inspect.ts";
import { LEASE_PATIENCE_MS, ownerOf } from "../../../storage/lease-owner.ts";
import { databaseIn, OpenError } from "../../../storage/open-error.ts";
import {
  type InstanceReading,
  type InstanceWork,
  readInstance,
} from "../../../storage/read-instance.ts";
import { sayError } from "../../../words/render.ts";
import { dataFlag } from "../../instance.ts";
import { messageIn, plural } from "../../print.ts";
import {
  broken,
  doubtful,
  duration,
  fine,
  instant,
  type Outcome,
  type Surroundings,
  skipped,
} from "./check.ts";

export interface DatabaseOutcomes {
  readonly schema: Outcome;
  readonly zones: Outcome;
  readonly loop: Outcome;
  readonly facts: DatabaseFacts | null;
  readonly served: boolean;
}

const TOLERANCE_MS = MINUTE;
/** A clock that shows an earlier time is wrong: maitred did not exist then. */
const EARLIEST = Date.UTC(2025, 0, 1);

export function readDatabase(here: Surroundings): DatabaseOutcomes {
  const path = databaseIn(here.folder);
  const blind = (schema: Outcome): DatabaseOutcomes => {
    const skip = skipped("Not checked: the database could not be read.");
    return { schema, zones: skip, loop: skip, facts: null, served: false };
  };
  const lost = lostDatabase(path, { folder: here.config.values.backupFolder, now: here.now() });
  if (lost !== null) return blind(broken(lost.seen, lost.todo));
  if (!existsSync(path)) {
    const todo = `Check --data, or create a database: maitred serve${dataFlag(here.folder)}`;
    return blind(broken(`There is no database ${path}.`, todo));
  }
  try {
    const { facts, pending, work } = readInstance(path);
    const schema = schemaOf(facts, pending, here);
    if (work === null) {
      const skip = skipped("Not checked: this version needs another schema.");
      return { schema, zones: skip, loop: skip, facts, served: false };
    }
    const { loop, served } = loopOf(work, here);
    return { schema, zones: zonesOf(work, here), loop, facts, served };
  } catch (error) {
    return blind(broken(messageIn(error), todoOf(error, here)));
  }
}

const todoOf = (error: unknown, { folder }: Pick<Surroundings, "folder">): string =>
  error instanceof OpenError && error.code === "FOREIGN_DATABASE"
    ? "Name the folder of the instance with --data."
    : `Stop the server, then save what can be read: maitred restore --rescue${dataFlag(folder)}. If ` +
      "the newest backup contains more than the rescue saved, restore the backup: maitred restore " +
      `FILE${dataFlag(folder)}`;

function schemaOf(
  facts: DatabaseFacts,
  pending: InstanceReading["pending"],
  { folder }: Surroundings,
): Outcome {
  if (pending instanceof OpenError) {
    return broken(
      pending.message,
      "Use the version of maitred that wrote the database, or a newer version.",
    );
  }
  const { schema, environment, rows } = facts;
  const seen = `schema step ${schema}, ${environment} data, ${plural(rows["brand"] ?? 0, "brand")}, ${plural(rows["reservation"] ?? 0, "reservation")}.`;
  return pending.length === 0
    ? fine(`Up to date: ${seen}`)
    : doubtful(
        `Not up to date: ${seen} This version adds: ${pending.join(", ")}.`,
        `Try the upgrade on a copy: maitred migrate --dry-run${dataFlag(folder)}. The next start makes ` +
          "a backup, then upgrades.",
      );
}

function zonesOf({ brands }: InstanceWork, { folder, now }: Surroundings): Outcome {
  const faults = brands.flatMap(({ slug, fault }) =>
    fault === null ? [] : [`${slug}: ${sayError(fault, "agent")}`],
  );
  if (faults.length > 0) {
    return broken(
      faults.join(" "),
      `A brand with wrong settings refuses every call. Fix the settings: maitred brand set SLUG --set KEY=VALUE${dataFlag(folder)}`,
    );
  }
  if (brands.length === 0) return fine("There is no brand yet.");
  const clocks = brands.flatMap(({ slug, timeZone }) => {
    if (timeZone === null) return [];
    const local = Temporal.Instant.fromEpochMilliseconds(now()).toZonedDateTimeISO(timeZone);
    return `${slug} ${local.toPlainTime().toString({ smallestUnit: "minute" })} (${timeZone})`;
  });
  return fine(`Local times: ${clocks.join(", ")}.`);
}

function loopOf(
  { loop: held }: InstanceWork,
  { folder, now }: Surroundings,
): { loop: Outcome; served: boolean } {
  const data = dataFlag(folder);
  if (held === null) {
    const loop = skipped(`No server runs on this folder. To start one: maitred serve${data}`);
    return { loop, served: false };
  }
  const ageMs = now() - held.heartbeatAt;
  const { pid, host, state } = ownerOf(held.owner);
  const who = `process ${pid} on ${host}`;
  if (ageMs >= 0 && ageMs <= LEASE_PATIENCE_MS) {
    return { loop: fine(`Last sign of life ${duration(ageMs)} ago, from ${who}.`), served: true };
  }
  if (ageMs < 0) {
    const seen = `The last sign of life of ${who} is dated ${duration(ageMs)} ahead of this clock.`;
    const loop = doubtful(seen, "Set the clock, then restart the server.");
    return { loop, served: state === "alive" };
  }
  const served = state === "alive";
  const seen = `The last sign of life was ${duration(ageMs)} ago, from ${who}`;
  const loop = served
    ? broken(
        `${seen}, which still runs.`,
        "No texts are sent, no offers made, and nothing expires. Restart the server and keep its log.",
      )
    : doubtful(
        `${seen}. That process crashed or was killed.`,
        `Start the server: maitred serve${data}`,
      );
  return { loop, served };
}

export function clockOf(
  { now }: Surroundings,
  facts: DatabaseFacts | null,
  others: readonly { readonly who: string; readonly offByMs: number }[],
): Outcome {
  const at = now();
  const shown = `The clock shows ${instant(at)}`;
  const todo =
    "Set the clock and keep it right: timedatectl set-ntp true, or your system's time service.";
  if (at < EARLIEST) return broken(`${shown}, before maitred existed.`, todo);
  const change = facts?.newestChangeAt ?? null;
  const newest = change === null ? null : change - (facts?.clockOffset ?? 0);
  if (newest !== null && newest - at > TOLERANCE_MS) {
    const words = `${shown}, ${duration(newest - at)} before the newest change on record.`;
    return broken(words, `${todo} Reservations and deadlines depend on the clock.`);
  }
  const off = others.find(({ offByMs }) => Math.abs(offByMs) > TOLERANCE_MS);
  if (off !== undefined) {
    const way = off.offByMs > 0 ? "ahead of" : "behind";
    return broken(`${shown}, ${duration(off.offByMs)} ${way} the clock of ${off.who}.`, todo);
  }
  const agreed = others.map(({ who }) => who);
  return fine(
    agreed.length === 0
      ? facts === null
        ? `${shown}.`
        : `${shown} and agrees with the recorded changes.`
      : `${shown} and agrees with ${agreed.join(" and ")}.`,
  );
}

export async function integrity({ folder, checkFile }: Surroundings): Promise<Outcome> {
  const path = databaseIn(folder);
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0) {
    return skipped(`There is no database ${path}.`);
  }
  try {
    await checkFile();
    return fine("Every page, index and reference is in order.");
  } catch (error) {
    return broken(messageIn(error), todoOf(error, { folder }));
  }
}
