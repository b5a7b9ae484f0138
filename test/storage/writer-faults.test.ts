// Goal: if the database is full, locked or damaged, or a commit fails, the writer never reports an
// unsaved change as saved, and never loses a saved change. Method: real faults of a real file.
import { describe, expect, test } from "bun:test";
import { closeSync, openSync, writeSync } from "node:fs";
import { DomainError } from "../../src/domain/errors.ts";
import { openTestDatabase, type TestDatabase } from "../support/database.ts";
import { said } from "../support/said.ts";
import { type Numbers, outcome, stopGrowth, withNumbers } from "./numbers.ts";

const code = (settled: { error?: unknown }): string =>
  settled.error instanceof DomainError ? settled.error.code : String(settled.error);

function prepared(): TestDatabase & { numbers: Numbers } {
  const made = openTestDatabase();
  const numbers = withNumbers(made);
  return { ...made, numbers };
}

describe("a full database", () => {
  test.each([0, 2, 4])(
    "refuses the one transaction of five that does not fit (number %i) and saves the others",
    async (culprit) => {
      using made = prepared();
      const { numbers, writer } = made;
      stopGrowth(made.database);
      let runs = 0;
      const settled = await Promise.all(
        [0, 1, 2, 3, 4].map((n) =>
          outcome(
            writer.write(() => {
              runs += 1;
              return numbers.add(n, n === culprit ? 100_000 : 10);
            }),
          ),
        ),
      );
      const others = [0, 1, 2, 3, 4].filter((n) => n !== culprit);
      expect(others.map((n) => settled[n]?.value)).toEqual(others);
      expect(code(settled[culprit] ?? {})).toBe("UNAVAILABLE");
      expect(said(settled[culprit]?.error as DomainError)).toContain("nothing was saved");
      expect(numbers.saved()).toEqual(others);
      expect(runs).toBe(5 + culprit); // the transactions before it ran twice
      expect(made.database.inTransaction).toBe(false);
    },
  );

  test("refuses every transaction that does not fit, and saves none of its rows", async () => {
    using made = prepared();
    const { numbers, writer } = made;
    stopGrowth(made.database);
    const settled = await Promise.all(
      [0, 1, 2, 3].map((n) =>
        outcome(
          writer.write(() => {
            numbers.add(n, 10);
            if (n % 2 === 1) numbers.add(100 + n, 100_000);
          }),
        ),
      ),
    );
    expect(settled.map(code)).toEqual(["undefined", "UNAVAILABLE", "undefined", "UNAVAILABLE"]);
    expect(numbers.saved()).toEqual([0, 2]);
  });

  test("runs a transaction again if it failed only because of the rows of a refused one", async () => {
    using made = prepared();
    const { numbers, writer } = made;
    stopGrowth(made.database);
    const oneSeat = (n: number, size: number) => () => {
      if (numbers.count() >= 1) throw new Error("taken");
      return numbers.add(n, size);
    };
    const [first, second, third] = await Promise.all([
      outcome(
        writer.write(() => {
          numbers.add(1, 10);
          return numbers.add(101, 100_000);
        }),
      ),
      outcome(writer.write(oneSeat(2, 10))),
      outcome(writer.write(oneSeat(3, 10))),
    ]);
    expect(code(first)).toBe("UNAVAILABLE");
    expect(second.value).toBe(2);
    expect(String(third.error)).toContain("taken");
    expect(numbers.saved()).toEqual([2]);
  });

  test("refuses a transaction even if its body ignores the error", async () => {
    using made = prepared();
    const { numbers, writer } = made;
    stopGrowth(made.database);
    const careless = outcome(
      writer.write(() => {
        try {
          numbers.add(1, 100_000);
        } catch {
          return "saved, surely";
        }
        return "saved";
      }),
    );
    const careful = writer.write(() => numbers.add(2, 10));
    expect(code(await careless)).toBe("UNAVAILABLE");
    expect(await careful).toBe(2);
    expect(numbers.saved()).toEqual([2]);
  });

  test("counts as unhealthy until a test write has succeeded", async () => {
    using made = prepared();
    const { numbers, writer } = made;
    expect(writer.healthy()).toBe(true);
    stopGrowth(made.database);
    await outcome(writer.write(() => numbers.add(1, 100_000)));
    expect(writer.healthy()).toBe(false);
    await writer.write(() => {}); // returns after the test write that healthy() started
    expect(writer.healthy()).toBe(true);
    made.database.run("PRAGMA max_page_count = 1000000");
    expect(await writer.write(() => numbers.add(1, 100_000))).toBe(1);
  });
});

/** A body whose statement succeeds, but whose COMMIT fails and leaves the transaction open. */
const failAtCommit = (made: TestDatabase) => () => {
  made.database.run("PRAGMA defer_foreign_keys = ON");
  made.database.run(
    `INSERT INTO slot_freed (id, brand, from_at, to_at, cause, created_at)
     VALUES ('s', 'no-such-brand', 1, 2, 'test', 1)`,
  );
  return "saved";
};

