import { Database, SQLiteError } from "bun:sqlite";
import { closeSync, existsSync, mkdirSync, openSync } from "node:fs";
import { join } from "node:path";
import { OpenError } from "./open-error.ts";

const LOCK_FILE = "maitred.lock";
const PATIENCE_MS = 1000;

/**
 * Marks the folder as in use: `claimFolder` throws until the result is disposed of or the process ends. The
 * lock is an SQLite file, because SQLite's locks work on every platform. Throws OpenError.
 */
export const useFolder = (folder: string): Disposable =>
  lock(
    folder,
    "BEGIN",
    "The database is being replaced from a backup. Try again when that is done.",
  );

/** Throws OpenError IN_USE while a server or command uses the folder. */
export const claimFolder = (folder: string): Disposable =>
  lock(
    folder,
    "BEGIN EXCLUSIVE",
    `${folder} is in use by a running maitred. Stop it first (SIGTERM or Ctrl-C), then try again.`,
  );

function lock(folder: string, begin: "BEGIN" | "BEGIN EXCLUSIVE", inUse: string): Disposable {
  const path = join(folder, LOCK_FILE);
  let database: Database | null = null;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    // Do not open an existing file here. On POSIX, closing it would release a lock that this process
    // already holds on it.
    if (!existsSync(path)) closeSync(openSync(path, "a", 0o600));
    database = new Database(path, { create: true, readwrite: true, strict: true });
    database.run(`PRAGMA busy_timeout = ${PATIENCE_MS}`);
    database.run(begin);
    // BEGIN alone takes no lock; the first read does.
    database.run("SELECT count(*) FROM sqlite_schema");
  } catch (error) {
    if (database !== null) release(database);
    throw asOpenError(error, folder, inUse);
  }
  const held = database;
  return { [Symbol.dispose]: () => release(held) };
}

/** After `close` alone, the lock would stay until the garbage collector frees the last SQL statement. */
function release(database: Database): void {
  if (database.inTransaction) database.run("ROLLBACK");
  database.close();
}

function asOpenError(error: unknown, folder: string, inUse: string): unknown {
  if (error instanceof SQLiteError && error.code?.startsWith("SQLITE_BUSY")) {
    return new OpenError("IN_USE", inUse, { cause: error });
  }
  if (["EEXIST", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) {
    return new OpenError(
      "UNREADABLE",
      `${folder} cannot be the data folder: part of the path is a file. Name a folder with --data.`,
      { cause: error },
    );
  }
  if (error instanceof SQLiteError || (error as NodeJS.ErrnoException).code !== undefined) {
    return new OpenError(
      "UNREADABLE",
      `${folder} cannot be written: ${(error as Error).message}. The data folder must exist on a ` +
        "disk that is not read-only, and belong to the account that runs maitred.",
      { cause: error },
    );
  }
  return error;
}
