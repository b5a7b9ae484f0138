// Goal: what a killed process left of a file with guests' data goes with the next attempt to make
// that file, and nothing else does.
import { expect, test } from "bun:test";
import { readdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { partialOf } from "../../src/storage/partial-file.ts";
import { temporaryFolder } from "../support/database.ts";

const hex = (pid: number): string => pid.toString(16).padStart(8, "0");
/** No system counts processes so far. */
const ENDED = 0x7fff_fff0;

test("remains of the same file are removed, of processes that have ended or had this number", () => {
  using folder = temporaryFolder();
  const kept = [
    `copy.db.partial-${hex(process.ppid)}`,
    `other.db.partial-${hex(ENDED)}`,
    `copy.db.partial-${hex(ENDED)}.txt`,
    `copy.db.partial-`,
    "copy.db",
  ];
  const gone = [
    `copy.db.partial-${hex(ENDED)}`,
    `copy.db.partial-${hex(ENDED)}-journal`,
    `copy.db.partial-${hex(process.pid)}`,
  ];
  for (const name of [...kept, ...gone]) writeFileSync(join(folder.path, name), "");
  const partial = partialOf(join(folder.path, "copy.db"));
  expect(readdirSync(folder.path).toSorted()).toEqual(kept.toSorted());
  expect(basename(partial)).toBe(`copy.db.partial-${hex(process.pid)}`);
});

test("a folder that is not there is left to whoever writes", () => {
  using folder = temporaryFolder();
  const target = join(folder.path, "nowhere", "copy.db");
  expect(partialOf(target)).toBe(`${target}.partial-${hex(process.pid)}`);
});
