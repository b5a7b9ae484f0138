import { Database, SQLiteError } from "bun:sqlite";
import { copyFileSync, existsSync, rmSync } from "node:fs";
import { mend } from "./salvage/mend.ts";
import { salvageTables } from "./salvage/salvage.ts";

export interface Loss {
  readonly table: string;
  readonly saved: number;
  /** Null if unknown: without a readable index, nobody can tell how many rows there were. */
  readonly unreadable: number | null;
  /** Rows left out because they refer to a lost row. */
  readonly orphaned: number;
}

/** Copies a damaged database. Tables that SQLite cannot read are read page by page. */
export function rebuildInto(source: string, target: string): Loss[] {
  const database = new Database(target, { readwrite: true, strict: true });
  try {
    for (const pragma of ["foreign_keys = OFF", "journal_mode = MEMORY", "synchronous = OFF"]) {
      database.run(`PRAGMA ${pragma}`);
    }
    database.prepare("ATTACH :source AS damaged").run({ source });
    if (attempt(database, () => copyAll(database))) return [];
    const damaged = copyOneByOne(database);
    database.run("BEGIN");
    readPages(database, { source, target, damaged });
    const read = new Map(
      damaged.map((table) => [table, countOf(database, `main."${table}"`) ?? 0]),
    );
    const orphaned = mend(database);
    database.run("COMMIT");
    return lossesOf(database, read, orphaned);
  } finally {
    if (database.inTransaction) database.run("ROLLBACK");
    database.close();
  }
}

function copyAll(database: Database): void {
  for (const { type, name, sql } of schemaOf(database)) {
    database.run(sql);
    if (type === "table") copyTable(database, name);
  }
}

function copyOneByOne(database: Database): string[] {
  const damaged: string[] = [];
  for (const { type, name, sql } of schemaOf(database)) {
    database.run(sql);
    if (type !== "table") continue;
    if (!attempt(database, () => copyTable(database, name))) damaged.push(name);
  }
  return damaged;
}

const copyTable = (database: Database, name: string) =>
  // Without WHERE, SQLite would also copy the index pages, which may be damaged.
  database.run(`INSERT INTO main."${name}" SELECT * FROM damaged."${name}" NOT INDEXED WHERE true`);

function attempt(database: Database, copy: () => unknown): boolean {
  // Each attempt has its own transaction, because SQLite cannot continue a transaction after damage.
  database.run("BEGIN");
  try {
    copy();
    database.run("COMMIT");
    return true;
  } catch (error) {
    if (database.inTransaction) database.run("ROLLBACK");
    if (!isDamage(error)) throw error;
    return false;
  }
}

/** A broken constraint counts as damage: damaged bytes may look like a row that breaks it. */
const isDamage = (error: unknown): boolean =>
  error instanceof SQLiteError &&
  (error.code?.startsWith("SQLITE_CORRUPT") === true ||
    error.code?.startsWith("SQLITE_CONSTRAINT") === true);

function readPages(
  database: Database,
  files: { readonly source: string; readonly target: string; readonly damaged: readonly string[] },
): void {
  const { source, target, damaged } = files;
  const copy = `${target}-pages`;
  try {
    copyFileSync(source, copy);
    if (existsSync(`${source}-wal`)) {
      copyFileSync(`${source}-wal`, `${copy}-wal`);
      checkpoint(copy);
    }
    salvageTables(database, copy, damaged);
  } finally {
    for (const side of ["", "-wal", "-shm"]) rmSync(`${copy}${side}`, { force: true });
  }
}

export function checkpoint(path: string): void {
  try {
    using copy = new Database(path, { readwrite: true, strict: true });
    copy.run("PRAGMA wal_checkpoint(TRUNCATE)");
  } catch (error) {
    // Leave a damaged file, or a damaged write-ahead log, as it is.
    if (!(error instanceof SQLiteError)) throw error;
  }
}

function lossesOf(
  database: Database,
  read: ReadonlyMap<string, number>,
  orphaned: ReadonlyMap<string, number>,
): Loss[] {
  const tables = [...new Set([...read.keys(), ...orphaned.keys()])];
  const losses = tables.map((table): Loss => {
    const saved = countOf(database, `main."${table}"`) ?? 0;
    const gone = orphaned.get(table) ?? 0;
    const found = read.get(table);
    const before = found === undefined ? 0 : countedByIndexes(database, table);
    const unreadable = before === null ? null : Math.max(0, before - (found ?? 0));
    return { table, saved, unreadable, orphaned: gone };
  });
  return losses.filter(({ unreadable, orphaned: left }) => unreadable !== 0 || left !== 0);
}

function countedByIndexes(database: Database, table: string): number | null {
  const counts = database
    .prepare<{ name: string; partial: number }, []>(`PRAGMA damaged.index_list("${table}")`)
    .all()
    .filter(({ partial }) => partial === 0)
    .map(({ name }) => countOf(database, `damaged."${table}" INDEXED BY "${name}"`))
    .filter((count) => count !== null);
  return counts.length === 0 ? null : Math.max(...counts);
}

function countOf(database: Database, from: string): number | null {
  try {
    return database.prepare<{ n: number }, []>(`SELECT count(*) AS n FROM ${from}`).get()?.n ?? 0;
  } catch (error) {
    if (error instanceof SQLiteError) return null;
    throw error;
  }
}

const schemaOf = (database: Database): { type: string; name: string; sql: string }[] =>
  database
    .prepare<{ type: string; name: string; sql: string }, []>(
      `SELECT type, name, sql FROM damaged.sqlite_schema
       WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY type <> 'table', rowid`,
    )
    .all();
