// Goal: the schema only moves forward, one transaction per migration. A database file is not
// changed if its migrations are newer than the program's, or if the program's were edited or fail.

import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync, statSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { MIGRATIONS, type Migration } from "../../migrations/index.ts";
import { openDatabase } from "../../src/storage/database.ts";
import type { MigrationResult } from "../../src/storage/migrate.ts";
import { OpenError } from "../../src/storage/open-error.ts";
import { temporaryFolder } from "../support/database.ts";

const step = (number: number, name: string, sql: string): Migration => ({ number, name, sql });
/**
 * The number of the n-th migration after the last existing one, as in names of files and copies.
 */
const later = (n: number): string => String(MIGRATIONS.length + n).padStart(4, "0");
const NEXT = step(MIGRATIONS.length + 1, "tables", "CREATE TABLE next_table (id TEXT) STRICT;");

/** Opens the database, calls `look`, then closes the database. */
function open<T>(path: string, migrations: readonly Migration[], look: (db: Database) => T): T {
  const database = openDatabase(path, {
    environment: "test",
    create: true,
    durable: false,
    now: () => 42,
    migrations,
  });
  try {
    return look(database);
  } finally {
    database.close();
  }
}

const tables = (database: Database): string[] =>
  database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    .values()
    .flat() as string[];

const code = (run: () => unknown): string => {
  try {
    run();
  } catch (error) {
    if (error instanceof OpenError) return `${error.code}: ${error.message}`;
    throw error;
  }
  return "opened";
};

