// Goal: what a killed process left of a file with guests' data goes with the next attempt to make
// that file, and nothing else does.
import { expect, test } from "bun:test";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileSink } from "../../src/cli/export-sink.ts";
import { nameWhole, partialOf } from "../../src/storage/partial-file.ts";
import { temporaryFolder } from "../support/database.ts";

const hex = (pid: number): string => pid.toString(16).padStart(8, "0");
/** No system counts processes so far. */
const ENDED = 0x7fff_fff0;

const MARK = "0a1b2c3d";

test("remains of the same file are removed, of processes that have ended or had this number", () => {
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

test("processes of one number, as in two containers on one volume, have a name each", () => {
  using folder = temporaryFolder();
  const target = join(folder.path, "copy.db");
  const [one, other] = [partialOf(target), partialOf(target)];
  expect(one).not.toBe(other);
});

test("whoever is second to finish writes over nothing", () => {
  using folder = temporaryFolder();
  const target = join(folder.path, "copy.db");
  for (const text of ["first", "second"]) {
    const partial = partialOf(target);
    writeFileSync(partial, text);
    expect(nameWhole(partial, target)).toBe(text === "first");
  }
  expect(readFileSync(target, "utf8")).toBe("first");
});

test("an export whose file another one took for remains says so, and names nobody else's", async () => {
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

test("a folder that is not there is left to whoever writes", () => {
  using folder = temporaryFolder();
  const target = join(folder.path, "nowhere", "copy.db");
  expect(partialOf(target)).toStartWith(`${target}.partial-${hex(process.pid)}`);
});
