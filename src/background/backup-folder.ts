import { stat } from "node:fs/promises";
import {
  type BackupFile,
  type BackupStatus,
  newestOf,
  readBackups,
} from "../storage/backup-files.ts";

export interface BackupsSeen extends Pick<BackupStatus, "newest" | "onSameDisk"> {
  /** Newest first. */
  readonly files: readonly BackupFile[];
}

export const NOTHING_SEEN: BackupsSeen = { files: [], newest: null, onSameDisk: null };

const PATIENCE_MS = 30_000;

/** Throws an Error, with a message for the operator, if the folder cannot be read or does not answer. */
export async function lookIntoBackups(
  folder: string,
  options: { readonly database: string; readonly now: number; readonly signal: AbortSignal },
): Promise<BackupsSeen> {
  const { database, now, signal } = options;
  const ended = Promise.withResolvers<never>();
  const giveUp = (): void => ended.reject(new Error(`${folder} does not answer. ${MOUNT}`));
  const timer = setTimeout(giveUp, PATIENCE_MS);
  signal.addEventListener("abort", giveUp);
  try {
    return await Promise.race([seenIn(folder, database, now), ended.promise]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", giveUp);
  }
}

const MOUNT = "If it is on a network disk, check the disk and mount it again.";

async function seenIn(folder: string, database: string, now: number): Promise<BackupsSeen> {
  const files = await readBackups(folder);
  const newest = newestOf(files, now);
  if (newest === undefined) return { files, newest: null, onSameDisk: null };
  const [file, home] = await Promise.all([factsOf(newest.path), factsOf(database)]);
  const onSameDisk = file === null || home === null ? null : file.dev === home.dev;
  return { files, newest: { ...newest, bytes: file?.size ?? null }, onSameDisk };
}

const factsOf = (path: string): Promise<{ size: number; dev: number } | null> =>
  stat(path).catch(() => null);
