// Goal: the readiness check says truthfully and quickly whether the instance can write, and writes
// only once in five seconds.
import { expect, test } from "bun:test";
import { createWriteTest } from "../../src/storage/write-test.ts";
import { openTestDatabase } from "../support/database.ts";

/** Calls `holds` once in each round of the event loop, until it is true. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise<void>((resolve) => setImmediate(resolve));
}

function prepared(patienceMs?: number) {
  let elapsed = 0;
  const house = openTestDatabase();
  const { writer, stores } = house;
  const canWrite = createWriteTest({
    writer,
    instance: stores.instance,
    elapsed: () => elapsed,
    ...(patienceMs === undefined ? {} : { patienceMs }),
  });
  const written = (): number =>
    house.database.prepare<{ n: number }, []>("SELECT test_writes AS n FROM instance").get()?.n ??
    -1;
  return {
    canWrite,
    written,
    database: house.database,
    other: house.open,
    pass: (ms: number) => {
      elapsed += ms;
    },
    [Symbol.dispose]: () => house[Symbol.dispose](),
  };
}

test("the write test writes once for all requests within five seconds", async () => {
  using desk = prepared();
  expect(await Promise.all([desk.canWrite(), desk.canWrite()])).toEqual([true, true]);
  expect(await desk.canWrite()).toBe(true);
  expect(desk.written()).toBe(1);
  desk.pass(5000);
  expect(await desk.canWrite()).toBe(true);
  expect(desk.written()).toBe(2);
});

test("the write test fails while the database refuses writes, and succeeds afterwards", async () => {
  using desk = prepared();
  desk.database.run("PRAGMA query_only = ON");
  expect(await desk.canWrite()).toBe(false);
  desk.database.run("PRAGMA query_only = OFF");
  await until(desk.canWrite);
  expect(desk.written()).toBeGreaterThan(0);
});

test("the write test fails, instead of waiting, while another connection locks the database", async () => {
  using desk = prepared(1);
  const other = desk.other();
  other.run("BEGIN IMMEDIATE");
  expect(await desk.canWrite()).toBe(false);
  other.run("ROLLBACK");
  await until(desk.canWrite);
  expect(desk.written()).toBe(1);
});
