// Goal: when a process is killed while it writes a file with guests' data, the next attempt to make
// that file removes the partial file, and no other.
import { expect, test } from "bun:test";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileSink } from "../../src/cli/export-sink.ts";
import { nameWhole, partialOf } from "../../src/storage/partial-file.ts";
import { temporaryFolder } from "../support/database.ts";

const hex = (pid: number): string => pid.toString(16).padStart(8, "0");
/** Higher than any system's process ids, so no process has it. */
const ENDED = 0x7fff_fff0;

const MARK = "0a1b2c3d";

test("partial files of the same target are removed if their process has ended or had this process's id", () => {
  using folder = temporaryFolder();
  const kept = [
    `copy.db.partial-${hex(process.ppid)}${MARK}`,
    `other.db.partial-${hex(ENDED)}${MARK}`,
    `copy.db.partial-${hex(ENDED)}${MARK}.txt`,
    `copy.db.partial-`,
    "copy.db",
  ];
  const gone = [
    `copy.db.partial-${hex(ENDED)}${MARK}`,
    `copy.db.partial-${hex(ENDED)}${MARK}-journal`,
    `copy.db.partial-${hex(process.pid)}${MARK}`,
  ];
  for (const name of [...kept, ...gone]) writeFileSync(join(folder.path, name), "");
  const partial = partialOf(join(folder.path, "copy.db"));
  expect(readdirSync(folder.path).toSorted()).toEqual(kept.toSorted());
  expect(basename(partial)).toStartWith(`copy.db.partial-${hex(process.pid)}`);
});

test("processes with the same id, as in two containers on one volume, use different names", () => {
  using folder = temporaryFolder();
  const target = join(folder.path, "copy.db");
  const [one, other] = [partialOf(target), partialOf(target)];
  expect(one).not.toBe(other);
});

test("the second process to finish overwrites nothing", () => {
  using folder = temporaryFolder();
  const target = join(folder.path, "copy.db");
  for (const text of ["first", "second"]) {
    const partial = partialOf(target);
    writeFileSync(partial, text);
    expect(nameWhole(partial, target)).toBe(text === "first");
  }
  expect(readFileSync(target, "utf8")).toBe("first");
});

test("an export fails if another export removed its partial file; the other export is complete", async () => {
  using folder = temporaryFolder();
  const target = join(folder.path, "all.jsonl");
  const [one, other] = [fileSink(target), fileSink(target)];
  await one.write("one");
  await other.write("oth");
  expect(one.finish()).rejects.toThrow("Another process is writing");
  one.abandon();
  await other.write("er");
  await other.finish();
  expect(readFileSync(target, "utf8")).toBe("other");
  expect(readdirSync(folder.path)).toEqual(["all.jsonl"]);
});

test("a partial file can be named even if its folder is missing", () => {
  using folder = temporaryFolder();
  const target = join(folder.path, "nowhere", "copy.db");
  expect(partialOf(target)).toStartWith(`${target}.partial-${hex(process.pid)}`);
});
