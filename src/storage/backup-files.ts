import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { BackupError } from "./backup-error.ts";
import { wholeNameOf } from "./partial-file.ts";

/** Why a backup was made: it stands in its name, and only scheduled ones are ever removed. */
export type BackupReason = "scheduled" | "manual" | `before-${string}`;

/** A backup as its name tells of it. */
export interface BackupFile {
  readonly path: string;
  /** Epoch milliseconds by the clock of the machine that made it, whole seconds. */
  readonly takenAt: number;
  readonly reason: string;
}

/** What a killed process left of a copy is looked at as rubbish after this long. */
const PARTIAL_KEPT_MS = 24 * 60 * 60 * 1000;
const COPY = /^maitred-.*\.db$/;
/** Two backups within a second get two names, the later one of a time that is still to come. */
const TOLERANCE_MS = 60_000;
const NAME = /^maitred-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z-([\w-]+)\.db$/;

/** Where the backups of a database are kept when nobody says. */
export const backupFolderOf = (databasePath: string): string =>
  join(dirname(databasePath), "backups");

/**
 * The path of a backup made at `now` (epoch milliseconds), such as
 * `maitred-2026-11-20T170000Z-manual.db`: sorted by name is sorted by time.
 */
export function backupPath(folder: string, now: number, reason: BackupReason): string {
  const time = new Date(now).toISOString().slice(0, 19).replaceAll(":", "");
  const path = join(folder, `maitred-${time}Z-${reason}.db`);
  if (!existsSync(path)) return path;
  // Two within a second: the later one takes the next.
  return backupPath(folder, now + 1000, reason);
}

/**
 * Makes `folder` where it is missing, for its owner only, but not the folder it lies in: that may
 * be a disk that is not mounted. Throws BackupError UNWRITABLE.
 */
export function makeBackupFolder(folder: string): void {
  if (existsSync(folder)) return;
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process that starts at the same moment made it.
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return;
    throw new BackupError(
      "UNWRITABLE",
      `The folder for backups, ${folder}, can not be made: ${(error as Error).message}.`,
      { cause: error },
    );
  }
}

/** The backups in a folder, the newest first; none where there is no folder. */
export function listBackups(folder: string): BackupFile[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .flatMap((name) => {
      const match = NAME.exec(name);
      if (match === null) return [];
      const [, date, hours, minutes, seconds, reason = ""] = match;
      const takenAt = Date.parse(`${date}T${hours}:${minutes}:${seconds}Z`);
      return [{ path: join(folder, name), takenAt, reason }];
    })
    .sort((a, b) => b.takenAt - a.takenAt);
}

/** A backup from the future was made while the clock was wrong, and says nothing about now. */
const isAhead = ({ takenAt }: BackupFile, now: number): boolean => takenAt > now + TOLERANCE_MS;

/** The newest backup that is not dated ahead of `now` (epoch milliseconds); undefined: none is. */
export const newestBackup = (folder: string, now: number): BackupFile | undefined =>
  listBackups(folder).find((backup) => !isAhead(backup, now));

/** When the newest scheduled one was made, those ahead of `now` left out; null: none is there. */
export const lastScheduledAt = (folder: string, now: number): number | null =>
  listBackups(folder).find((backup) => backup.reason === "scheduled" && !isAhead(backup, now))
    ?.takenAt ?? null;

/**
 * Removes all but the newest `keep` scheduled backups, and copies that were broken off. Those dated
 * ahead of `now` count as the oldest: else they would push out each that the right clock makes.
 */
export function pruneBackups(folder: string, keep: number, now: number): readonly string[] {
  const all = listBackups(folder).filter(({ reason }) => reason === "scheduled");
  const ahead = all.filter((backup) => isAhead(backup, now));
  const scheduled = [...all.filter((backup) => !ahead.includes(backup)), ...ahead];
  const broken = readdirSync(folder)
    .filter((name) => COPY.test(wholeNameOf(name) ?? ""))
    .map((name) => join(folder, name))
    .filter(
      (path) => (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now) < now - PARTIAL_KEPT_MS,
    );
  const superfluous = [...scheduled.slice(keep).map(({ path }) => path), ...broken];
  for (const path of superfluous) rmSync(path, { force: true });
  return superfluous;
}
