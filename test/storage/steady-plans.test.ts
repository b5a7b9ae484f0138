// Goal: the product rewrites every query so that SQLite plans it only once. The query still means
// the same.
import { constants, Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { keepPlans, withPlus } from "../../src/storage/steady-plans.ts";
import { openTestDatabase } from "../support/database.ts";

test.each([
  ["SELECT a FROM t WHERE b = :b LIMIT :limit", "SELECT a FROM t WHERE b = +:b LIMIT +:limit"],
  ["\n  WITH x AS (SELECT :a) SELECT 1", "\n  WITH x AS (SELECT +:a) SELECT 1"],
  ["EXPLAIN QUERY PLAN SELECT :a", "EXPLAIN QUERY PLAN SELECT +:a"],
  ["SELECT id || ':offer:' || :id", "SELECT id || ':offer:' || +:id"],
  ["SELECT 'it''s :here', :there", "SELECT 'it''s :here', +:there"],
  ["UPDATE t SET a = :a WHERE b = :b", "UPDATE t SET a = :a WHERE b = :b"],
  ["PRAGMA data_version", "PRAGMA data_version"],
])("%j becomes %j", (sql, asked) => {
  expect(withPlus(sql)).toBe(asked);
});

test("a query on a connection of the product is rewritten and means the same", () => {
  using house = openTestDatabase();
  const { database } = house;
  const question = database.prepare<{ found: unknown }, { value: string | number | null }>(
    "SELECT :value AS found WHERE typeof(:value) = typeof(:value) ORDER BY :value",
  );
  expect(question.toString()).toContain("+");
  for (const value of ["text", "12", "", 12, 1.5, null]) {
    expect(question.get({ value })).toEqual({ found: value });
  }
});

test("a query is prepared with SQLite's flag for persistent statements", () => {
  using database = new Database(":memory:");
  const flags: unknown[] = [];
  const prepare = database.prepare.bind(database) as (...words: unknown[]) => never;
  database.prepare = (...words: unknown[]) => {
    flags.push(words[2]);
    return prepare(...words);
  };
  keepPlans(database);
  expect(database.prepare("SELECT 1 AS one").get()).toEqual({ one: 1 });
  expect(flags).toEqual([constants.SQLITE_PREPARE_PERSISTENT]);
});
