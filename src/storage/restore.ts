import { Database } from "bun:sqlite";
import {
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { copyDatabase, type DatabaseCopy, flush } from "./backup.ts";
import { openForReading } from "./inspect.ts";
import { checkpoint } from "./rebuild.ts";
import { pendingSteps } from "./schema-history.ts";

export interface Draft extends DatabaseCopy {
  readonly pending: number;
}

/** `rescue`: `file` may be damaged. Throws BackupError or OpenError. */
export function draftFrom(file: string, path: string, { rescue = false } = {}): Draft {
  removeDrafts(path);
  const draft = `${path}.restoring`;
  const copy = copyDatabase(file, draft, { rescue });
  try {
    const reader = openForReading(draft);
    try {
      return { ...copy, pending: pendingSteps(reader).length };
    } finally {
      reader.close();
    }
  } catch (error) {
    removeDrafts(path);
    throw error;
  }
}

export function removeDrafts(path: string): void {
  const start = `${basename(path)}.restoring`;
  for (const name of readdirSync(dirname(path))) {
    if (name.startsWith(start)) rmSync(join(dirname(path), name), { force: true });
  }
}

/**
 * Gives the state `unknown` to texts that may have been sent, so that they are not sent again: the texts
 * that were being sent and, if `isBackup`, the due texts, which the server may have sent after the backup.
 * Returns how many texts got this state. `unbind`: the next start of the server accepts any instance secret.
 */
export function prepareDraft(
  draft: Draft,
  {
    now,
    unbind,
    isBackup,
  }: { readonly now: number; readonly unbind: boolean; readonly isBackup: boolean },
): number {
  const database = new Database(draft.file, { readwrite: true, strict: true });
  try {
    // No server runs on the draft. The lease is that of the server which used the original.
    if (database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'lease'").get() !== null) {
      database.run("DELETE FROM lease");
    }
    // A backup may come from another machine, whose folders and settings do not apply here.
    if (
      isBackup &&
      database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'backup_place'").get() !== null
    ) {
      database.run("DELETE FROM backup_place");
      database.run("UPDATE instance SET served_settings = NULL");
    }
    if (unbind && draft.secretCheck !== null) {
      database.run("UPDATE instance SET secret_check = NULL");
    }
    return database
      .prepare(
        `UPDATE message SET state = 'unknown'
         WHERE state = 'sending' OR (state = 'due' AND due_at <= :now AND :isBackup)`,
      )
      .run({ now: now + draft.clockOffset, isBackup }).changes;
  } finally {
    database.close();
    flush(draft.file);
  }
}

/**
 * Returns the new path of the old database; null if there was none. The caller must have called
 * `claimFolder`. If the process dies, the old database is complete at the old or the new path.
 */
export function replaceDatabase(draft: Draft, path: string, now: number): string | null {
  const kept = existsSync(path) ? keep(path, now) : null;
  // Remove the old log: SQLite would apply it to the new file.
  for (const side of ["-wal", "-shm"]) rmSync(`${path}${side}`, { force: true });
  renameSync(draft.file, path);
  flush(dirname(path));
  return kept;
}

function keep(path: string, now: number): string {
  checkpoint(path);
  const kept = freeName(`${path}.replaced-${new Date(now).toISOString().slice(0, 10)}`);
  try {
    linkSync(path, kept);
  } catch {
    copyFileSync(path, kept, constants.COPYFILE_EXCL);
    flush(kept);
  }
  const log = `${path}-wal`;
  if (existsSync(log) && statSync(log).size > 0) {
    copyFileSync(log, `${kept}-wal`);
    flush(`${kept}-wal`);
  }
  flush(dirname(path));
  return kept;
}

function freeName(wanted: string): string {
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? wanted : `${wanted}-${n}`;
    if (!existsSync(name)) return name;
  }
}
