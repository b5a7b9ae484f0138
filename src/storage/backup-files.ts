import { existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DAY, MINUTE } from "../domain/time.ts";
import { BackupError } from "./backup-error.ts";
import { wholeNameOf } from "./partial-file.ts";

/** Part of the file's name. Only scheduled backups are removed automatically. */
export type BackupReason = "scheduled" | "manual" | `before-${string}`;

export interface BackupFile {
  readonly path: string;
  /** By the clock of the machine that made the backup. */
  readonly takenAt: number;
  readonly reason: string;
}

export interface BackupStatus {
  /** Leaves out backups dated in the future. */
  readonly newest: (BackupFile & { readonly bytes: number | null }) | null;
  /** Whether the newest backup is on the database's disk. Null without backups or if a disk is unreadable. */
  readonly onSameDisk: boolean | null;
  /** Why the last backup failed, or why the folder could not be read. */
  readonly failure: string | null;
  readonly storage: StorageStatus | null;
}

export interface StorageStatus {
  readonly place: string;
  readonly newestAt: number | null;
  readonly failure: string | null;
}

const PARTIAL_KEPT_MS = DAY;
const COPY = /^maitred-.*\.db$/;
/** `backupPath` adds a second if a name is taken, so a new backup can be dated slightly in the future. */
const TOLERANCE_MS = MINUTE;
const NAME = /^maitred-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z-([\w-]+)\.db$/;

export const backupFolderOf = (databasePath: string): string =>
  join(dirname(databasePath), "backups");

export function backupPath(folder: string, now: number, reason: BackupReason): string {
  const time = new Date(now).toISOString().slice(0, 19).replaceAll(":", "");
  const path = join(folder, `maitred-${time}Z-${reason}.db`);
  if (!existsSync(path)) return path;
  return backupPath(folder, now + 1000, reason);
}

/** Does not create the parent folder, which may be a disk that is not mounted. Throws BackupError. */
export function makeBackupFolder(folder: string): void {
  if (existsSync(folder)) return;
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return;
    const why = existsSync(dirname(folder))
      ? `${(error as Error).message}. Create the folder yourself, and give it to the account that runs maitred.`
      : `there is no folder ${dirname(folder)} (a disk that is not mounted?). Mount the disk, or create the folder.`;
    throw new BackupError(
      "UNWRITABLE",
      `The folder for backups, ${folder}, cannot be created: ${why}`,
      {
        cause: error,
      },
    );
  }
}

/** Newest first; empty if there is no folder. Throws BackupError. */
export function listBackups(folder: string): BackupFile[] {
  try {
    return backupsAmong(readdirSync(folder), folder);
  } catch (error) {
    return noneOrThrow(error, folder);
  }
}

/** Like `listBackups`, but without blocking: a network disk may answer late or never. */
export async function readBackups(folder: string): Promise<BackupFile[]> {
  try {
    return backupsAmong(await readdir(folder), folder);
  } catch (error) {
    return noneOrThrow(error, folder);
  }
}

function noneOrThrow(error: unknown, folder: string): BackupFile[] {
  const { code } = error as NodeJS.ErrnoException;
  if (code === "ENOENT") return [];
  throw new BackupError("UNREADABLE", `${unreadable(folder, code)} ${REMEDIES[code ?? ""] ?? ""}`, {
    cause: error,
  });
}

const unreadable = (folder: string, code = "unknown error"): string =>
  code === "ENOTDIR"
    ? `${folder}, where backups are kept, is a file, not a folder.`
    : `The folder for backups, ${folder}, cannot be read (${code}).`;

const PERMISSIONS = "Use chown to give the folder to the account that runs maitred.";
const REMEDIES: Readonly<Record<string, string>> = {
  ENOTDIR: "Move the file away, or name another folder.",
  EACCES: PERMISSIONS,
  EPERM: PERMISSIONS,
  ESTALE: "Mount the network disk again.",
  EIO: "Check the disk and its cable, and mount it again.",
};

function backupsAmong(names: readonly string[], folder: string): BackupFile[] {
  return names
    .flatMap((name) => {
      const named = backupNamed(name);
      return named === null ? [] : [{ path: join(folder, name), ...named }];
    })
    .sort((a, b) => b.takenAt - a.takenAt);
}

export function backupNamed(name: string): Omit<BackupFile, "path"> | null {
  const match = NAME.exec(name);
  if (match === null) return null;
  const [, date, hours, minutes, seconds, reason = ""] = match;
  return { takenAt: Date.parse(`${date}T${hours}:${minutes}:${seconds}Z`), reason };
}

const isAhead = ({ takenAt }: Pick<BackupFile, "takenAt">, now: number): boolean =>
  takenAt > now + TOLERANCE_MS;

/** `backups`: newest first. */
export const newestOf = <B extends Pick<BackupFile, "takenAt">>(
  backups: readonly B[],
  now: number,
): B | undefined => backups.find((backup) => !isAhead(backup, now));

/** Throws BackupError. */
export const newestBackup = (folder: string, now: number): BackupFile | undefined =>
  newestOf(listBackups(folder), now);

export const scheduledAmong = <B extends Pick<BackupFile, "reason">>(backups: readonly B[]): B[] =>
  backups.filter(({ reason }) => reason === "scheduled");

/**
 * The scheduled backups to remove. Counts backups dated in the future as the oldest. If they counted
 * as the newest, each new backup would be removed at once.
 */
export function superfluousAmong<B extends BackupFile>(
  backups: readonly B[],
  keep: number,
  now: number,
): B[] {
  const all = scheduledAmong(backups);
  const ahead = all.filter((backup) => isAhead(backup, now));
  return [...all.filter((backup) => !ahead.includes(backup)), ...ahead].slice(keep);
}

/** Removes superfluous backups, and unfinished copies older than a day. Returns the removed paths. */
export async function pruneBackups(
  folder: string,
  keep: number,
  now: number,
): Promise<readonly string[]> {
  const names = await readdir(folder);
  const removed = superfluousAmong(backupsAmong(names, folder), keep, now).map(({ path }) => path);
  for (const name of names.filter((one) => COPY.test(wholeNameOf(one) ?? ""))) {
    const path = join(folder, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: now }));
    if (mtimeMs < now - PARTIAL_KEPT_MS) removed.push(path);
  }
  for (const path of removed) await rm(path, { force: true });
  return removed;
}
