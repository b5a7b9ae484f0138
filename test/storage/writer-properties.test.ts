// Goal: for any transactions in any order, the database has exactly the rows of the transactions
// that were accepted. Method: random schedules on a real database, with faults.
import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import type { DomainError } from "../../src/domain/errors.ts";
import { Rollback } from "../../src/storage/write-transaction.ts";
import { openTestDatabase } from "../support/database.ts";
import { outcome, stopGrowth, withNumbers } from "./numbers.ts";

/** How many rows a transaction adds, how it ends, and when its caller arrives. */
const body = fc.record({
  ends: fc.constantFrom("accept", "accept", "accept", "throw", "roll back", "break a constraint"),
  rows: fc.integer({ min: 0, max: 3 }),
  size: fc.constantFrom(10, 10, 10, 10, 60_000),
  microtasks: fc.integer({ min: 0, max: 3 }),
  turns: fc.integer({ min: 0, max: 2 }),
});

/**
 * Two transactions that do not fit into the full database. One run has these two, because the random
 * ones may all be small enough to fit.
 */
const TOO_MUCH = [1, 2].map(() => ({
  ends: "accept",
  rows: 3,
  size: 60_000,
  microtasks: 0,
  turns: 0,
}));

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe("every schedule of transactions", () => {
  test.each([
    ["in a healthy database", false],
    ["in a database that is full", true],
  ])("leaves exactly the rows of the accepted transactions, %s", async (_name, full) => {
    using made = openTestDatabase();
    const numbers = withNumbers(made);
    const secondInstance = made.database.prepare(
      "INSERT INTO instance (id, environment) VALUES (2, 'test')",
    );
    let next = 0;
    let refusedAsFull = 0;
    if (full) {
      numbers.add(-1, 200_000); // deleted below: leaves free pages, so that small rows fit
      made.database.run("DELETE FROM number");
      stopGrowth(made.database);
    }
    const property = fc.asyncProperty(fc.array(body, { maxLength: 90 }), async (bodies) => {
      const accepted: number[] = [];
      const call = async (one: (typeof bodies)[number]): Promise<void> => {
        const own = Array.from({ length: one.rows }, () => next++);
        for (let turn = 0; turn < one.turns; turn++) await nextTurn();
        for (let step = 0; step < one.microtasks; step++) await Promise.resolve();
        const settled = await outcome(
          made.writer.write((): string => {
            for (const n of own) numbers.add(n, one.size);
            if (one.ends === "throw") throw new Error("no");
            if (one.ends === "roll back") throw new Rollback("seen");
            if (one.ends === "break a constraint") secondInstance.run();
            return "done";
          }),
        );
        if (settled.value === "done") accepted.push(...own);
        if ((settled.error as DomainError | undefined)?.code === "UNAVAILABLE") refusedAsFull += 1;
        // Unless the database is full, each transaction ends as its body says.
        if (!full) {
          const expected = { accept: "done", "roll back": "seen" }[one.ends as string];
          expect(settled.value).toBe(expected);
        }
      };
      await Promise.all(bodies.map(call));
      expect(made.database.inTransaction).toBe(false);
      expect(numbers.saved()).toEqual(accepted.toSorted((a, b) => a - b));
      made.database.run("DELETE FROM number");
    });
    await fc.assert(property, { numRuns: 60, examples: [[TOO_MUCH]] });
    expect(refusedAsFull > 0).toBe(full);
    await made.writer.close();
  });
});
