// Goal: a database is opened with the required settings (write-ahead log, flush, foreign keys,
// file modes, environment). A missing file, another program's
// database and one of the other environment are refused with an explanation and not changed.
import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { closeDatabase, openDatabase } from "../../src/storage/database.ts";
import { OpenError } from "../../src/storage/open-error.ts";
import { openTestDatabase, temporaryFolder } from "../support/database.ts";

const mode = (path: string): number => statSync(path).mode & 0o777;
const pragma = (database: Database, name: string): unknown =>
  Object.values(database.prepare(`PRAGMA ${name}`).get() as object)[0];

function failure(open: () => unknown): OpenError {
  try {
    open();
  } catch (error) {
    if (error instanceof OpenError) return error;
    throw error;
  }
  throw new Error("The database was opened, although the test expects a refusal.");
}

describe("a new database", () => {
  test("has a write-ahead log, flushes every commit, checks foreign keys and waits briefly for a lock", () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "maitred.db");
    const database = openDatabase(path, { environment: "live", create: true });
    expect(pragma(database, "journal_mode")).toBe("wal");
    expect(pragma(database, "synchronous")).toBe(2);
    expect(pragma(database, "foreign_keys")).toBe(1);
    expect(pragma(database, "busy_timeout")).toBe(100);
    closeDatabase(database);
  });

  test("can be read only by its owner, and so can its side files and the folder made for it", () => {
    using folder = temporaryFolder();
    const data = join(folder.path, "deep", "data");
    const path = join(data, "maitred.db");
    const database = openDatabase(path, { environment: "live", create: true });
    database.run("UPDATE instance SET test_writes = 1");
    expect([mode(data), mode(path), mode(`${path}-wal`), mode(`${path}-shm`)]).toEqual([
      0o700, 0o600, 0o600, 0o600,
    ]);
    closeDatabase(database);
  });

  test("is not flushed if a test switches that off", () => {
    using made = openTestDatabase();
    expect(pragma(made.database, "synchronous")).toBe(0);
  });

  test("refuses a misspelt parameter instead of writing NULL", () => {
    using made = openTestDatabase();
    const statement = made.database.prepare("SELECT :right AS value");
    expect(() => statement.get({ wrong: 1 })).toThrow("right");
  });
});

describe("the environment stored in a database", () => {
  test.each([
    ["test", "live", "maitred dev"],
    ["live", "test", "maitred serve"],
  ] as const)(
    "is %s: a program for %s databases refuses the database and names `%s`",
    (made, asked, command) => {
      using folder = temporaryFolder();
      const path = join(folder.path, "maitred.db");
      closeDatabase(openDatabase(path, { environment: made, create: true }));
      const before = readFileSync(path);
      const error = failure(() => openDatabase(path, { environment: asked }));
      expect(error.code).toBe("WRONG_ENVIRONMENT");
      expect(error.message).toContain(`Open it with \`${command}`);
      expect(readFileSync(path).equals(before)).toBe(true);
    },
  );

  test("does not matter to a program that opens databases of any environment", () => {
    using made = openTestDatabase({ environment: "live" });
    const second = openDatabase(made.path, { environment: "any" });
    expect(second.prepare("SELECT environment FROM instance").values()).toEqual([["live"]]);
    second.close();
  });

  test("allows a clock offset in a test database, not in a live one", () => {
    using made = openTestDatabase({ environment: "live" });
    expect(() => made.stores.instance.setClockOffset(1000)).toThrow("CHECK");
    using other = openTestDatabase({ environment: "test" });
    other.stores.instance.setClockOffset(1000);
    expect(other.stores.instance.clockOffset()).toBe(1000);
    expect(other.stores.instance.environment()).toBe("test");
  });
});

describe("a database is refused", () => {
  test("if the file is missing, and no file is made", () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "maitred.db");
    const error = failure(() => openDatabase(path, { environment: "live" }));
    expect(error.code).toBe("MISSING");
    expect(error.message).toContain(path);
    expect(existsSync(path)).toBe(false);
  });

  test("if the file is no database", () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "maitred.db");
    const text = "Dear diary, ".repeat(500);
    writeFileSync(path, text);
    const error = failure(() => openDatabase(path, { environment: "live", create: true }));
    expect(error.code).toBe("NOT_A_DATABASE");
    expect(readFileSync(path, "utf8")).toBe(text);
  });

  test("if the database is another program's", () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "other.db");
    const other = new Database(path);
    other.run("CREATE TABLE recipe (name TEXT)");
    other.close();
    const error = failure(() => openDatabase(path, { environment: "live", create: true }));
    expect(error.code).toBe("FOREIGN_DATABASE");
    const again = new Database(path);
    expect(again.prepare("SELECT name FROM sqlite_schema").values()).toEqual([["recipe"]]);
    again.close();
  });

  test("if the path is a folder", () => {
    using folder = temporaryFolder();
    const error = failure(() => openDatabase(folder.path, { environment: "live", create: true }));
    expect(error.code).toBe("UNREADABLE");
  });

  test("if the folder cannot be made", () => {
    using folder = temporaryFolder();
    writeFileSync(join(folder.path, "data"), "");
    const path = join(folder.path, "data", "maitred.db");
    const error = failure(() => openDatabase(path, { environment: "live", create: true }));
    expect(error.code).toBe("UNREADABLE");
    expect(error.message).toContain("Check that the folder exists");
  });
});

describe("closing a database", () => {
  test("leaves everything in one file", () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "maitred.db");
    const database = openDatabase(path, { environment: "test", create: true });
    database.run("UPDATE instance SET test_writes = 7");
    closeDatabase(database);
    const log = `${path}-wal`;
    expect(existsSync(log) ? statSync(log).size : 0).toBe(0);
    const again = openDatabase(path, { environment: "test" });
    expect(again.prepare("SELECT test_writes FROM instance").values()).toEqual([[7]]);
    closeDatabase(again);
  });

  test("succeeds while another connection writes", () => {
    using made = openTestDatabase();
    const other = made.open();
    other.run("BEGIN IMMEDIATE");
    other.run("UPDATE instance SET test_writes = 1");
    expect(() => closeDatabase(made.database)).not.toThrow();
    other.run("COMMIT");
  });
});
