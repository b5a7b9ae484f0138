import { stat } from "node:fs/promises";
import {
  type BackupFile,
  type BackupStatus,
  newestOf,
  readBackups,
} from "../storage/backup-files.ts";

/** What was found in the folder for backups at the last look. */
export interface BackupsSeen extends Pick<BackupStatus, "newest" | "onSameDisk"> {
  /** The newest first. */
  readonly files: readonly BackupFile[];
}

/** Before the first look, and where nothing can be seen. */
export const NOTHING_SEEN: BackupsSeen = { files: [], newest: null, onSameDisk: null };

/** A disk that sleeps needs some seconds to start; one that takes longer does not answer. */
const PATIENCE_MS = 30_000;

/**
 * Looks into the folder for backups of `database` without holding up the process. Throws an Error
 * in plain words where it cannot be read or does not answer, or when `signal` ends the look.
 */
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

const MOUNT = "If it is on a network disk, look whether that is there, and mount it again.";

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
