// Goal: a backup is a complete and checked copy of the database at one moment, or is not made.
// Other processes may write meanwhile, and no existing file is overwritten.
import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { copyDatabase, differingTable } from "../../src/storage/backup.ts";
import { BackupError } from "../../src/storage/backup-error.ts";
import {
  backupPath,
  listBackups,
  makeBackupFolder,
  pruneBackups,
} from "../../src/storage/backup-files.ts";
import { assertNotLost } from "../../src/storage/inspect.ts";
import { OpenError } from "../../src/storage/open-error.ts";
import { openTestDatabase, temporaryFolder } from "../support/database.ts";
import { addBrands, DAY, HOUR, NOW } from "./samples.ts";

/** The error code that `run` throws, or "done". */
function refused(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof BackupError || error instanceof OpenError) return error.code;
    throw error;
  }
  return "done";
}

describe("a backup", () => {
  test("has everything that was committed, including what is only in the write-ahead log, and its row counts are reported", () => {
    using made = openTestDatabase({ environment: "live" });
    addBrands(made.stores);
    const target = join(made.folder, "copy.db");
    const copy = copyDatabase(made.path, target);
    expect(copy).toMatchObject({ file: target, environment: "live", rows: { brand: 2 } });
    expect(copy.bytes).toBe(statSync(target).size);
    const read = new Database(target, { readonly: true });
    expect(read.prepare("SELECT slug FROM brand ORDER BY slug").values()).toHaveLength(2);
    expect(read.prepare("PRAGMA journal_mode").values()).toEqual([["delete"]]);
    read.close();
  });

  test("is readable by its owner only, and no other file is left behind", () => {
    using made = openTestDatabase();
    using folder = temporaryFolder();
    copyDatabase(made.path, join(folder.path, "copy.db"));
    expect(readdirSync(folder.path)).toEqual(["copy.db"]);
    expect(statSync(join(folder.path, "copy.db")).mode & 0o777).toBe(0o600);
  });

  test("has no trace of deleted rows", () => {
    using made = openTestDatabase();
    made.database.run("CREATE TABLE note (text TEXT)");
    made.database.run("INSERT INTO note VALUES ('the-erased-guest')");
    made.database.run("DELETE FROM note");
    const target = join(made.folder, "copy.db");
    copyDatabase(made.path, target);
    expect(readFileSync(target).includes("the-erased-guest")).toBe(false);
  });

  test("is made while a transaction is open, without uncommitted data", () => {
    using made = openTestDatabase();
    made.database.run("BEGIN IMMEDIATE");
    addBrands(made.stores);
    const { rows } = copyDatabase(made.path, join(made.folder, "copy.db"));
    expect(rows["brand"]).toBe(0);
    made.database.run("ROLLBACK");
  });

  test("does not change its source, even if the source has an older schema", () => {
    using made = openTestDatabase();
    made.database.run("DELETE FROM schema_migration WHERE number > 3");
    const { schema } = copyDatabase(made.path, join(made.folder, "copy.db"));
    expect(schema).toBe(3);
    expect(made.database.prepare("SELECT count(*) FROM schema_migration").values()).toEqual([[3]]);
  });
});

describe("a rescue", () => {
  test("of an intact database rebuilds the indexes and equals a backup", () => {
    using made = openTestDatabase();
    addBrands(made.stores);
    const [copy, rescue] = [false, true].map((rescued) => {
      const target = join(made.folder, `${rescued}.db`);
      copyDatabase(made.path, target, { rescue: rescued });
      const read = new Database(target, { readonly: true });
      const objects = read.prepare("SELECT type, name, sql FROM sqlite_schema ORDER BY 1, 2");
      const found = [objects.values(), read.prepare("SELECT * FROM brand ORDER BY 1").values()];
      read.close();
      return found;
    });
    expect(JSON.stringify(rescue)).toBe(JSON.stringify(copy));
  });
});

