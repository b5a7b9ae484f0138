// Goal: an answered write is saved, a refused write changes nothing, and transactions of one turn
// of the event loop share one commit without affecting each other.
import { describe, expect, test } from "bun:test";
import { DomainError, refusal } from "../../src/domain/errors.ts";
import { Rollback } from "../../src/storage/write-transaction.ts";
import type { Writer } from "../../src/storage/writer.ts";
import { openTestDatabase } from "../support/database.ts";
import { said } from "../support/said.ts";
import { outcome, withNumbers } from "./numbers.ts";

describe("one transaction", () => {
  test("returns its value after the commit", async () => {
    using made = openTestDatabase();
    const numbers = withNumbers(made);
    expect(await made.writer.write(() => numbers.add(1))).toBe(1);
    expect(numbers.saved()).toEqual([1]);
  });

  test("that throws changes nothing and rejects with the error", async () => {
    using made = openTestDatabase();
    const numbers = withNumbers(made);
    const refused = refusal("INVALID_INPUT.no_time", {});
    const write = made.writer.write(() => {
      numbers.add(1);
      throw refused;
    });
    expect(await outcome(write)).toEqual({ error: refused });
    expect(numbers.saved()).toEqual([]);
    expect(made.database.inTransaction).toBe(false);
  });

  test("that throws Rollback changes nothing and returns the Rollback's value", async () => {
    using made = openTestDatabase();
    const numbers = withNumbers(made);
    const seen = await made.writer.write((): number => {
      numbers.add(1);
      throw new Rollback(numbers.count());
    });
    expect(seen).toBe(1);
    expect(numbers.saved()).toEqual([]);
  });

  test("cannot be asynchronous, even if TypeScript did not complain", async () => {
    using made = openTestDatabase();
    const numbers = withNumbers(made);
    // @ts-expect-error The write lock must not be held during a promise.
    const refused = outcome(made.writer.write(async () => numbers.add(1)));
    expect(String((await refused).error)).toContain("must be synchronous");
    // @ts-expect-error A rejected promise is refused too, and must not be left unhandled.
    await outcome(made.writer.write(() => Promise.reject(new Error("later"))));
    expect(numbers.saved()).toEqual([]);
  });

  test("may return undefined or null", async () => {
    using made = openTestDatabase();
    expect(await made.writer.write(() => {})).toBeUndefined();
    expect(await made.writer.write(() => null)).toBeNull();
  });

  test("that breaks a constraint rejects with a DomainError", async () => {
    using made = openTestDatabase();
    const brand = { slug: "bistro", name: "Bistro", overrides: {}, now: 1 };
    await made.writer.write(() => made.stores.brands.insert(brand));
    const { error } = await outcome(made.writer.write(() => made.stores.brands.insert(brand)));
    expect(error).toBeInstanceOf(DomainError);
    expect((error as DomainError).code).toBe("INVALID_INPUT");
    expect(said(error as DomainError)).toContain("already exists");
  });
});

describe("transactions of one turn of the event loop", () => {
  test("share commits of at most 64 transactions", async () => {
    using made = openTestDatabase();
    const numbers = withNumbers(made);
    const outside = numbers.seenBy(made.open());
    const seen = Array.from({ length: 100 }, (_, n) =>
      made.writer.write(() => {
        numbers.add(n);
        return outside(); // counts the rows committed when this body runs
      }),
    );
    expect(await Promise.all(seen)).toEqual([...Array(64).fill(0), ...Array(36).fill(64)]);
    expect(outside()).toBe(100);
  });

  test("include those that microtasks queue in the same turn", async () => {
    using made = openTestDatabase();
    const numbers = withNumbers(made);
    const outside = numbers.seenBy(made.open());
    const request = async (n: number): Promise<number> => {
      for (let step = 0; step < n; step++) await Promise.resolve(); // parsing, checking, ...
      return made.writer.write(() => {
        numbers.add(n);
        return outside();
      });
    };
    expect(await Promise.all([0, 1, 5, 20].map(request))).toEqual([0, 0, 0, 0]);
  });

  test("see each other's changes in order", async () => {
    using made = openTestDatabase();
    const numbers = withNumbers(made);
    const counts = [1, 2, 3].map((n) =>
      made.writer.write(() => {
        numbers.add(n);
        return numbers.count();
      }),
    );
    expect(await Promise.all(counts)).toEqual([1, 2, 3]);
  });

  test("are not affected by one that throws, at any place", async () => {
    for (const culprit of [0, 2, 4]) {
      using made = openTestDatabase();
      const numbers = withNumbers(made);
      const writes = [0, 1, 2, 3, 4].map((n) =>
        outcome(
          made.writer.write(() => {
            numbers.add(n);
            if (n === culprit) throw new Error("no");
            return n;
          }),
        ),
      );
      const settled = await Promise.all(writes);
      const others = [0, 1, 2, 3, 4].filter((n) => n !== culprit);
      expect(settled.filter((one) => one.error === undefined).map((one) => one.value)).toEqual(
        others,
      );
      expect(numbers.saved()).toEqual(others);
    }
  });

  test("run once; they run twice only if one of them changed rows and then threw, without the option `undone`", async () => {
    using made = openTestDatabase();
    const numbers = withNumbers(made);
    const runsBeside = async (end: () => void, hint = {}): Promise<number> => {
      let runs = 0;
      const beside = made.writer.write(() => {
        runs += 1;
        numbers.add(numbers.count());
      });
      await outcome(made.writer.write(end, hint));
      await beside;
      return runs;
    };
    const refused = (): never => {
      throw new Error("no");
    };
    const addAndThrow = (): never => {
      numbers.add(-1);
      throw new Rollback("seen");
    };
    expect(await runsBeside(() => {})).toBe(1);
    expect(await runsBeside(refused)).toBe(1);
    expect(await runsBeside(addAndThrow, { undone: true })).toBe(1);
    expect(await runsBeside(addAndThrow)).toBe(2);
    expect(numbers.saved()).toEqual([0, 1, 2, 3]);
  });

  test("settle only after the commit, even if they are refused", async () => {
    using made = openTestDatabase();
    const numbers = withNumbers(made);
    const outside = numbers.seenBy(made.open());
    const atRefusal = made.writer
      .write((): number => {
        throw new Error("no");
      })
      .catch(() => outside());
    const accepted = made.writer.write(() => numbers.add(1));
    expect(await atRefusal).toBe(1);
    await accepted;
  });
});

describe("closing the writer", () => {
  test("waits for everything queued and refuses later writes", async () => {
    using made = openTestDatabase();
    const numbers = withNumbers(made);
    const writes = Array.from({ length: 150 }, (_, n) => made.writer.write(() => numbers.add(n)));
    await made.writer.close();
    expect(numbers.count()).toBe(150);
    await Promise.all(writes);
    const { error } = await outcome(made.writer.write(() => numbers.add(1000)));
    expect((error as DomainError).code).toBe("UNAVAILABLE");
    expect(numbers.count()).toBe(150);
  });

  test("works if nothing is queued, and a second time", async () => {
    using made = openTestDatabase();
    const writer: Writer = made.writer;
    await writer.close();
    await writer.close();
    expect(writer.healthy()).toBe(true);
  });
});
