import type { Database } from "bun:sqlite";
import { MIGRATIONS, type Migration } from "../../migrations/index.ts";
import { OpenError } from "./open-error.ts";

export interface AppliedStep {
  readonly number: number;
  readonly name: string;
  readonly checksum: string;
}

export const checksum = (sql: string): string =>
  new Bun.CryptoHasher("sha256").update(sql.replaceAll("\r\n", "\n")).digest("hex");

export const label = (step: { readonly number: number; readonly name: string }): string =>
  `${String(step.number).padStart(4, "0")}_${step.name}`;

export function appliedTo(database: Database): AppliedStep[] {
  return database
    .prepare<AppliedStep, []>("SELECT number, name, checksum FROM schema_migration ORDER BY number")
    .all();
}

/** Throws OpenError if a newer or an unreleased version made the schema, or if a past step was changed. */
export function pendingSteps(
  database: Database,
  migrations: readonly Migration[] = MIGRATIONS,
): readonly Migration[] {
  const applied = appliedTo(database);
  assertSameHistory(applied, migrations);
  return migrations.slice(applied.length);
}

const UNRELEASED_SCHEMA = { firstStep: "brands", lastCommit: "645dd4a" } as const;

function assertSameHistory(
  applied: readonly AppliedStep[],
  migrations: readonly Migration[],
): void {
  if (applied[0]?.name === UNRELEASED_SCHEMA.firstStep) {
    throw new OpenError(
      "OLD_SCHEMA",
      `The database was written before the first release. Commit ${UNRELEASED_SCHEMA.lastCommit} is the ` +
        "last one that reads it: export the data with that version and import it with this one.",
    );
  }
  for (const [index, row] of applied.entries()) {
    const migration = migrations[index];
    if (migration === undefined) {
      throw new OpenError(
        "NEWER_SCHEMA",
        `The database was written by a newer version (schema ${label(row)}; this version knows ` +
          `${migrations.length}). Start that version, or restore a backup made before its first start.`,
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
