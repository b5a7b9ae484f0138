import type { Database } from "bun:sqlite";
import { closeSync, openSync } from "node:fs";
import type { Migration } from "../../migrations/index.ts";
import { OpenError } from "./open-error.ts";

interface Applied {
  readonly number: number;
  readonly name: string;
  readonly checksum: string;
}

const checksum = (sql: string): string =>
  new Bun.CryptoHasher("sha256").update(sql.replaceAll("\r\n", "\n")).digest("hex");

const label = (migration: { number: number; name: string }): string =>
  `${String(migration.number).padStart(4, "0")}_${migration.name}`;

function appliedTo(database: Database): Applied[] {
  return database
    .prepare<Applied, []>("SELECT number, name, checksum FROM schema_migration ORDER BY number")
    .all();
}

/** Throws unless what was applied is a beginning of what this version knows, unchanged. */
function assertSameHistory(applied: readonly Applied[], migrations: readonly Migration[]): void {
  for (const [index, row] of applied.entries()) {
    const migration = migrations[index];
    if (migration === undefined) {
      throw new OpenError(
        "NEWER_SCHEMA",
        `The database was written by a newer version (schema ${label(row)}; this version knows ` +
          `${migrations.length}). Start that version, or restore a backup made before it.`,
      );
    }
    if (row.number !== migration.number || row.checksum !== checksum(migration.sql)) {
      throw new OpenError(
        "CHANGED_MIGRATION",
        `Schema step ${label(row)} of the database differs from ${label(migration)} of this ` +
          "program. The program was changed after the step was applied: use a released version.",
      );
    }
  }
}

function apply(database: Database, migration: Migration, now: number): void {
  database.run("BEGIN IMMEDIATE");
  try {
    const taken = appliedTo(database).some((row) => row.number === migration.number);
    if (!taken) {
      database.run(migration.sql);
      database
        .prepare("INSERT INTO schema_migration VALUES (:number, :name, :checksum, :now)")
        .run({
          number: migration.number,
          name: migration.name,
          checksum: checksum(migration.sql),
          now,
        });
    }
    database.run("COMMIT");
  } catch (error) {
    if (database.inTransaction) database.run("ROLLBACK");
    throw new OpenError(
      "MIGRATION_FAILED",
      `Schema step ${label(migration)} failed and was undone: ${(error as Error).message}.`,
      { cause: error },
    );
  }
}

/** Copies the database to a new file beside it, mode 0600; returns the copy's path. */
function copyBeside(database: Database, path: string, firstNumber: number): string {
  const base = `${path}.before-${String(firstNumber).padStart(4, "0")}`;
  let target = base;
  // An empty file is filled in place and keeps its mode.
  for (let attempt = 2; !takeName(target); attempt++) target = `${base}-${attempt}`;
  database.prepare("VACUUM INTO :target").run({ target });
  return target;
}

/** Makes an empty file of this name; false where another process was faster. */
function takeName(path: string): boolean {
  try {
    closeSync(openSync(path, "wx", 0o600));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** What `migrate` did: the steps it applied and the copy it made first, if the file had content. */
export interface MigrationResult {
  readonly applied: readonly string[];
  readonly copy: string | null;
}

/**
 * Brings the schema up to `migrations`: one transaction a step, each step recorded with its
 * checksum, a copy of the file first if it holds anything. Throws OpenError on a changed step, a
 * newer schema, or a step that fails.
 */
export function migrate(
  database: Database,
  path: string,
  migrations: readonly Migration[],
  now: number,
): MigrationResult {
  database.run(
    `CREATE TABLE IF NOT EXISTS schema_migration (
      number INTEGER PRIMARY KEY,
      name TEXT NOT NULL,
      checksum TEXT NOT NULL,
      applied_at INTEGER NOT NULL
    ) STRICT`,
  );
  const applied = appliedTo(database);
  assertSameHistory(applied, migrations);
  const missing = migrations.slice(applied.length);
  const [first] = missing;
  if (first === undefined) return { applied: [], copy: null };
  const copy = applied.length > 0 ? copyBeside(database, path, first.number) : null;
  for (const migration of missing) apply(database, migration, now);
  return { applied: missing.map(label), copy };
}