describe("a commit that fails", () => {
  test("does not stop the other transactions from being saved", async () => {
    using made = prepared();
    const { numbers, writer } = made;
    const settled = await Promise.all([
      outcome(writer.write(() => numbers.add(1))),
      outcome(writer.write<string>(failAtCommit(made))),
      outcome(writer.write(() => numbers.add(2))),
    ]);
    expect(settled.map((one) => one.value)).toEqual([1, undefined, 2]);
    expect(code(settled[1] ?? {})).toBe("NOT_FOUND");
    expect(numbers.saved()).toEqual([1, 2]);
    expect(made.database.inTransaction).toBe(false);
    expect(writer.healthy()).toBe(false);
    await writer.close(); // returns after the test write that healthy() started
  });

  test("does not change the order of transactions", async () => {
    using made = prepared();
    const { numbers, writer } = made;
    const bodies = Array.from({ length: 100 }, (_, n) => n); // more than one batch
    const writes = bodies.map((n) =>
      outcome(writer.write<unknown>(n === 1 ? failAtCommit(made) : () => numbers.add(n))),
    );
    const settled = await Promise.all(writes);
    expect(settled.map(code).filter((one) => one !== "undefined")).toEqual(["NOT_FOUND"]);
    const inOrder = made.database.prepare("SELECT n FROM number ORDER BY written").values().flat();
    expect(inOrder).toEqual(bodies.filter((n) => n !== 1));
  });
});

/** Another connection holds the lock. Time passes only in the writer's pauses. */
function contended() {
  const pauses: number[] = [];
  let time = 0;
  let onPause: (() => void) | null = null;
  const made = openTestDatabase({
    writer: {
      random: () => 0.5,
      delay: async (ms) => {
        pauses.push(ms);
        time += ms;
        onPause?.();
      },
      elapsed: () => time,
    },
  });
  const numbers = withNumbers(made);
  made.database.run("PRAGMA busy_timeout = 0"); // only the writer's own pauses count
  const holder = made.open();
  holder.run("BEGIN IMMEDIATE");
  return {
    ...made,
    numbers,
    pauses,
    holder,
    whenPaused: (then: () => void) => {
      onPause = then;
    },
  };
}

describe("a lock held by another connection", () => {
  test("makes a write wait, with pauses in which reads can run", async () => {
    using made = contended();
    const { numbers, writer, pauses, holder } = made;
    made.whenPaused(() => {
      expect(numbers.count()).toBe(0); // a read does not wait
      if (pauses.length === 3) holder.run("COMMIT");
    });
    expect(await Promise.all([1, 2].map((n) => writer.write(() => numbers.add(n))))).toEqual([
      1, 2,
    ]);
    expect(pauses).toEqual([35, 35, 35]);
    expect(writer.healthy()).toBe(true);
  });

  test("makes a write wait five seconds at most; then the write is refused", async () => {
    using made = contended();
    const { numbers, writer, pauses, holder } = made;
    const settled = await Promise.all(
      [1, 2].map((n) => outcome(writer.write(() => numbers.add(n)))),
    );
    expect(settled.map(code)).toEqual(["UNAVAILABLE", "UNAVAILABLE"]);
    expect(settled[0]?.error).toMatchObject({ retryable: true });
    expect(pauses.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThanOrEqual(5_000);
    expect(pauses.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(5_100);
    holder.run("COMMIT");
    expect(await writer.write(() => numbers.add(3))).toBe(3);
    expect(numbers.saved()).toEqual([3]);
  });

  test("lets a later write wait five seconds from its own start", async () => {
    using made = contended();
    const { numbers, writer, pauses, holder } = made;
    let late: Promise<number> | null = null;
    const early = outcome(writer.write(() => numbers.add(1)));
    made.whenPaused(() => {
      if (pauses.length === 100) late = writer.write(() => numbers.add(2));
      if (pauses.length === 160) holder.run("COMMIT");
    });
    expect(code(await early)).toBe("UNAVAILABLE");
    expect(await (late as unknown as Promise<number>)).toBe(2);
    expect(numbers.saved()).toEqual([2]);
  });

  test("does not make a writer lose a waiting write when it closes", async () => {
    using made = contended();
    const { numbers, writer, pauses, holder } = made;
    made.whenPaused(() => {
      if (pauses.length === 2) holder.run("COMMIT");
    });
    const write = writer.write(() => numbers.add(1));
    await writer.close();
    expect(await write).toBe(1);
  });
});

describe("a damaged file", () => {
  test("stops the writer: all writes are refused, and onFatal is called once", async () => {
    using made = openTestDatabase();
    const before = withNumbers(made);
    for (let n = 0; n < 200; n++) before.add(n, 1000);
    const root = made.database
      .prepare<{ page: number }, []>(
        "SELECT rootpage AS page FROM sqlite_schema WHERE name = 'number'",
      )
      .get();
    made.database.run("PRAGMA wal_checkpoint(TRUNCATE)");
    const file = openSync(made.path, "r+");
    writeSync(file, Buffer.alloc(4096, 0xff), 0, 4096, ((root?.page ?? 1) - 1) * 4096);
    closeSync(file);

    const { createWriter } = await import("../../src/storage/writer.ts");
    const fatal: unknown[] = [];
    const database = made.open();
    const count = database.prepare("SELECT sum(length(filler)) FROM number");
    const writer = createWriter(database, { onFatal: (error) => fatal.push(error) });
    const settled = await Promise.all([
      outcome(writer.write(() => void database.run("UPDATE instance SET test_writes = 99"))),
      outcome(writer.write(() => void count.get())),
      outcome(writer.write(() => {})),
    ]);
    expect(settled.map(code)).toEqual(["UNAVAILABLE", "UNAVAILABLE", "UNAVAILABLE"]);
    for (const { error } of settled)
      expect(said(error as DomainError)).toContain("nothing was saved");
    expect(fatal.map((error) => (error as { code: string }).code)).toEqual(["SQLITE_CORRUPT"]);
    expect(writer.healthy()).toBe(false);
    expect(code(await outcome(writer.write(() => {})))).toBe("UNAVAILABLE");
    await writer.close();
    expect(database.inTransaction).toBe(false);
    expect(database.prepare("SELECT test_writes FROM instance").values()).toEqual([[0]]);
  });
});
