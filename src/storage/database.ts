import { Database, SQLiteError } from "bun:sqlite";
import { closeSync, mkdirSync, openSync, statfsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { MIGRATIONS, type Migration } from "../../migrations/index.ts";
import type { Environment } from "../domain/caller.ts";
import { BackupError } from "./backup-error.ts";
import { type MigrationResult, migrate } from "./migrate.ts";
import { damaged, noDatabase, OpenError } from "./open-error.ts";
import { keepPlans } from "./steady-plans.ts";

/** How a database is opened. */
export interface OpenOptions {
  /** What the database must be stamped with, and is when it is made; "any" takes what is there. */
  readonly environment: Environment | "any";
  /** True: a missing file (and its folder) is made. Default false. */
  readonly create?: boolean;
  /**
   * False gives up surviving a power cut, for tests that are about something else. Default true.
   */
  readonly durable?: boolean;
  /** True: a copy, on which nobody is at work whatever its original says. Default false. */
  readonly copied?: boolean;
  /** True: the pages of the file are looked through first, some 3 ms a megabyte. Default false. */
  readonly checked?: boolean;
  /** Epoch milliseconds, written beside each applied schema step. */
  readonly now?: () => number;
  /** The schema; another list only in tests of the migrations themselves. */
  readonly migrations?: readonly Migration[];
  /** Told what was migrated, when anything was. */
  readonly onMigrated?: (result: MigrationResult) => void;
}

/** A server holds its readers up for no longer than this while another process writes. */
const BUSY_TIMEOUT_MS = 100;
/** What an open database takes beside its file. */
const LEAST_ROOM_BYTES = 64 * 1024;
/** Nobody is being served yet while the schema is brought up to date. */
const START_TIMEOUT_MS = 10_000;

/**
 * Opens the database at `path`: checks its stamp, brings its schema up to date, sets the pragmas.
 * Throws OpenError, whose message is meant for an operator, and BackupError where the copy that
 * comes before a change of the schema could not be made.
 */
export function openDatabase(path: string, options: OpenOptions): Database {
  const { environment, durable = true, now = Date.now, migrations = MIGRATIONS } = options;
  prepareFile(path, options.create ?? false);
  let database: Database | null = null;
  try {
    database = new Database(path, { readwrite: true, strict: true });
    keepPlans(database);
    database.run(`PRAGMA busy_timeout = ${START_TIMEOUT_MS}`);
    assertOurs(database, path);
    assertStamp(database, path, environment);
    setPragmas(database, durable);
    if (options.checked === true) assertIntact(database, path);
    const result = migrate(database, path, { migrations, now: now(), copied: options.copied });
    stamp(database, path, environment);
    if (result.applied.length > 0) options.onMigrated?.(result);
    database.run(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
    return database;
  } catch (error) {
    database?.close();
    throw asOpenError(error, path);
  }
}

/** Writes everything from the log into the file, refreshes the planner's statistics and closes. */
export function closeDatabase(database: Database): void {
  try {
    database.run("PRAGMA optimize");
    database.run("PRAGMA wal_checkpoint(TRUNCATE)");
  } catch (error) {
    // Housekeeping only: what was committed is in the log, and the next start reads it from there.
    if (!(error instanceof SQLiteError)) throw error;
  } finally {
    database.close();
  }
}

/** Makes folder and file for their owner only; SQLite gives its side files the same mode. */
function prepareFile(path: string, create: boolean): void {
  try {
    // Unlike existsSync it tells what is not there from what this account may not see.
    const found = statSync(path, { throwIfNoEntry: false });
    if (found !== undefined) {
      if (found.isFile()) return;
      throw new OpenError("UNREADABLE", `${path} is not a file; name the database file itself.`);
    }
    if (!create) {
      throw noDatabase(path);
    }
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    closeSync(openSync(path, "a", 0o600));
  } catch (error) {
    throw asOpenError(error, path);
  }
}

/**
 * The journal mode the file has after asking for the write-ahead log. While another process makes
 * the file, SQLite refuses this one change at once, whatever busy_timeout says.
 */
function switchToLog(database: Database): string | undefined {
  const change = database.prepare<{ journal_mode: string }, []>("PRAGMA journal_mode = WAL");
  for (const started = performance.now(); ; Bun.sleepSync(5)) {
    try {
      return change.get()?.journal_mode;
    } catch (error) {
      const busy = error instanceof SQLiteError && error.code === "SQLITE_BUSY";
      if (!busy || performance.now() - started > START_TIMEOUT_MS) throw error;
    }
  }
}

function setPragmas(database: Database, durable: boolean): void {
  if (switchToLog(database) !== "wal") {
    throw new OpenError(
      "UNREADABLE",
      "This file system does not allow the write-ahead log (network folders often do not). " +
        "Move the data folder to a local disk.",
    );
  }
  database.run(`PRAGMA synchronous = ${durable ? "FULL" : "OFF"}`);
  database.run("PRAGMA foreign_keys = ON");
  database.run("PRAGMA trusted_schema = OFF");
  // What is deleted or written over is overwritten; what splitting a page leaves, wipe.ts finds.
  database.run("PRAGMA secure_delete = ON");
  database.run("PRAGMA temp_store = MEMORY");
  database.run("PRAGMA cache_size = -16384"); // KiB: the hot ends of the indexes stay in memory
  // Pages, 16 MB: under load a checkpoint each hundred bookings would sync as often as the commits.
  database.run("PRAGMA wal_autocheckpoint = 4000");
}

/** Refuses a database that some other program made, before anything is written to it. */
function assertOurs(database: Database, path: string): void {
  const tables = tableNames(database);
  if (tables.length === 0 || tables.includes("schema_migration")) return;
  throw new OpenError(
    "FOREIGN_DATABASE",
    `${path} is a database of another program; it was left as it is. Choose another --data folder.`,
  );
}

/** Refuses live data under a test program and the reverse, before its schema is touched. */
function assertStamp(database: Database, path: string, environment: Environment | "any"): void {
  if (!tableNames(database).includes("instance")) return;
  const row = database
    .prepare<{ environment: Environment }, []>("SELECT environment FROM instance")
    .get();
  if (row === null || environment === "any" || row.environment === environment) return;
  throw new OpenError(
    "WRONG_ENVIRONMENT",
    row.environment === "test"
      ? `${path} is a test database. Open it with \`maitred dev --data DIR\`, or give \`maitred ` +
          "serve` another --data folder."
      : `${path} holds live data. Open it with \`maitred serve --data DIR\`, or give \`maitred ` +
          "dev` another --data folder.",
  );
}

/**
 * Looks through the pages of a database. A server that starts on damaged ones would find out in the
 * middle of an evening. Throws OpenError DAMAGED.
 */
export function assertIntact(database: Database, path: string): void {
  const check = database.prepare<{ quick_check: string }, []>("PRAGMA quick_check(1)");
  const found = check.get()?.quick_check;
  if (found !== "ok") throw damaged(path, found ?? "its pages can not be checked");
}

/** Marks a new database as live or test for good; of two processes that make it, the first wins. */
function stamp(database: Database, path: string, environment: Environment | "any"): void {
  if (environment !== "any") {
    database
      .prepare(
        "INSERT INTO instance (id, environment) VALUES (1, :environment) ON CONFLICT DO NOTHING",
      )
      .run({ environment });
  }
  assertStamp(database, path, environment);
}

function tableNames(database: Database): string[] {
  return database
    .prepare<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'table'")
    .all()
    .map((row) => row.name);
}

/** SQLite says of files that it can not lengthen only that reading or writing them failed. */
function isDiskFull(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < LEAST_ROOM_BYTES;
  } catch {
    return false;
  }
}

function asOpenError(error: unknown, path: string): unknown {
  if (error instanceof OpenError || error instanceof BackupError) return error;
  if (error instanceof SQLiteError && error.code?.startsWith("SQLITE_CORRUPT")) {
    return damaged(path, error.message, error);
  }
  if (error instanceof SQLiteError && error.code === "SQLITE_NOTADB") {
    return new OpenError(
      "NOT_A_DATABASE",
      `${path} is not a database (or is encrypted or damaged). Name another file, or restore a backup.`,
      { cause: error },
    );
  }
  if (error instanceof SQLiteError && isDiskFull(dirname(path))) {
    return new OpenError(
      "NO_ROOM",
      `${path} can not be opened: the disk of ${dirname(path)} is full. Make room, then try again.`,
      { cause: error },
    );
  }
  if (error instanceof SQLiteError || (error as NodeJS.ErrnoException).code !== undefined) {
    return new OpenError(
      "UNREADABLE",
      `${path} can not be opened: ${(error as Error).message}. Check that the folder exists and ` +
        "that this account may read and write it.",
      { cause: error },
    );
  }
  return error;
}
