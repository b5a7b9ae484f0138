import { Database, SQLiteError } from "bun:sqlite";
import { closeSync, existsSync, openSync, readSync } from "node:fs";

export interface Wiped {
  readonly rewritten: boolean;
  /** False if another process was still reading the write-ahead log, or if SQLite failed. */
  readonly logEmptied: boolean;
  /** How many copies of the value remain in the database file and its write-ahead log. */
  readonly found: number;
}

const PATIENCE_MS = 10_000;
const CHUNK_BYTES = 4 * 1024 * 1024;

/**
 * Removes the remaining copies of a deleted `value` from the database file and its write-ahead log.
 * May rewrite the whole file, which blocks other writers.
 */
export function wipe(path: string, value: string): Wiped {
  const database = new Database(path, { readwrite: true, strict: true });
  try {
    database.run(`PRAGMA busy_timeout = ${PATIENCE_MS}`);
    database.run("PRAGMA secure_delete = ON");
    const emptied = emptyLog(database);
    const found = occurrences(path, value);
    if (found === 0) return { rewritten: false, logEmptied: emptied, found };
    database.run("PRAGMA temp_store = MEMORY");
    database.run("VACUUM");
    const logEmptied = emptyLog(database);
    return { rewritten: true, logEmptied, found: occurrences(path, value) };
  } catch (error) {
    // The caller has deleted the rows that held the value; only cleaning the file failed.
    if (!(error instanceof SQLiteError)) throw error;
    return { rewritten: false, logEmptied: false, found: occurrences(path, value) };
  } finally {
    database.close();
  }
}

const emptyLog = (database: Database): boolean =>
  database.prepare<{ busy: number }, []>("PRAGMA wal_checkpoint(TRUNCATE)").get()?.busy === 0;

export const occurrences = (path: string, text: string): number =>
  [path, `${path}-wal`]
    .filter((file) => existsSync(file))
    .reduce((sum, file) => sum + occurrencesIn(file, Buffer.from(text, "utf8")), 0);

/** The chunks overlap, so that no occurrence is cut in two. */
function occurrencesIn(path: string, needle: Buffer): number {
  const file = openSync(path, "r");
  const chunk = Buffer.alloc(CHUNK_BYTES + needle.length - 1);
  let count = 0;
  try {
    for (let position = 0; ; position += CHUNK_BYTES) {
      const length = readSync(file, chunk, 0, chunk.length, position);
      const part = chunk.subarray(0, length);
      for (let at = part.indexOf(needle); at !== -1; at = part.indexOf(needle, at + 1)) count += 1;
      if (length < chunk.length) return count;
    }
  } finally {
    closeSync(file);
  }
}
