// Goal: a cached record is never older than the transaction that decides by it, and another
// process's commit is seen as soon as anything else can have happened.
import { describe, expect, test } from "bun:test";
import { ArrivalCache, DataCache, StillCache } from "../../src/storage/data-cache.ts";
import { openTestDatabase } from "../support/database.ts";

/** Two connections to one number: `cached` reads it through a cache, `write` is another process. */
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

describe("what another process commits", () => {
  test("is seen in the next turn, by every cache", async () => {
    using it = twoConnections();
    expect([it.cached(0), it.cached(1)]).toEqual([1, 1]);
    it.write(2);
    await Promise.resolve();
    expect([it.cached(0), it.cached(1)]).toEqual([2, 2]);
    it.write(3);
    await Promise.resolve();
    expect([it.cached(1), it.cached(0)]).toEqual([3, 3]);
  });

  test("is seen by a transaction that begins after it, in whichever turn", () => {
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

  test("is not hidden for longer by a transaction in between", async () => {
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

test("a write of ours is seen at once, and forgotten when it is undone", () => {
  using it = twoConnections();
  expect(it.cached()).toBe(1);
  it.house.database.run("BEGIN IMMEDIATE");
  it.writeHere(2);
  expect(it.cached()).toBe(2);
  it.house.database.run("ROLLBACK");
  expect(it.cached()).toBe(1);
});

/** The next look at the sockets lies between this turn and what comes after. */
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe("what is made of records where requests arrive", () => {
  test("is forgotten with a write of ours to any of them, before and after it is undone", () => {
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

  test("is as of one moment in a turn, and knows of another process's commit in the next", async () => {
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

  test("does not keep a transaction of the same turn from seeing what came before it", () => {
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

describe("what is kept while nobody writes", () => {
  const still = (it: ReturnType<typeof twoConnections>) => {
    const cache = new StillCache<number>(it.house.database, 2);
    const read = it.house.database.prepare<{ value: number }, []>("SELECT value FROM number");
    let reads = 0;
    const load = (): number => {
      reads += 1;
      return read.get()?.value ?? Number.NaN;
    };
    return { value: (key = "") => cache.get(key, load), reads: () => reads };
  };

  test("is read once, and anew after any write, here or elsewhere", async () => {
    using it = twoConnections();
    const kept = still(it);
    expect([kept.value(), kept.value(), kept.reads()]).toEqual([1, 1, 1]);
    it.house.database.run("UPDATE number SET value = 2");
    expect(kept.value()).toBe(2);
    await Promise.resolve();
    it.write(3);
    await Promise.resolve();
    expect([kept.value(), kept.reads()]).toEqual([3, 3]);
  });

  test("is never what a transaction saw that was rolled back", () => {
    using it = twoConnections();
    const kept = still(it);
    it.house.database.run("BEGIN IMMEDIATE");
    it.house.database.run("UPDATE number SET value = 9");
    expect(kept.value()).toBe(9);
    it.house.database.run("ROLLBACK");
    expect(kept.value()).toBe(1);
    expect(kept.value()).toBe(1);
  });

  test("is as much as was said, and no more", () => {
    using it = twoConnections();
    const kept = still(it);
    for (const key of ["a", "b", "c", "b", "a"]) kept.value(key);
    expect(kept.reads()).toBe(4);
  });
});