describe("the refusal of a rescue does not suggest --rescue", () => {
  test.each([
    ["if the list of tables cannot be read", 5000],
    ["if rows cannot be read", 100_000],
  ])("%s", (_where, length) => {
    using made = openTestDatabase();
    addBrands(made.stores);
    const [whole, broken] = [join(made.folder, "whole.db"), join(made.folder, "broken.db")];
    copyDatabase(made.path, whole);
    writeFileSync(broken, readFileSync(whole).fill(0xa5, length));
    const target = join(made.folder, "rescued.db");
    const rescue = () => copyDatabase(broken, target, { rescue: true });
    expect(rescue).toThrow("nothing could be rescued");
    expect(rescue).not.toThrow("--rescue");
    expect(existsSync(target)).toBe(false);
  });
});

describe("a backup is not made", () => {
  test("if it would overwrite another file", () => {
    using made = openTestDatabase();
    const target = join(made.folder, "copy.db");
    writeFileSync(target, "precious");
    expect(refused(() => copyDatabase(made.path, target))).toBe("FILE_EXISTS");
    expect(readFileSync(target, "utf8")).toBe("precious");
  });

  test("in a missing folder, because its disk is perhaps not mounted", () => {
    using made = openTestDatabase();
    const run = () => copyDatabase(made.path, join(made.folder, "usb", "copy.db"));
    expect(refused(run)).toBe("UNWRITABLE");
    expect(existsSync(join(made.folder, "usb"))).toBe(false);
  });

  test("of a missing file, a file that is no database, or another program's database", () => {
    using folder = temporaryFolder();
    const at = (name: string): string => join(folder.path, name);
    writeFileSync(at("text"), "Dear diary, ".repeat(500));
    const other = new Database(at("other.db"));
    other.run("CREATE TABLE recipe (name TEXT)");
    other.close();
    const codes = ["missing", "text", "other.db", "."].map((name) =>
      refused(() => copyDatabase(at(name), at("copy.db"))),
    );
    expect(codes).toEqual(["MISSING", "NOT_A_DATABASE", "FOREIGN_DATABASE", "MISSING"]);
    expect(existsSync(at("copy.db"))).toBe(false);
  });

  test("if it would have dangling references", () => {
    using made = openTestDatabase();
    made.database.run("PRAGMA foreign_keys = OFF");
    made.database.run(
      `INSERT INTO slot_freed (id, brand, from_at, to_at, cause, created_at)
       VALUES ('s', 'no-such-brand', 1, 2, 'test', 1)`,
    );
    const target = join(made.folder, "copy.db");
    expect(refused(() => copyDatabase(made.path, target))).toBe("NOT_VERIFIED");
    expect(readdirSync(made.folder).filter((name) => name.startsWith("copy"))).toEqual([]);
  });
});

describe("the check of a backup's row counts", () => {
  test.each<[string, Record<string, number>, Record<string, number>, string | null]>([
    ["accepts equal counts", { a: 3 }, { a: 3 }, null],
    ["finds a missing row", { a: 2 }, { a: 3 }, "a"],
    ["finds an extra row", { a: 4 }, { a: 3 }, "a"],
    ["finds a missing table", {}, { a: 0 }, "a"],
    ["finds an extra table", { a: 1, b: 1 }, { a: 1 }, "b"],
  ])("%s", (_, copied, source, table) => {
    expect(differingTable(copied, source, source)).toBe(table);
  });

  test("accepts any count between the source's counts before and after the backup, and no other", () => {
    for (const a of [3, 4, 5]) expect(differingTable({ a }, { a: 3 }, { a: 5 })).toBeNull();
    for (const a of [2, 6]) expect(differingTable({ a }, { a: 3 }, { a: 5 })).toBe("a");
  });
});

