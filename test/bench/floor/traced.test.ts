// Goal: the baseline R (floor.ts) does as much work as maitred. R repeats statements that were recorded
// while maitred made a booking: all writes, to every database table that grows with a booking, and
// one read.
import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { join } from "node:path";
import { temporaryFolder } from "../../support/database.ts";
import { QUICK } from "../part.ts";
import { prepareFloor, shapeOf } from "./floor.ts";

const BOOKINGS = 5;
/** Database tables that can change without a booking. */
const OTHERS = ["lease", "instance"];

function rowsByTable(path: string): Map<string, number> {
  const database = new Database(path, { readonly: true });
  const tables = database
    .prepare<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'table'")
    .all()
    .map(({ name }) => name)
    .filter((name) => !name.startsWith("sqlite_") && !OTHERS.includes(name));
  const counts = tables.map((name) => {
    const count = database.prepare<{ n: number }, []>(`SELECT count(*) AS n FROM ${name}`).get();
    return [name, count?.n ?? 0] as const;
  });
  database.close();
  return new Map(counts);
}

test("R writes every database table that grows with a booking, and reads once", async () => {
  using folder = temporaryFolder();
  const { trace } = await prepareFloor(folder.path, { ...QUICK, commits: BOOKINGS });
  const before = rowsByTable(join(folder.path, "floor/empty.db"));
  const after = rowsByTable(join(folder.path, "floor/maitred.db"));
  const grown = [...after].filter(([name, rows]) => rows > (before.get(name) ?? 0));
  const [reads, ...writes] = shapeOf(trace, "bare");
  expect(writes.map(({ name }) => name).sort()).toEqual(grown.map(([name]) => name).sort());
  expect(reads).toEqual({ name: "read", count: 1 });
  expect(trace.bookings.length).toBe(BOOKINGS);
});

test("R with all reads has the same writes as R, and more reads", async () => {
  using folder = temporaryFolder();
  const { trace } = await prepareFloor(folder.path, { ...QUICK, commits: 1 });
  const [bare, whole] = [shapeOf(trace, "bare"), shapeOf(trace, "whole")];
  expect(whole.slice(1)).toEqual(bare.slice(1));
  expect(whole[0]?.count ?? 0).toBeGreaterThan(bare[0]?.count ?? 0);
});
