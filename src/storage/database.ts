import { Database, SQLiteError } from "bun:sqlite";
import { closeSync, mkdirSync, openSync, statfsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { MIGRATIONS, type Migration } from "../../migrations/index.ts";
import type { Environment } from "../domain/caller.ts";
import { BackupError } from "./backup-error.ts";
import { tableNames } from "./inspect.ts";
import { type MigrationResult, migrate } from "./migrate.ts";
import { damaged, noDatabase, OpenError } from "./open-error.ts";
import { keepPlans } from "./steady-plans.ts";

export interface OpenOptions {
  /** A new database gets this environment; an existing database must have it. "any" accepts live and test data. */
  readonly environment: Environment | "any";
  readonly create?: boolean;
  /** False only in tests: a power cut may then lose commits. */
  readonly durable?: boolean;
  /** True for a copy of a database. Ignores the stored lease, which the server of the original holds. */
  readonly copied?: boolean;
  /** Checks all pages of the file, which takes about 3 ms per megabyte. */
  readonly checked?: boolean;
  readonly now?: () => number;
  readonly migrations?: readonly Migration[];
  readonly onMigrated?: (result: MigrationResult) => void;
}

/** A statement that waits for a lock blocks all requests, so the wait must be short. */
const BUSY_TIMEOUT_MS = 100;
const LEAST_ROOM_BYTES = 64 * 1024;
const START_TIMEOUT_MS = 10_000;

/** Throws OpenError, or BackupError if the copy before a migration failed. */
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

export function closeDatabase(database: Database): void {
  try {
    database.run("PRAGMA optimize");
    database.run("PRAGMA wal_checkpoint(TRUNCATE)");
  } catch (error) {
    // Nothing is lost: the next start reads the commits from the write-ahead log.
    if (!(error instanceof SQLiteError)) throw error;
  } finally {
    database.close();
  }
}

/** Creates a missing file with mode 0600. SQLite then creates its log with the same mode. */
function prepareFile(path: string, create: boolean): void {
  try {
    // Unlike existsSync, statSync throws for an inaccessible file.
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

/** Retries if another process is creating the file, because SQLite ignores `busy_timeout` for this PRAGMA. */
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
  // Overwrites deleted data. When SQLite splits a page, copies of rows remain; wipe.ts clears them.
  database.run("PRAGMA secure_delete = ON");
  database.run("PRAGMA temp_store = MEMORY");
  database.run("PRAGMA cache_size = -16384"); // 16 MiB
  // 4000 pages are 16 MB. With fewer pages, checkpoints would sync as often as commits do.
  database.run("PRAGMA wal_autocheckpoint = 4000");
}

function assertOurs(database: Database, path: string): void {
  const tables = tableNames(database);
  if (tables.length === 0 || tables.includes("schema_migration")) return;
  throw new OpenError(
    "FOREIGN_DATABASE",
    `${path} is a database of another program. Nothing was changed. Choose another --data folder.`,
  );
}

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

/** Throws OpenError DAMAGED. */
export function assertIntact(database: Database, path: string): void {
  const check = database.prepare<{ quick_check: string }, []>("PRAGMA quick_check(1)");
  const found = check.get()?.quick_check;
  if (found !== "ok") throw damaged(path, found ?? "its pages cannot be checked");
}

/** Stores the environment if the database has none. Throws OpenError if it has the other environment. */
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

/** SQLite reports a full disk only as a failed read or write, so this looks at the free space. */
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
      `${path} cannot be opened: the disk of ${dirname(path)} is full. Free some space, then try again.`,
      { cause: error },
    );
  }
  if (error instanceof SQLiteError || (error as NodeJS.ErrnoException).code !== undefined) {
    return new OpenError(
      "UNREADABLE",
      `${path} cannot be opened: ${(error as Error).message}. Check that the folder exists and ` +
        "that this account may read and write it.",
      { cause: error },
    );
  }
  return error;
}
