// Goal: the stays in memory always equal those in the database, whatever is written or undone by
// this process or another.
import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { occupiedInterval } from "../../src/domain/occupancy.ts";
import { RESERVATION_FIELDS } from "../../src/domain/reservation-fields.ts";
import { STATUSES } from "../../src/domain/reservation-states.ts";
import { STARTING, type TableStay } from "../../src/storage/stay-cache.ts";
import { openStores, type Stores } from "../../src/storage/stores.ts";
import { Rollback } from "../../src/storage/write-transaction.ts";
import { openTestDatabase, TEST_KEYS } from "../support/database.ts";
import { outcome } from "./numbers.ts";
import { addBrands, BISTRO, DAY, EVENING, HOUR, NOW, reservation, TRATTORIA } from "./samples.ts";

function prepared() {
  const made = openTestDatabase();
  addBrands(made.stores);
  return { ...made, elsewhere: openStores(made.open(), TEST_KEYS) };
}
type Prepared = ReturnType<typeof prepared>;

/** The fields that a write sets in a reservation. */
const change = fc
  .record({
    status: fc.constantFrom(...STATUSES),
    start: fc.oneof(fc.integer({ min: -12, max: 12 }), fc.integer({ min: -40, max: 40 })),
    stay: fc.oneof(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 24 })),
    early: fc.integer({ min: -3, max: 6 }),
    left: fc.integer({ min: 0, max: 10 }),
    table: fc.constantFrom([], ["t1"], ["t1", "t2"]),
    tablePinned: fc.boolean(),
  })
  .map(({ status, start, stay, early, left, table: tables, tablePinned }) => {
    const startAt = EVENING + start * HOUR;
    const sat = status === "seated" || status === "completed";
    const seatedAt = sat ? startAt + early * HOUR : null;
    const completedAt = status === "completed" ? startAt + (early + left) * HOUR : null;
    const cancelledAt = status === "cancelled" ? NOW : null;
    const endAt = startAt + stay * HOUR;
    const times = { startAt, endAt, seatedAt, completedAt, cancelledAt };
    return { status, tables, tablePinned, ...times };
  });

const interval = fc
  .tuple(
    fc.oneof(fc.integer({ min: -8, max: 8 }), fc.integer({ min: -30, max: 30 })),
    fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 30 })),
  )
  .map(([offset, length]) => {
    const from = EVENING + offset * HOUR;
    return { from, to: from + length * HOUR };
  });
type Interval = { readonly from: number; readonly to: number };

const byId = (all: readonly TableStay[]) => all.toSorted((a, b) => (a.id < b.id ? -1 : 1));

/** The stays that `cached` must return, read row by row without the cache. */
function stored({ database, stores }: Prepared, { from, to }: Interval): TableStay[] {
  const ids = database.query<{ id: string }, []>("SELECT id FROM reservation").all();
  const all = ids.flatMap(({ id }) => stores.reservations.get(id) ?? []);
  const touching = all.filter(({ brand, startAt, endAt, status, seatedAt, completedAt }) => {
    if (brand !== BISTRO || status === "cancelled" || status === "no_show") return false;
    if (status === "seated") return true;
    if (status === "completed" && (completedAt ?? 0) <= from) return false;
    const begins = Math.min(startAt, seatedAt ?? startAt);
    return begins < to && endAt > from && startAt >= from - DAY && startAt < to + 3 * HOUR;
  });
  return byId(
    touching.map(
      ({ id, status, startAt, endAt, partySize, seatedAt, completedAt, ...rest }): TableStay => {
        const { tables, tablePinned, area } = rest;
        const times = { startAt, endAt, seatedAt, completedAt };
        return { id, status, partySize, ...times, tables, tablePinned, area };
      },
    ),
  );
}

const cached = ({ stores }: Prepared, { from, to }: Interval) =>
  byId(stores.reservations.occupying(BISTRO, from, to));

