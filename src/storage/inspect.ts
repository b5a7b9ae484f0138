import { Database, SQLiteError } from "bun:sqlite";
import { statSync } from "node:fs";
import { dirname } from "node:path";
import type { Environment } from "../domain/caller.ts";
import { BackupError } from "./backup-error.ts";
import { type BackupFile, backupFolderOf, listBackups, newestOf } from "./backup-files.ts";
import { damaged, OpenError, shellQuoted } from "./open-error.ts";

export interface DatabaseFacts {
  readonly environment: Environment;
  /** How many migrations were applied. */
  readonly schema: number;
  readonly rows: Readonly<Record<string, number>>;
  readonly newestChangeAt: number | null;
  /** Null if no server has used the database yet. */
  readonly secretCheck: string | null;
  /** Milliseconds added to the system clock; 0 in live data. */
  readonly clockOffset: number;
}

const BUSY_TIMEOUT_MS = 5000;
const MAX_PROBLEMS = 5;

/** Opens databases of older schemas too. Throws OpenError. */
export function openForReading(path: string): Database {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) {
    throw new OpenError("MISSING", `There is no database file ${path}. Check the name, or --data.`);
  }
  let database: Database | null = null;
  try {
    database = new Database(path, { readonly: true, strict: true });
    database.run(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
    if (!tableNames(database).includes("schema_migration")) {
      throw new OpenError("FOREIGN_DATABASE", `${path} is not a database of maitred.`);
    }
    return database;
  } catch (error) {
    database?.close();
    throw unreadable(error, path);
  }
}

/**
 * False if no database was set up yet. True for an unreadable or foreign file, because opening that file
 * reports the error.
 */
export function isMade(path: string): boolean {
  try {
    if (statSync(path, { throwIfNoEntry: false }) === undefined) return false;
    using database = new Database(path, { readonly: true, strict: true });
    database.run(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
    const tables = tableNames(database);
    if (tables.length === 0) return false;
    if (!tables.includes("schema_migration")) return true;
    return tables.includes("instance") && database.prepare("SELECT 1 FROM instance").get() !== null;
  } catch {
    return true;
  }
}

interface Kept {
  /** The backup folder. Null for the folder `backups` next to the database. */
  readonly folder: string | null;
  /** The current time. Backups dated later are suggested only if there are no earlier ones. */
  readonly now: number;
}

/**
 * Throws OpenError MISSING if the database is gone but has backups. Without this check, the server
 * would make a new database, and its backups would displace those of the old database.
 */
export function assertNotLost(path: string, kept: Kept): void {
  const lost = lostDatabase(path, kept);
  if (lost !== null) throw new OpenError("MISSING", `${lost.seen} ${lost.todo}`);
}

export function lostDatabase(
  path: string,
  { folder, now }: Kept,
): { readonly seen: string; readonly todo: string } | null {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0) return null;
  const folders = [...new Set([folder ?? backupFolderOf(path), backupFolderOf(path)])];
  let backups: BackupFile[];
  try {
    backups = folders.flatMap(listBackups).toSorted((a, b) => b.takenAt - a.takenAt);
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    return {
      seen: `${path} is missing or empty, and the folder for its backups cannot be read.`,
      todo: error.message,
    };
  }
  const newest = newestOf(backups, now) ?? backups[0];
  if (newest === undefined) return null;
  return {
    seen: `${path} is missing or empty, but there are backups in ${dirname(newest.path)}.`,
    todo:
      `To restore the newest backup: maitred restore ${shellQuoted(newest.path)} ` +
      `--data ${shellQuoted(dirname(path))}\n` +
      "To start empty instead, move these backups away. If they belong to another instance, choose " +
      "another backup folder for this instance.",
  };
}

export function factsOf(database: Database): DatabaseFacts {
  const rows = rowCounts(database);
  const instance = database
    .prepare<{ environment: Environment; clock_offset: number; secret_check?: string | null }, []>(
      "SELECT * FROM instance",
    )
    .get();
  if (instance === null)
    throw new OpenError(
      "FOREIGN_DATABASE",
      "The database does not say whether it is live or test.",
    );
  const newest = database.prepare<{ at: number | null }, []>(
    "SELECT at FROM audit ORDER BY sequence DESC LIMIT 1",
  );
  return {
    environment: instance.environment,
    schema: rows["schema_migration"] ?? 0,
    rows,
    newestChangeAt: "audit" in rows ? (newest.get()?.at ?? null) : null,
    secretCheck: instance.secret_check ?? null,
    clockOffset: instance.clock_offset,
  };
}

export function problemsOf(database: Database): string[] {
  const found = database
    .prepare<{ integrity_check: string }, []>(`PRAGMA integrity_check(${MAX_PROBLEMS})`)
    .all()
    .map((row) => row.integrity_check)
    .filter((line) => line !== "ok");
  const orphans = database
    .prepare<{ table: string; parent: string }, []>("PRAGMA foreign_key_check")
    .all()
    .slice(0, MAX_PROBLEMS)
    .map(({ table, parent }) => `a row of ${table} refers to a missing row of ${parent}`);
  return [...found, ...orphans];
}

export function rowCounts(database: Database): Record<string, number> {
  const count = (table: string): number =>
    database.prepare<{ n: number }, []>(`SELECT count(*) AS n FROM "${table}" NOT INDEXED`).get()
      ?.n ?? 0;
  return database.transaction(() =>
    Object.fromEntries(tableNames(database).map((table) => [table, count(table)])),
  )();
}

/** Unlike `rowCounts`, leaves out damaged tables and lets other processes write between two counts. */
export function countableRows(database: Database): Record<string, number> {
  const counts = tableNames(database).flatMap((table): [string, number][] => {
    try {
      const question = `SELECT count(*) AS n FROM "${table}" NOT INDEXED`;
      return [[table, database.prepare<{ n: number }, []>(question).get()?.n ?? 0]];
    } catch (error) {
      if (error instanceof SQLiteError) return [];
      throw error;
    }
  });
  return Object.fromEntries(counts);
}

export const tableNames = (database: Database): string[] =>
  database
    .prepare<{ name: string }, []>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
    )
    .all()
    .map((row) => row.name);

function unreadable(error: unknown, path: string): unknown {
  if (!(error instanceof SQLiteError)) return error;
  if (error.code === "SQLITE_NOTADB") {
    return new OpenError(
      "NOT_A_DATABASE",
      `${path} is not a database (or is encrypted or damaged).`,
    );
  }
  if (error.code?.startsWith("SQLITE_CORRUPT")) {
    return damaged(path, error.message, error);
  }
  return new OpenError("UNREADABLE", `${path} cannot be read: ${error.message}.`, {
    cause: error,
  });
}
