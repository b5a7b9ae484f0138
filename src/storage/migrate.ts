import type { Database } from "bun:sqlite";
import type { Migration } from "../../migrations/index.ts";
import { copyDatabase } from "./backup.ts";
import { BackupError } from "./backup-error.ts";
import { backupFolderOf, backupPath, makeBackupFolder } from "./backup-files.ts";
import { isEarlierRun, LEASE_PATIENCE_MS, ownerOf } from "./lease-owner.ts";
import { OpenError } from "./open-error.ts";
import { appliedTo, checksum, label, pendingSteps } from "./schema-history.ts";

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

function copyBefore(path: string, first: Migration, now: number): string {
  const folder = backupFolderOf(path);
  makeBackupFolder(folder);
  for (;;) {
    const target = backupPath(folder, now, `before-${label(first).slice(0, 4)}`);
    try {
      return copyDatabase(path, target).file;
    } catch (error) {
      // Another process that is starting took this name first.
      if (!(error instanceof BackupError && error.code === "FILE_EXISTS")) throw error;
    }
  }
}

/** A database without a row in `instance` is not complete: another process is still creating it. */
const holdsData = (database: Database): boolean =>
  appliedTo(database).length > 0 && database.prepare("SELECT 1 FROM instance").get() !== null;

/** `copy`: the path of the backup made before the steps; null if none was needed. */
export interface MigrationResult {
  readonly applied: readonly string[];
  readonly copy: string | null;
}

/**
 * Throws OpenError if a step fails, or if steps are missing while a server uses the database. `copied`: the
 * file is a copy that no server uses, although it contains the lease of the original's server.
 */
export function migrate(
  database: Database,
  path: string,
  { migrations, now, copied = false }: MigrateOptions,
): MigrationResult {
  database.run(
    `CREATE TABLE IF NOT EXISTS schema_migration (
      number INTEGER PRIMARY KEY,
      name TEXT NOT NULL,
      checksum TEXT NOT NULL,
      applied_at INTEGER NOT NULL
    ) STRICT`,
  );
  // Read the lease first. A server of this version takes the lease only after applying all steps. So if
  // steps are missing, a server of an older version holds the lease.
  const server = copied ? null : serverAt(database, now);
  const missing = pendingSteps(database, migrations);
  const [first] = missing;
  if (first === undefined) return { applied: [], copy: null };
  if (server !== null) throw usedByOlder(path, server);
  const copy = holdsData(database) ? copyBefore(path, first, now) : null;
  for (const migration of missing) apply(database, migration, now);
  return { applied: missing.map(label), copy };
}

interface MigrateOptions {
  readonly migrations: readonly Migration[];
  readonly now: number;
  readonly copied?: boolean | undefined;
}

function serverAt(database: Database, now: number): string | null {
  const known = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'lease'").get();
  if (known === null) return null;
  const lease = database
    .prepare<{ owner: string }, { now: number; patience: number }>(
      "SELECT owner FROM lease WHERE name = 'loop' AND abs(heartbeat_at - :now) <= :patience",
    )
    .get({ now, patience: LEASE_PATIENCE_MS });
  if (lease === null) return null;
  const owner = ownerOf(lease.owner);
  return owner.state === "ended" || isEarlierRun(owner)
    ? null
    : `process ${owner.pid} on ${owner.host}`;
}

const usedByOlder = (path: string, server: string): OpenError =>
  new OpenError(
    "IN_USE",
    `${path} was made by an older version, and a server of that version is using it (${server}). ` +
      "Nothing was changed. Stop that server first, then try again.",
  );