const step = fc.oneof(
  fc.record({ kind: fc.constant("insert" as const), change }),
  fc.record({ kind: fc.constant("update" as const), change, nth: fc.nat(30) }),
  fc.record({ kind: fc.constant("set tables" as const), change, nth: fc.nat(30) }),
  fc.record({ kind: fc.constant("read" as const), interval }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Makes one step. Returns false if the cache and the database differ. */
function take(one: Step, made: Prepared, { reservations }: Stores): boolean {
  if (one.kind === "read") {
    return Bun.deepEquals(cached(made, one.interval), stored(made, one.interval));
  }
  if (one.kind === "insert") {
    reservations.insert(reservation(one.change));
    return true;
  }
  const all = made.database.query<{ id: string }, []>("SELECT id FROM reservation").all();
  const id = all[one.nth % Math.max(1, all.length)]?.id ?? "";
  const before = reservations.get(id);
  if (before === null) return true;
  const { tables, tablePinned } = one.change;
  if (one.kind === "set tables") reservations.setTables(id, tables, tablePinned, NOW);
  else reservations.update({ ...before, ...one.change, revision: before.revision + 1 });
  return true;
}

const body = fc.record({
  steps: fc.array(step, { maxLength: 6 }),
  ends: fc.constantFrom("accept", "accept", "throw", "roll back", "lose the transaction"),
  undone: fc.boolean(),
});

/** One pass of the event loop: writes that share a transaction, or a write of another process. */
const turn = fc.oneof(
  { weight: 4, arbitrary: fc.array(body, { minLength: 1, maxLength: 5 }) },
  { weight: 1, arbitrary: fc.array(step, { maxLength: 3 }).map((elsewhere) => ({ elsewhere })) },
);

describe("stays in memory", () => {
  test("equal those in the database after any writes, undone or not, here or in another process", async () => {
    const property = fc.asyncProperty(
      fc.array(turn, { maxLength: 12 }),
      interval,
      async (turns, asked) => {
        using made = prepared();
        for (const one of turns) {
          if ("elsewhere" in one) {
            for (const each of one.elsewhere) take(each, made, made.elsewhere);
            await Promise.resolve();
            // Not compared here, so that the next transaction may write before the first read.
          } else {
            await Promise.all(
              one.map(({ steps, ends, undone }) =>
                outcome(
                  made.writer.write(
                    (): string => {
                      for (const each of steps) {
                        if (!take(each, made, made.stores)) throw new Error("stale");
                      }
                      if (ends === "throw") throw new Error("no");
                      if (ends === "lose the transaction") made.database.run("ROLLBACK");
                      if (ends === "roll back" || undone) throw new Rollback("seen");
                      return "done";
                    },
                    { undone },
                  ),
                ).then((ended) => expect(JSON.stringify(ended)).not.toContain("stale")),
              ),
            );
            expect(cached(made, asked)).toEqual(stored(made, asked));
          }
        }
        await Promise.resolve();
        expect(cached(made, asked)).toEqual(stored(made, asked));
      },
    );
    await fc.assert(property, { numRuns: 150 });
  });

  test("include every stay that occupies an interval", () => {
    const now = EVENING + 5 * HOUR;
    fc.assert(
      fc.property(fc.array(change, { maxLength: 20 }), interval, (rows, asked) => {
        using made = prepared();
        for (const one of rows) made.stores.reservations.insert(reservation(one));
        const { from, to } = asked;
        const touching = (stay: Parameters<typeof occupiedInterval>[0]): boolean => {
          const occupied = occupiedInterval(stay, now);
          return occupied !== null && occupied.from < to && occupied.to > from;
        };
        const everything = made.stores.reservations.list({
          brand: BISTRO,
          fromDate: "2026-01-01",
          toDate: "2027-12-31",
          statuses: STATUSES,
          limit: 1000,
          after: null,
        });
        const ids = (all: readonly { readonly id: string }[]) => all.map(({ id }) => id).toSorted();
        expect(ids(cached(made, asked).filter(touching))).toEqual(ids(everything.filter(touching)));
      }),
      { numRuns: 200 },
    );
  });

  test("are loaded once, even if a later search needs some of them again", () => {
    using made = prepared();
    const { reservations } = made.stores;
    reservations.insert(reservation({ startAt: EVENING + HOUR, endAt: EVENING + 7 * HOUR }));
    reservations.occupying(BISTRO, EVENING, EVENING + 2 * HOUR);
    // The cache cannot notice this. A search that read the stay again would not find it.
    made.database.run("DELETE FROM reservation");
    const later = { from: EVENING + 6 * HOUR, to: EVENING + 8 * HOUR };
    expect(cached(made, later)).toHaveLength(1);
  });

  test("are only those of the brand that was asked for", () => {
    using made = prepared();
    const { reservations } = made.stores;
    for (const brand of [BISTRO, TRATTORIA]) reservations.insert(reservation({ brand }));
    expect(reservations.occupying(BISTRO, EVENING, EVENING + 1)).toHaveLength(1);
  });

  test("equal those in the database in and after a transaction that the writer did not begin", () => {
    using made = prepared();
    const asked = { from: EVENING, to: EVENING + HOUR };
    for (const end of ["ROLLBACK", "COMMIT"]) {
      cached(made, asked);
      made.database.run("BEGIN IMMEDIATE");
      made.stores.reservations.insert(reservation());
      expect(cached(made, asked)).toEqual(stored(made, asked));
      made.database.run(end);
      expect(cached(made, asked)).toEqual(stored(made, asked));
    }
  });

  test("are read again after an import on the same connection", () => {
    using made = prepared();
    const asked = { from: EVENING, to: EVENING + HOUR };
    expect(cached(made, asked)).toEqual([]);
    const { nextQuestionAt: _none, ...record } = reservation();
    made.stores.portable.insert({ type: "reservation", ...record });
    expect(cached(made, asked)).toHaveLength(1);
  });

  test("contain no column that clearing a guest's data changes", () => {
    const personal = Object.values<{ column: string; personal: unknown }>(RESERVATION_FIELDS)
      .filter((field) => field.personal !== false)
      .map(({ column }) => column);
    const columns = STARTING.slice(0, STARTING.indexOf("FROM")).match(/\w+/gu) ?? [];
    expect(columns.filter((column) => personal.includes(column))).toEqual([]);
    expect(columns).toContain("table_pinned");
  });
});
