// Goal: every refusal by the database has one error code for callers, and an error of the program
// is never disguised as a refusal.
import { describe, expect, test } from "bun:test";
import { DomainError } from "../../src/domain/errors.ts";
import { isBusy, isFatal, toDomainError } from "../../src/storage/storage-errors.ts";
import { openTestDatabase } from "../support/database.ts";
import { said } from "../support/said.ts";
import { stopGrowth } from "./numbers.ts";
import { addBrands, BISTRO, entry, NOW, offer, reservation } from "./samples.ts";

/** The error that `run` throws. */
function thrownBy(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  throw new Error("No error was thrown.");
}

function prepared() {
  const made = openTestDatabase();
  addBrands(made.stores);
  return made;
}

type Made = ReturnType<typeof prepared>;

const twice = (run: () => void): void => {
  run();
  run();
};

const addOffer = ({ stores }: Made): void => {
  const waiting = entry();
  stores.waitlist.insert(waiting);
  twice(() => stores.offers.insert(offer({ entryId: waiting.id })));
};

describe("an error thrown in a write", () => {
  test.each<[string, string, (made: Made) => unknown]>([
    [
      "a taken slug",
      "INVALID_INPUT",
      ({ stores }) => stores.brands.insert({ slug: BISTRO, name: "B", overrides: {}, now: NOW }),
    ],
    ["a second live offer", "INVALID_TRANSITION", addOffer],
    [
      "a used idempotency key",
      "IDEMPOTENCY_KEY_REUSED",
      ({ database }) =>
        twice(
          () =>
            void database.run(
              "INSERT INTO idempotency VALUES (x'00112233445566778899aabbccddeeff', 'b', '00112233445566778899aabbccddeeff', '{}', '', 1)",
            ),
        ),
    ],
    [
      "an id already in use",
      "INTERNAL",
      ({ stores }) => {
        const row = reservation();
        twice(() => stores.reservations.insert(row));
      },
    ],
    [
      "a brand that does not exist",
      "NOT_FOUND",
      ({ stores }) => stores.reservations.insert(reservation({ brand: "nowhere" })),
    ],
    [
      "a value out of range",
      "INVALID_INPUT",
      ({ stores }) => stores.reservations.insert(reservation({ partySize: 0 })),
    ],
  ])("caused by %s becomes %s for callers", (_what, code, run) => {
    using made = prepared();
    const cause = thrownBy(() => run(made));
    const error = toDomainError(cause);
    expect(error).toBeInstanceOf(DomainError);
    expect((error as DomainError).code).toBe(code as DomainError["code"]);
    expect((error as DomainError).cause).toBe(cause);
  });

  test.each<[string, (made: Made) => unknown]>([
    [
      "a missing value",
      ({ database }) => database.run("INSERT INTO opt_out (phone_hash) VALUES ('x')"),
    ],
    [
      "a value of another type",
      ({ database }) => database.run("INSERT INTO opt_out VALUES ('x', 'y')"),
    ],
    ["invalid SQL", ({ database }) => database.run("SELEC 1")],
    [
      "a fault of the program",
      () => {
        throw new TypeError("x is not a function");
      },
    ],
  ])("caused by %s is passed on unchanged", (_what, run) => {
    using made = prepared();
    const cause = thrownBy(() => run(made));
    expect(toDomainError(cause)).toBe(cause);
    expect([isBusy(cause), isFatal(cause)]).toEqual([false, false]);
  });
});

describe("a failure of storage", () => {
  test("says whether the write may have been saved", () => {
    using made = prepared();
    stopGrowth(made.database);
    const full = thrownBy(() => made.database.run("CREATE TABLE big AS SELECT zeroblob(100000)"));
    const known = toDomainError(full) as DomainError;
    expect([known.code, known.retryable]).toEqual(["UNAVAILABLE", true]);
    expect(said(known)).toContain("nothing was saved");
    expect(said(toDomainError(full, "unknown") as DomainError)).toContain("not known");
    expect([isBusy(full), isFatal(full)]).toEqual([false, false]);
  });

  test("caused by a lock is reported as busy, not as fatal", () => {
    using made = prepared();
    made.open().run("BEGIN IMMEDIATE");
    made.database.run("PRAGMA busy_timeout = 0");
    const busy = thrownBy(() => made.database.run("BEGIN IMMEDIATE"));
    expect([isBusy(busy), isFatal(busy)]).toEqual([true, false]);
    expect((toDomainError(busy) as DomainError).code).toBe("UNAVAILABLE");
  });
});
