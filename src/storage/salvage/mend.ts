import type { Database } from "bun:sqlite";
import { MIGRATIONS } from "../../../migrations/index.ts";
import { checksum } from "../schema-history.ts";

interface Reference {
  readonly table: string;
  readonly from: string;
}

/** Returns how many rows were removed, by table. */
export function mend(database: Database): Map<string, number> {
  // If the environment is lost, treat the data as live.
  database.run("INSERT OR IGNORE INTO instance (id, environment) VALUES (1, 'live')");
  mendSteps(database);
  mendBrands(database);
  return mendReferences(database);
}

/**
 * Restores the list of applied schema steps. Runs the steps one by one in an empty database and
 * compares its tables with those of `database`.
 */
function mendSteps(database: Database): void {
  const wanted = objectsOf(database);
  using model = new (database.constructor as typeof Database)(":memory:");
  model.run(
    database
      .prepare<{ sql: string }, []>("SELECT sql FROM sqlite_schema WHERE name = 'schema_migration'")
      .get()?.sql ?? "",
  );
  const insert = database.prepare(
    "INSERT OR IGNORE INTO schema_migration VALUES (:number, :name, :checksum, 0)",
  );
  const steps: (typeof MIGRATIONS)[number][] = [];
  for (const step of MIGRATIONS) {
    model.run(step.sql);
    steps.push(step);
    if (objectsOf(model) !== wanted) continue;
    for (const { number, name, sql } of steps.splice(0)) {
      insert.run({ number, name, checksum: checksum(sql) });
    }
  }
}

const objectsOf = (database: Database): string =>
  JSON.stringify(
    database
      .prepare(
        `SELECT name, sql FROM sqlite_schema
         WHERE name NOT LIKE 'sqlite_%' AND name <> 'schema_migration' ORDER BY name`,
      )
      .values(),
  );

/** Adds lost brands again, without settings, so that their reservations are kept. */
function mendBrands(database: Database): void {
  for (const { table, from } of referencesTo(database, "brand")) {
    database.run(
      `INSERT OR IGNORE INTO brand (slug, name, overrides, created_at, updated_at)
       SELECT DISTINCT "${from}", "${from}", '{}', 0, 0 FROM "${table}"
       WHERE "${from}" NOT IN (SELECT slug FROM brand)`,
    );
  }
}

/** Sets references to lost rows to null, or removes the referring row if null is not allowed. */
function mendReferences(database: Database): Map<string, number> {
  const gone = new Map<string, number>();
  for (;;) {
    const broken = database
      .prepare<{ table: string; rowid: number | null; parent: string; fkid: number }, []>(
        "PRAGMA foreign_key_check",
      )
      .all();
    if (broken.length === 0) return gone;
    const kinds = new Map(broken.map((one) => [`${one.table} ${one.fkid}`, one]));
    for (const { table, fkid, parent } of kinds.values()) {
      const { from, to } = columnsOf(database, table, fkid);
      const dangling = `"${from}" IS NOT NULL AND NOT EXISTS
        (SELECT 1 FROM "${parent}" AS parent WHERE parent."${to}" = "${table}"."${from}")`;
      // OR IGNORE skips rows whose column must not be null. The DELETE removes those rows.
      database.run(`UPDATE OR IGNORE "${table}" SET "${from}" = NULL WHERE ${dangling}`);
      const { changes } = database.run(`DELETE FROM "${table}" WHERE ${dangling}`);
      if (changes > 0) gone.set(table, (gone.get(table) ?? 0) + changes);
    }
  }
}

function columnsOf(database: Database, table: string, id: number): { from: string; to: string } {
  const [found] = database
    .prepare<{ id: number; from: string; to: string }, []>(`PRAGMA foreign_key_list("${table}")`)
    .all()
    .filter((one) => one.id === id);
  if (found === undefined) throw new Error(`There is no reference ${id} of ${table}`);
  return found;
}

function referencesTo(database: Database, parent: string): Reference[] {
  const tables = database
    .prepare<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'table'")
    .all();
  return tables.flatMap(({ name }) =>
    database
      .prepare<{ table: string; from: string }, []>(`PRAGMA foreign_key_list("${name}")`)
      .all()
      .filter(({ table }) => table === parent)
      .map(({ from }) => ({ table: name, from })),
  );
}