describe("the names of backups", () => {
  test("give the time and the reason, and are never used twice", () => {
    using folder = temporaryFolder();
    const first = backupPath(folder.path, NOW, "manual");
    expect(first).toBe(join(folder.path, "maitred-2026-11-20T000000Z-manual.db"));
    writeFileSync(first, "");
    expect(backupPath(folder.path, NOW, "manual")).toEndWith("000001Z-manual.db");
    expect(listBackups(folder.path)).toEqual([{ path: first, takenAt: NOW, reason: "manual" }]);
  });

  test("show which backup is the newest, so that the message about a missing database names it; one from the future is named only if there is no other", () => {
    using folder = temporaryFolder();
    const backups = join(folder.path, "backups");
    const newest = backupPath(backups, NOW - DAY, "scheduled");
    const ahead = backupPath(backups, NOW + 900 * DAY, "scheduled");
    makeBackupFolder(backups);
    writeFileSync(ahead, "");
    const looked = () => assertNotLost(join(folder.path, "maitred.db"), { folder: null, now: NOW });
    expect(looked).toThrow(ahead);
    for (const older of [NOW - 3 * DAY, NOW - 2 * DAY]) {
      writeFileSync(backupPath(backups, older, "manual"), "");
    }
    writeFileSync(newest, "");
    expect(looked).toThrow(newest);
  });

  test("are distinguished from the names of other files", () => {
    using folder = temporaryFolder();
    for (const name of ["maitred.db", "holiday.jpg", "maitred-2026-11-20-manual.db"]) {
      writeFileSync(join(folder.path, name), "");
    }
    expect(listBackups(folder.path)).toEqual([]);
    expect(listBackups(join(folder.path, "nowhere"))).toEqual([]);
  });
});

describe("old backups", () => {
  test("are removed only if they were scheduled and are not among the newest few", async () => {
    using folder = temporaryFolder();
    for (let day = 0; day < 5; day += 1) {
      writeFileSync(backupPath(folder.path, NOW + day * DAY, "scheduled"), "");
    }
    for (const reason of ["manual", "before-0012"] as const) {
      writeFileSync(backupPath(folder.path, NOW - 90 * DAY, reason), "");
    }
    writeFileSync(join(folder.path, "notes.txt"), "");
    await pruneBackups(folder.path, 2, NOW + 5 * DAY);
    expect(readdirSync(folder.path).toSorted()).toEqual([
      "maitred-2026-08-22T000000Z-before-0012.db",
      "maitred-2026-08-22T000000Z-manual.db",
      "maitred-2026-11-23T000000Z-scheduled.db",
      "maitred-2026-11-24T000000Z-scheduled.db",
      "notes.txt",
    ]);
  });

  test("that are incomplete are removed after a day, not earlier", async () => {
    using folder = temporaryFolder();
    const [old = "", fresh = ""] = ["0a0b0c0d01020304", "1a1b1c1d01020304"].map(
      (suffix) => `${backupPath(folder.path, NOW, "scheduled")}.partial-${suffix}`,
    );
    const journal = `${old}-journal`;
    for (const path of [old, journal, fresh]) {
      writeFileSync(path, "");
      const at = NOW / 1000 - (path === fresh ? 0 : 25 * 3600);
      utimesSync(path, at, at);
    }
    expect((await pruneBackups(folder.path, 7, NOW + HOUR)).toSorted()).toEqual([old, journal]);
    expect(existsSync(fresh)).toBe(true);
  });
});

test("a new backup folder is for its owner only, an existing one keeps its mode, and none is made if its parent folder is missing", () => {
  using folder = temporaryFolder();
  const backups = join(folder.path, "backups");
  makeBackupFolder(backups);
  expect(statSync(backups).mode & 0o777).toBe(0o700);
  chmodSync(backups, 0o755);
  makeBackupFolder(backups);
  expect(statSync(backups).mode & 0o777).toBe(0o755);
  mkdirSync(join(folder.path, "mnt"));
  const unmounted = join(folder.path, "mnt", "usb");
  const make = () => makeBackupFolder(join(unmounted, "maitred"));
  expect(refused(make)).toBe("UNWRITABLE");
  expect(make).toThrow(`there is no folder ${unmounted} (a disk that is not mounted?)`);
});
