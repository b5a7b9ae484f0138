// Goal: data of every released version is upgraded without loss. Method: fixtures/VERSION.sql is a
// demo evening as that version stored it (`npm run fixture`).
import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { MIGRATIONS, type Migration } from "../../migrations/index.ts";
import { closeDatabase, openDatabase } from "../../src/storage/database.ts";
import { factsOf, problemsOf, rowCounts } from "../../src/storage/inspect.ts";
import type { MigrationResult } from "../../src/storage/migrate.ts";
import { pendingSteps } from "../../src/storage/schema-history.ts";
import { openStores } from "../../src/storage/stores.ts";
import { VERSION } from "../../src/version.ts";
import { TEST_KEYS, temporaryFolder } from "../support/database.ts";
import { dumpSql } from "./fixtures/sql-dump.ts";

const FIXTURES = join(import.meta.dir, "fixtures");
const released = readdirSync(FIXTURES)
  .filter((name) => name.endsWith(".sql"))
  .map((name) => name.replace(/\.sql$/, ""));

/** Makes a file with the database of a release. */
function fixture(version: string, path: string): Database {
  const database = new Database(path, { create: true, strict: true });
  database.run(readFileSync(join(FIXTURES, `${version}.sql`), "utf8"));
  return database;
}

/** A migration that the next version might have. */
const NEXT: Migration = {
  number: MIGRATIONS.length + 1,
  name: "tables",
  sql: "ALTER TABLE reservation ADD COLUMN table_number TEXT; CREATE TABLE next_table (id TEXT) STRICT;",
};

/** Every value in the database tables and columns of the older version. */
function contents(database: Database, shape: Record<string, string[]>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(shape).map(([table, columns]) => {
      const list = columns.map((column) => `"${column}"`).join(", ");
      return [table, database.prepare(`SELECT ${list} FROM "${table}" ORDER BY ${list}`).values()];
    }),
  );
}

function shapeOf(database: Database): Record<string, string[]> {
  const tables = Object.keys(rowCounts(database)).filter((table) => table !== "schema_migration");
  return Object.fromEntries(
    tables.map((table) => [
      table,
      database
        .prepare<{ name: string }, []>(`SELECT name FROM pragma_table_info('${table}')`)
        .all()
        .map(({ name }) => name),
    ]),
  );
}

describe.each(released)("data of version %s", (version) => {
  test("is upgraded to the next version with every value unchanged, after a copy is made", () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "maitred.db");
    const old = fixture(version, path);
    const shape = shapeOf(old);
    const before = contents(old, shape);
    const facts = factsOf(old);
    const migrations = [...MIGRATIONS, NEXT];
    const missing = pendingSteps(old, migrations).length;
    old.close();
    let result: MigrationResult | null = null;
    const opened = openDatabase(path, {
      environment: "test",
      durable: false,
      migrations,
      onMigrated: (migrated) => {
        result = migrated;
      },
    });
    expect(contents(opened, shape)).toEqual(before);
    expect(problemsOf(opened)).toEqual([]);
    expect(factsOf(opened)).toMatchObject({
      schema: migrations.length,
      newestChangeAt: facts.newestChangeAt,
      clockOffset: facts.clockOffset,
    });
    const applied = (result as MigrationResult | null)?.applied ?? [];
    expect(applied).toHaveLength(missing);
    expect(missing).toBeGreaterThan(0);
    expect(readdirSync(folder.path)).toContain("backups");
    closeDatabase(opened);
  });

  test("can be read by the stores of this version", () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "maitred.db");
    fixture(version, path).close();
    const opened = openDatabase(path, { environment: "test", durable: false });
    const stores = openStores(opened, TEST_KEYS);
    expect(stores.brands.list().map(({ slug }) => slug)).toEqual(["demo-bistro", "demo-trattoria"]);
    for (const { id, brand } of opened
      .prepare<{ id: string; brand: string }, []>("SELECT id, brand FROM reservation")
      .all()) {
      expect(stores.reservations.get(id)).toMatchObject({ id, brand });
    }
    closeDatabase(opened);
  });
});

describe("the fixtures of releases", () => {
  test("include one for this program's version", () => {
    expect(released).toContain(VERSION);
  });

  test("have at least one row in each essential database table", () => {
    for (const version of released) {
      const database = fixture(version, ":memory:");
      const { rows } = factsOf(database);
      const empty = ["brand", "reservation", "waitlist_entry", "message", "audit", "api_key"]
        .concat(["user", "oauth_grant", "opt_out"])
        .filter((table) => (rows[table] ?? 0) === 0);
      expect(empty).toEqual([]);
      database.close();
    }
  });

  test("keep text with quotes, nulls and blobs unchanged", () => {
    const first = new Database(":memory:");
    first.run("CREATE TABLE t (a TEXT, b INTEGER, c BLOB, d REAL); CREATE INDEX i ON t (a)");
    first.run("INSERT INTO t VALUES ('L''Ami; --', NULL, x'00ff', 1.5)");
    const second = new Database(":memory:");
    second.run(dumpSql(first));
    expect(dumpSql(second)).toBe(dumpSql(first));
    expect(second.prepare("SELECT * FROM t").values()).toEqual(
      first.prepare("SELECT * FROM t").values(),
    );
  });
});
