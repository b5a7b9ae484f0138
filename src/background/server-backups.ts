import type { Log } from "../log.ts";
import { ownerOf } from "../storage/lease-owner.ts";
import type { Stores } from "../storage/stores.ts";
import type { Uploaded } from "../storage/upload.ts";
import type { BackupTimes } from "./backup-due.ts";
import { type Backups, createBackups } from "./backups.ts";

/** What a server knows of its backups before it runs. */
export interface ServerBackupsOptions {
  /** The data folder, where commands work. */
  readonly data: string;
  /** Path of the SQLite file. */
  readonly database: string;
  /** Where backups lie, whether or not they are made by themselves. */
  readonly folder: string;
  /** Null: none are made by themselves. */
  readonly plan: (Omit<BackupTimes, "zone"> & { readonly storage: string | null }) | null;
  /** Runs a verb of this program in a process of its own and answers its JSON. */
  readonly run: (words: readonly string[], signal: AbortSignal) => Promise<object>;
  readonly log: Log;
}

/**
 * The backups of a server. They are made and uploaded by processes of their own: neither copying the
 * database nor a slow line may hold up a request. `mayRun`: false where another process does it.
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

/** The clock on the wall that a time of the day is meant by. */
function firstZone(brands: Stores["brands"]): string {
  const [first] = brands.names();
  return (first && brands.get(first.slug)?.settings.timeZone) ?? "UTC";
}

/** What the log says where another server is at work on the same folder. */
export function secondServer(owner: string): { readonly other: string; readonly advice: string } {
  const { pid, host } = ownerOf(owner);
  return {
    other: `process ${pid} on ${host}`,
    advice: "Two servers run on this folder. Only one sends texts and makes backups: stop one.",
  };
}
