import type { Log } from "../log.ts";
import { ownerOf } from "../storage/lease-owner.ts";
import type { Stores } from "../storage/stores.ts";
import type { Uploaded } from "../storage/upload.ts";
import type { BackupTimes } from "./backup-due.ts";
import { type Backups, createBackups } from "./backups.ts";

export interface ServerBackupsOptions {
  readonly data: string;
  readonly database: string;
  readonly folder: string;
  readonly plan: (Omit<BackupTimes, "zone"> & { readonly storage: string | null }) | null;
  /** Runs a command of `maitred` in another process and returns the JSON that the command prints. */
  readonly run: (words: readonly string[], signal: AbortSignal) => Promise<object>;
  readonly log: Log;
}

/** Makes backups in other processes, so that requests do not wait. */
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

function firstZone(brands: Stores["brands"]): string {
  const [first] = brands.names();
  return (first && brands.get(first.slug)?.settings.timeZone) ?? "UTC";
}

export function secondServer(owner: string): { readonly other: string; readonly advice: string } {
  const { pid, host } = ownerOf(owner);
  return {
    other: `process ${pid} on ${host}`,
    advice:
      "Two servers run on this data folder, but only one can send texts and make backups. Stop one.",
  };
}
