import { existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DAY, MINUTE } from "../domain/time.ts";
import { BackupError } from "./backup-error.ts";
import { wholeNameOf } from "./partial-file.ts";

/** Why a backup was made. Part of its name; only scheduled ones are ever removed. */
export type BackupReason = "scheduled" | "manual" | `before-${string}`;

/** A backup, as described by its name. */
export interface BackupFile {
  readonly path: string;
  /** Epoch milliseconds by the clock of the machine that made it, in whole seconds. */
  readonly takenAt: number;
  readonly reason: string;
}

/** What a running server knows about its backups from its last look into the folder. */
export interface BackupStatus {
  /** The newest one not dated in the future; null: none. */
  readonly newest: (BackupFile & { readonly bytes: number | null }) | null;
  /** Whether it is on the same disk as the database; null: unknown. */
  readonly onSameDisk: boolean | null;
  /** Why there is no backup, or no new one; null: nothing failed. */
  readonly failure: string | null;
  /** The copies in S3 storage; null: none are made. */
  readonly storage: StorageStatus | null;
}

/** What is known about the backups in S3 storage since the last upload. */
export interface StorageStatus {
  /** Its name for people. */
  readonly place: string;
  /** When the newest backup there was made, epoch milliseconds; null: none is known to be there. */
  readonly newestAt: number | null;
  /** Why the last upload failed; null: it did not. */
  readonly failure: string | null;
}

/** After this time an unfinished copy of a killed process is removed. */
const PARTIAL_KEPT_MS = DAY;
const COPY = /^maitred-.*\.db$/;
/** Names have whole seconds, so a second backup in the same second is dated one second later. */
const TOLERANCE_MS = MINUTE;
const NAME = /^maitred-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z-([\w-]+)\.db$/;

/** The default backup folder of a database. */
export const backupFolderOf = (databasePath: string): string =>
  join(dirname(databasePath), "backups");

/**
 * The path of a backup made at `now` (epoch milliseconds), such as
 * `maitred-2026-11-20T170000Z-manual.db`: sorting by name sorts by time.
 */
export function backupPath(folder: string, now: number, reason: BackupReason): string {
  const time = new Date(now).toISOString().slice(0, 19).replaceAll(":", "");
  const path = join(folder, `maitred-${time}Z-${reason}.db`);
  if (!existsSync(path)) return path;
  // The name is taken: use the next second.
  return backupPath(folder, now + 1000, reason);
}

/**
 * Creates `folder` if it is missing, open to its owner only. Does not create its parent, which may
 * be a disk that is not mounted. Throws BackupError UNWRITABLE.
 */
export function makeBackupFolder(folder: string): void {
  if (existsSync(folder)) return;
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another starting process made it.
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return;
    const why = existsSync(dirname(folder))
      ? `${(error as Error).message}. Make it yourself, for the account that maitred runs as.`
      : `there is no folder ${dirname(folder)} (a disk that is not mounted?). Mount it, or make it.`;
    throw new BackupError(
      "UNWRITABLE",
      `The folder for backups, ${folder}, cannot be made: ${why}`,
      {
        cause: error,
      },
    );
  }
}

/** The backups in a folder, the newest first; none if there is no folder. Throws BackupError. */
export function listBackups(folder: string): BackupFile[] {
  try {
    return backupsAmong(readdirSync(folder), folder);
  } catch (error) {
    return noneOrThrow(error, folder);
  }
}

/** The same without blocking: a network disk that is gone answers late or never. */
export async function readBackups(folder: string): Promise<BackupFile[]> {
  try {
    return backupsAmong(await readdir(folder), folder);
  } catch (error) {
    return noneOrThrow(error, folder);
  }
}

/** A missing folder means that there are no backups. After any other error there may be some. */
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

const PERMISSIONS =
  "It belongs to another account: give it to the one that runs maitred, with chown.";
/** Advice for the usual errors of a folder. */
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

/** Parses the name of a backup; null: it is not one. */
export function backupNamed(name: string): Omit<BackupFile, "path"> | null {
  const match = NAME.exec(name);
  if (match === null) return null;
  const [, date, hours, minutes, seconds, reason = ""] = match;
  return { takenAt: Date.parse(`${date}T${hours}:${minutes}:${seconds}Z`), reason };
}

/** A backup dated in the future was made with a wrong clock, and says nothing about the present. */
const isAhead = ({ takenAt }: Pick<BackupFile, "takenAt">, now: number): boolean =>
  takenAt > now + TOLERANCE_MS;

/** The newest of a list (newest first) not dated after `now` (epoch milliseconds). */
export const newestOf = <B extends Pick<BackupFile, "takenAt">>(
  backups: readonly B[],
  now: number,
): B | undefined => backups.find((backup) => !isAhead(backup, now));

/** The newest backup not dated after `now`; undefined: none. Throws BackupError. */
export const newestBackup = (folder: string, now: number): BackupFile | undefined =>
  newestOf(listBackups(folder), now);

/** The automatic backups of a list, newest first. */
export const scheduledAmong = <B extends Pick<BackupFile, "reason">>(backups: readonly B[]): B[] =>
  backups.filter(({ reason }) => reason === "scheduled");

/**
 * The scheduled backups beyond the newest `keep`, from a list newest first. Those dated after `now`
 * count as the oldest; otherwise they would push out every new one.
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

/** Removes surplus backups and old unfinished copies; returns their paths. */
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