describe("migrations", () => {
  test("are numbered from one without a gap, like their files", async () => {
    const files = readdirSync(join(import.meta.dir, "../../migrations")).filter((file) =>
      file.endsWith(".sql"),
    );
    const names = MIGRATIONS.map((m) => `${String(m.number).padStart(4, "0")}_${m.name}.sql`);
    expect(files.toSorted()).toEqual(names);
  });

  test("of a new file make every table STRICT and are all recorded", () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "maitred.db");
    open(path, MIGRATIONS, (database) => {
      const loose = database
        .prepare("SELECT name FROM pragma_table_list WHERE schema = 'main' AND NOT strict")
        .values()
        .flat();
      expect(loose).toEqual(["sqlite_schema"]);
      const recorded = database.prepare("SELECT number, name, applied_at FROM schema_migration");
      expect(recorded.values()).toEqual(MIGRATIONS.map((m) => [m.number, m.name, 42]));
      expect(database.prepare("PRAGMA foreign_key_check").values()).toEqual([]);
    });
    expect(existsSync(join(folder.path, "backups"))).toBe(false);
  });

  test("are applied once", () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "maitred.db");
    const first = open(path, MIGRATIONS, tables);
    expect(open(path, MIGRATIONS, tables)).toEqual(first);
  });

  test("of an existing file first make a copy of it, which only the file's owner can read", () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "maitred.db");
    open(path, MIGRATIONS, (database) => database.run("UPDATE instance SET test_writes = 5"));
    let result: MigrationResult | null = null;
    const database = openDatabase(path, {
      environment: "test",
      now: () => 42,
      migrations: [...MIGRATIONS, NEXT],
      onMigrated: (migrated) => {
        result = migrated;
      },
    });
    expect(tables(database)).toContain("next_table");
    database.close();
    const copy = join(folder.path, `backups/maitred-1970-01-01T000000Z-before-${later(1)}.db`);
    expect(result as unknown).toEqual({ applied: [`${later(1)}_tables`], copy });
    expect(statSync(copy).mode & 0o777).toBe(0o600);
    const saved = new Database(copy, { readonly: true });
    expect(tables(saved)).not.toContain("next_table");
    expect(saved.prepare("SELECT test_writes FROM instance").values()).toEqual([[5]]);
    saved.close();
  });

  test("never overwrite an earlier copy", () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "maitred.db");
    open(path, MIGRATIONS, tables);
    const broken = step(
      NEXT.number,
      "broken",
      "CREATE TABLE half (id TEXT) STRICT; SELECT nonsense;",
    );
    for (let attempt = 1; attempt <= 2; attempt++) {
      expect(code(() => open(path, [...MIGRATIONS, broken], tables))).toStartWith(
        "MIGRATION_FAILED",
      );
    }
    expect(readdirSync(join(folder.path, "backups")).toSorted()).toEqual([
      `maitred-1970-01-01T000000Z-before-${later(1)}.db`,
      `maitred-1970-01-01T000001Z-before-${later(1)}.db`,
    ]);
  });

  test("that fail change nothing, and earlier migrations stay applied", () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "maitred.db");
    const broken = step(NEXT.number + 1, "broken", "CREATE TABLE half (id TEXT) STRICT; nonsense;");
    const failed = code(() => open(path, [...MIGRATIONS, NEXT, broken], tables));
    expect(failed).toContain(`${later(2)}_broken failed and was undone`);
    const left = open(path, [...MIGRATIONS, NEXT], tables);
    expect(left).toContain("next_table");
    expect(left).not.toContain("half");
  });

  test("that were changed after they were applied are refused", () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "maitred.db");
    open(path, [...MIGRATIONS, NEXT], tables);
    const changed = { ...NEXT, sql: `${NEXT.sql} -- one more thought` };
    const refused = code(() => open(path, [...MIGRATIONS, changed], tables));
    expect(refused).toStartWith(`CHANGED_MIGRATION: Schema step ${later(1)}_tables`);
  });

  test("of a file from before the first release are refused, and the error names the last commit that can read the file", () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "maitred.db");
    open(path, MIGRATIONS, (database) =>
      database.run("UPDATE schema_migration SET name = 'brands' WHERE number = 1"),
    );
    const refused = code(() => open(path, MIGRATIONS, tables));
    expect(refused).toMatch(/^OLD_SCHEMA: .* Commit 645dd4a is the last one that reads it/);
  });

  test("do not depend on the line endings of the checkout", () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "maitred.db");
    open(path, MIGRATIONS, tables);
    const elsewhere = MIGRATIONS.map((m) => ({ ...m, sql: m.sql.replaceAll("\n", "\r\n") }));
    expect(code(() => open(path, elsewhere, tables))).toBe("opened");
  });

  test("of a newer version are refused by an older program, which changes nothing", () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "maitred.db");
    const newer = open(path, [...MIGRATIONS, NEXT], tables);
    const refused = code(() => open(path, MIGRATIONS, tables));
    expect(refused).toStartWith("NEWER_SCHEMA: ");
    expect(refused).toContain("newer version");
    expect(open(path, [...MIGRATIONS, NEXT], tables)).toEqual(newer);
  });

  describe("after a server of an older version used the file", () => {
    /** Records that the process `owner` was alive at `at`, as a server's background loop does. */
    const serve = (path: string, owner: string, at: number): void =>
      open(path, MIGRATIONS, (database) => {
        database.run("DELETE FROM lease");
        database.run("INSERT INTO lease VALUES ('loop', ?, ?)", [owner, at]);
      });
    const parent = `${process.ppid}@${hostname()}#x`;

    test.each([
      ["are refused if that server runs on this machine", parent, 42 - 8000, "IN_USE"],
      [
        "are refused if that server is perhaps still running on another machine",
        "1@elsewhere#x",
        42 - 30_000,
        "IN_USE",
      ],
      [
        "are applied if that server was silent for more than 30 seconds",
        parent,
        42 - 30_001,
        "opened",
      ],
      ["are applied if that server has ended", `4194305@${hostname()}#x`, 42 - 8000, "opened"],
      [
        "are applied if that server had the process number of this process",
        `${process.pid}@${hostname()}#x`,
        42 - 8000,
        "opened",
      ],
    ])("%s", (_what, owner, at, expected) => {
      using folder = temporaryFolder();
      const path = join(folder.path, "maitred.db");
      serve(path, owner, at);
      const outcome = code(() => open(path, [...MIGRATIONS, NEXT], tables));
      expect(outcome).toStartWith(expected);
      expect(existsSync(join(folder.path, "backups"))).toBe(expected === "opened");
      const left = code(() => open(path, MIGRATIONS, tables));
      expect(left).toStartWith(expected === "opened" ? "NEWER_SCHEMA" : "opened");
    });

    test("are refused with the name of the process to stop", () => {
      using folder = temporaryFolder();
      const path = join(folder.path, "maitred.db");
      serve(path, "77@elsewhere#x", 42);
      expect(code(() => open(path, [...MIGRATIONS, NEXT], tables))).toContain(
        "process 77 on elsewhere",
      );
    });

    test("are applied to a copy of the database", () => {
      using folder = temporaryFolder();
      const path = join(folder.path, "maitred.db");
      serve(path, parent, 42);
      const migrations = [...MIGRATIONS, NEXT];
      const copy = { environment: "any", now: () => 42, migrations, copied: true } as const;
      openDatabase(path, copy).close();
      expect(code(() => open(path, migrations, tables))).toBe("opened");
    });
  });

  const opener = (path: string) => {
    const script = `
      const { openDatabase } = await import(${JSON.stringify(join(import.meta.dir, "../../src/storage/database.ts"))});
      console.log("opening");
      openDatabase(process.argv[1], { environment: "test", create: true, durable: false }).close();`;
    return Bun.spawn([process.execPath, "-e", script, path], { stdout: "pipe", stderr: "inherit" });
  };

  test("that several processes run at the same time are each applied once", async () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "maitred.db");
    const children = Array.from({ length: 4 }, () => opener(path));
    expect(await Promise.all(children.map((child) => child.exited))).toEqual([0, 0, 0, 0]);
    const count = open(path, MIGRATIONS, (database) =>
      database.prepare("SELECT count(*) FROM schema_migration").values(),
    );
    expect(count).toEqual([[MIGRATIONS.length]]);
  }, 30_000);

  test("wait for a process that is making the file", async () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "maitred.db");
    using other = new Database(path);
    other.run("BEGIN IMMEDIATE");
    const child = opener(path);
    await child.stdout.getReader().read();
    // The child has met the lock by now; if it did not wait, it has failed.
    await Promise.race([child.exited, Bun.sleep(500)]);
    other.run("COMMIT");
    expect(await child.exited).toBe(0);
  }, 30_000);
});
