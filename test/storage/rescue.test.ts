// Goal: whichever page of a database is damaged, a rescue (`maitred restore --rescue`) loses only the
// rows on that page and the rows that refer to them, says what is lost, and makes an intact file.
// Method: pages are so small that most tables need several; then single pages are overwritten in a
// copy.
import { Database } from "bun:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { closeSync, copyFileSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { MIGRATIONS } from "../../migrations/index.ts";
import { copyDatabase, type DatabaseCopy } from "../../src/storage/backup.ts";
import { openDatabase } from "../../src/storage/database.ts";
import { problemsOf, rowCounts } from "../../src/storage/inspect.ts";
import { Pages } from "../../src/storage/salvage/pages.ts";
import { temporaryFolder } from "../support/database.ts";
import { fillTables } from "./filled-tables.ts";

const PAGE = 512;
const ROWS = 90;
/** Tables with an index of all columns, from which a rescue restores every row. */
const COVERED = ["sign_in_throttle", "spent_challenge"];

const folder = temporaryFolder();
const whole = join(folder.path, "whole.db");
let counts: Readonly<Record<string, number>> = {};

beforeAll(() => {
  const database = openDatabase(whole, { environment: "live", create: true, durable: false });
  fillTables(database, ROWS);
  database.run("PRAGMA journal_mode = DELETE");
  database.run(`PRAGMA page_size = ${PAGE}`);
  database.run("VACUUM");
  expect(problemsOf(database)).toEqual([]);
  counts = rowCounts(database);
  database.close();
});
afterAll(() => folder[Symbol.dispose]());

interface Place {
  readonly page: number;
  /** The number of rows on the page. */
  readonly rows: number;
}

/** The root, an inner page and a leaf of a tree, if the tree has them. */
function placesOf(name: string): Place[] {
  using pages = new Pages(whole);
  using database = new Database(whole, { readonly: true });
  const root = database
    .prepare<{ rootpage: number }, [string]>("SELECT rootpage FROM sqlite_schema WHERE name = ?")
    .get(name)?.rootpage;
  const places: Place[] = [];
  for (let page = root ?? 0; page > 0; ) {
    const tree = pages.tree(page);
    if (tree === null) throw new Error(`${name} cannot be read`);
    places.push({ page, rows: tree.rows.length });
    page = tree.children[Math.floor(tree.children.length / 2)] ?? 0;
  }
  return places;
}

/** Overwrites one page in a copy, and rescues the copy. */
function rescued({ page }: Place): { copy: DatabaseCopy; read: Database } & Disposable {
  const broken = join(folder.path, "broken.db");
  const target = join(folder.path, "rescued.db");
  copyFileSync(whole, broken);
  const file = openSync(broken, "r+");
  writeSync(file, Buffer.alloc(PAGE, 0xfe), 0, PAGE, (page - 1) * PAGE);
  closeSync(file);
  rmSync(target, { force: true });
  const copy = copyDatabase(broken, target, { rescue: true });
  const read = new Database(target, { readonly: true });
  return { copy, read, [Symbol.dispose]: () => read.close() };
}

const schema = (() => {
  using made = temporaryFolder();
  const path = join(made.path, "maitred.db");
  const database = openDatabase(path, { environment: "live", create: true, durable: false });
  const named = database
    .prepare<{ type: string; name: string }, []>(
      "SELECT type, name FROM sqlite_schema WHERE rootpage > 0 AND name NOT LIKE 'sqlite_stat%'",
    )
    .all();
  database.close();
  return named;
})();
const tables = schema.filter(({ type }) => type === "table").map(({ name }) => name);
const indexes = schema.filter(({ type }) => type === "index").map(({ name }) => name);

test("every table of the test's database has rows, and every table with more than one row has several pages", () => {
  const empty = tables.filter((name) => (counts[name] ?? 0) === 0);
  expect(empty).toEqual([]);
  const flat = tables.filter((name) => placesOf(name).length < 2);
  expect(flat.filter((name) => counts[name] !== 1)).toEqual([]);
});

describe.each(tables)("a damaged page of %s", (table) => {
  test("loses only its own rows and the rows that refer to them", () => {
    for (const place of placesOf(table)) {
      using outcome = rescued(place);
      const { copy, read } = outcome;
      expect(problemsOf(read)).toEqual([]);
      const losses = new Map(copy.losses.map((loss) => [loss.table, loss]));
      const found = rowCounts(read);
      const mended = table === "instance" || table === "schema_migration" || table === "brand";
      for (const [name, before] of Object.entries(counts)) {
        const orphaned = losses.get(name)?.orphaned ?? 0;
        const lost = name === table && losses.has(table) && !mended ? place.rows : 0;
        expect([name, place.page, found[name]]).toEqual([
          name,
          place.page,
          before - lost - orphaned,
        ]);
      }
      expect(losses.has(table) || COVERED.includes(table) || place.rows === 0).toBe(true);
      const { unreadable = null } = losses.get(table) ?? {};
      if (unreadable !== null && !mended) expect(unreadable).toBe(place.rows);
    }
  });
});

test("a damaged page of an index loses nothing", () => {
  // Takes turns: the root of one index, an inner page of the next, a leaf of the third.
  for (const [number, index] of indexes.entries()) {
    const places = placesOf(index);
    using outcome = rescued(places[number % places.length] as Place);
    expect([index, outcome.copy.losses]).toEqual([index, []]);
    expect(rowCounts(outcome.read)).toEqual(counts);
  }
}, 60_000);

test("restaurants whose settings are lost get a blank row, and keep their reservations", () => {
  const [root] = placesOf("brand").slice(-1);
  if (root === undefined) throw new Error("brand has no pages");
  using outcome = rescued(root);
  const blank = outcome.read
    .prepare<{ n: number }, []>("SELECT count(*) AS n FROM brand WHERE created_at = 0")
    .get()?.n;
  expect(blank).toBe(root.rows);
  expect(rowCounts(outcome.read)["reservation"]).toBe(counts["reservation"]);
});

test("a lost list of migrations is rebuilt from the tables", () => {
  for (const place of placesOf("schema_migration")) {
    using outcome = rescued(place);
    const steps = outcome.read.prepare("SELECT number, name FROM schema_migration").values();
    expect(steps).toEqual(MIGRATIONS.map(({ number, name }) => [number, name]));
  }
});
