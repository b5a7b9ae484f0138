import { mkdtempSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { copyDatabase } from "../storage/backup.ts";
import { closeDatabase, type OpenOptions, openDatabase } from "../storage/database.ts";
import { useFolder } from "../storage/folder-use.ts";
import { factsOf, openForReading, problemsOf } from "../storage/inspect.ts";
import type { MigrationResult } from "../storage/migrate.ts";
import { databaseIn } from "../storage/open-error.ts";
import { label, pendingSteps } from "../storage/schema-history.ts";
import { DATA_FLAG } from "./flags.ts";
import { dataFlag, folderOf } from "./instance.ts";
import { CliError, switchFlag, type Verb } from "./verb.ts";

export const migrate: Verb = {
  name: "migrate",
  summary: "Upgrade the database to this version, or try the upgrade on a copy.",
  flags: {
    "dry-run": switchFlag("Try the upgrade on a copy, which is removed afterwards."),
    ...DATA_FLAG,
  },
  run: ({ flags, config, io }) => {
    const folder = folderOf({ config });
    const path = databaseIn(folder);
    const { schema, pending } = historyOf(path);
    const dryRun = flags.has("dry-run");
    const shown = { database: path, schema, pending, dryRun };
    if (pending.length === 0) {
      return {
        json: { ...shown, applied: [], copy: null, tookMs: 0 },
        text: `${path} is up to date (schema step ${schema}).`,
      };
    }
    using held = new DisposableStack();
    held.use(useFolder(folder));
    const { applied, copy, tookMs } = dryRun
      ? tryOnCopy(path, io.now)
      : applySteps(path, { now: io.now });
    const list = applied.map((step) => `  ${step}`).join("\n");
    const text = dryRun
      ? `These steps worked on a copy in ${tookMs} ms:\n${list}\n` +
        `Nothing was changed. To apply these steps, start the server or run: maitred migrate${dataFlag(folder)}`
      : `Applied in ${tookMs} ms:\n${list}\nThe previous database is kept as ${copy}.`;
    return { json: { ...shown, applied, copy, tookMs }, text };
  },
};

interface Migrated extends MigrationResult {
  readonly tookMs: number;
}

function historyOf(path: string): { schema: number; pending: string[] } {
  using reader = openForReading(path);
  return { schema: factsOf(reader).schema, pending: pendingSteps(reader).map(label) };
}

function applySteps(path: string, options: Pick<OpenOptions, "now" | "copied">): Migrated {
  const startedAt = performance.now();
  let result: MigrationResult = { applied: [], copy: null };
  const onMigrated = (migrated: MigrationResult): void => {
    result = migrated;
  };
  closeDatabase(openDatabase(path, { ...options, environment: "any", onMigrated }));
  return { ...result, tookMs: Math.round(performance.now() - startedAt) };
}

function tryOnCopy(path: string, now: () => number): Migrated {
  const folder = mkdtempSync(join(dirname(path), "dry-run-"));
  try {
    const copy = copyDatabase(path, join(folder, basename(path))).file;
    const result = applySteps(copy, { now, copied: true });
    const reader = openForReading(copy);
    const [problem] = problemsOf(reader);
    reader.close();
    if (problem === undefined) return { ...result, copy: null };
    throw new CliError("MIGRATION_FAILED", `After the steps, the copy is damaged: ${problem}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
