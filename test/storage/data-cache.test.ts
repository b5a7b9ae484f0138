// Goal: a cached record is never older than the transaction that reads it, and another process's
// commit is seen from the next microtask or transaction on.
import { describe, expect, test } from "bun:test";
import { ArrivalCache, DataCache } from "../../src/storage/data-cache.ts";
import { WriteTransaction } from "../../src/storage/write-transaction.ts";
import { openTestDatabase } from "../support/database.ts";

/**
 * A number in a database: `cached` reads it through a cache, `writeHere` writes on the same
 * connection, `write` on another connection, as another process would.
 */
function twoConnections() {
  const house = openTestDatabase();
  const other = house.open();
  house.database.run("CREATE TABLE number (value INTEGER NOT NULL) STRICT");
  house.database.run("INSERT INTO number VALUES (1)");
  const read = house.database.prepare<{ value: number }, []>("SELECT value FROM number");
  const caches = [new DataCache<number>(house.database), new DataCache<number>(house.database)];
  return {
    house,
    cached: (index = 0) => caches[index]?.get("", () => read.get()?.value ?? null),
    write: (value: number) => other.run("UPDATE number SET value = ?", [value]),
    writeHere(value: number) {
      for (const cache of caches) cache.forget();
      house.database.run("UPDATE number SET value = ?", [value]);
    },
    [Symbol.dispose]: () => house[Symbol.dispose](),
  };
}

describe("another process's commit", () => {
  test("is seen in the next microtask, by every cache", async () => {
    using it = twoConnections();
    expect([it.cached(0), it.cached(1)]).toEqual([1, 1]);
    it.write(2);
    await Promise.resolve();
    expect([it.cached(0), it.cached(1)]).toEqual([2, 2]);
    it.write(3);
    await Promise.resolve();
    expect([it.cached(1), it.cached(0)]).toEqual([3, 3]);
  });

  test("is seen by a transaction that begins after it, even in the same microtask", () => {
    using it = twoConnections();
    expect(it.cached()).toBe(1);
    it.write(2);
    it.house.database.run("BEGIN IMMEDIATE");
    expect(it.cached()).toBe(2);
    it.house.database.run("COMMIT");
    it.write(3);
    it.house.database.run("BEGIN IMMEDIATE");
    expect(it.cached()).toBe(3);
    it.house.database.run("COMMIT");
  });

  test("is seen by each of two write transactions in one microtask", () => {
    using it = twoConnections();
    const transaction = new WriteTransaction(it.house.database);
    for (const value of [2, 3]) {
      it.write(value);
      transaction.begin();
      expect([it.cached(0), it.cached(1)]).toEqual([value, value]);
      transaction.commit();
    }
    it.write(4);
    transaction.begin();
    transaction.rollBackIfOpen();
    it.house.database.run("BEGIN");
    expect(it.cached()).toBe(4);
    it.house.database.run("COMMIT");
    it.write(5);
    it.house.database.run("BEGIN");
    expect(it.cached()).toBe(5);
    it.house.database.run("COMMIT");
  });

  test("is seen in the next microtask even after a transaction in between", async () => {
    using it = twoConnections();
    expect(it.cached()).toBe(1);
    it.write(2);
    it.house.database.run("BEGIN IMMEDIATE");
    expect(it.cached()).toBe(2);
    it.house.database.run("COMMIT");
    it.cached();
    it.write(3);
    await Promise.resolve();
    expect(it.cached()).toBe(3);
  });
});

test("our own write is seen at once, and forgotten when it is rolled back", () => {
  using it = twoConnections();
  expect(it.cached()).toBe(1);
  it.house.database.run("BEGIN IMMEDIATE");
  it.writeHere(2);
  expect(it.cached()).toBe(2);
  it.house.database.run("ROLLBACK");
  expect(it.cached()).toBe(1);
});

/** Resolves in the next turn of the event loop. */
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe("a value computed from records", () => {
  test("is computed again after our own write to any of them, and again when the write is rolled back", () => {
    using it = twoConnections();
    const arrivals = new ArrivalCache<number>(it.house.database);
    const doubled = () => arrivals.get("", () => 2 * (it.cached() ?? 0));
    expect(doubled()).toBe(2);
    it.house.database.run("BEGIN IMMEDIATE");
    it.writeHere(2);
    expect(doubled()).toBe(4);
    it.house.database.run("ROLLBACK");
    expect(doubled()).toBe(2);
  });

  test("stays the same within a turn of the event loop, and includes another process's commit in the next turn", async () => {
    using it = twoConnections();
    await nextTurn();
    const arrivals = new ArrivalCache<number>(it.house.database);
    const known = () => arrivals.get("", () => it.cached() ?? null);
    expect(known()).toBe(1);
    it.write(2);
    await Promise.resolve();
    expect(known()).toBe(1);
    await nextTurn();
    expect(known()).toBe(2);
  });

  test("includes earlier commits if it is read in a transaction, even in the same turn of the event loop", () => {
    using it = twoConnections();
    const arrivals = new ArrivalCache<number>(it.house.database);
    expect(arrivals.get("", () => it.cached() ?? null)).toBe(1);
    it.write(2);
    it.house.database.run("BEGIN IMMEDIATE");
    expect(it.cached()).toBe(2);
    expect(arrivals.get("", () => it.cached() ?? null)).toBe(2);
    it.house.database.run("COMMIT");
  });
});
