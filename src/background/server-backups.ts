import type { Log } from "../log.ts";
import { ownerOf } from "../storage/lease-owner.ts";
import type { Stores } from "../storage/stores.ts";
import type { Uploaded } from "../storage/upload.ts";
import type { BackupTimes } from "./backup-due.ts";
import { type Backups, createBackups } from "./backups.ts";

/** What a server knows about its backups before it runs. */
export interface ServerBackupsOptions {
  /** The data folder, where commands work. */
  readonly data: string;
  /** Path of the SQLite file. */
  readonly database: string;
  /** The backup folder, whether or not backups are automatic. */
  readonly folder: string;
  /** Null: no automatic backups. */
  readonly plan: (Omit<BackupTimes, "zone"> & { readonly storage: string | null }) | null;
  /** Runs a verb of this program in its own process and returns its JSON. */
  readonly run: (words: readonly string[], signal: AbortSignal) => Promise<object>;
  readonly log: Log;
}

/**
 * The backups of a server. Separate processes make and upload them, so that neither copying nor a
 * slow line delays a request. `mayRun`: false if another process makes the backups.
 */
export function createServerBackups(
  { data, plan, run, ...place }: ServerBackupsOptions,
  { brands }: Pick<Stores, "brands">,
  mayRun: () => boolean,
): Backups {
  const onData = ["--data", data];
  return createBackups({
    ...place,
    times: plan === null ? null : { ...plan, zone: () => firstZone(brands) },
    storage: plan?.storage ?? null,
    make: (file, signal) => run(["backup", file, ...onData], signal),
    upload: async (file, signal) => (await run(["upload", file, ...onData], signal)) as Uploaded,
    mayRun,
    clock: Date.now,
  });
}

/** The time zone in which a time of day is meant: the first restaurant's, or UTC. */
function firstZone(brands: Stores["brands"]): string {
  const [first] = brands.names();
  return (first && brands.get(first.slug)?.settings.timeZone) ?? "UTC";
}

/** The log entry if another server works on the same folder. */
export function secondServer(owner: string): { readonly other: string; readonly advice: string } {
  const { pid, host } = ownerOf(owner);
  return {
    other: `process ${pid} on ${host}`,
    advice: "Two servers run on this folder. Only one sends texts and makes backups: stop one.",
  };
}
