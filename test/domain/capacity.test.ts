// Goal: a write is over the limit of seats or pace exactly if the load becomes higher than the limit
// and also higher than before. Each overload says how many are present, needed and allowed (C5, C7).
import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import {
  type LoadChange,
  paceOverloads,
  presenceOverloads,
  seatLimit,
} from "../../src/domain/capacity.ts";
import type { Occupant } from "../../src/domain/occupancy.ts";
import { type Limits, limitsOf } from "../../src/domain/settings.ts";
import { at, hold, house, MINUTE } from "../support/admission.ts";

const limits = (change: Partial<Limits> = {}): Limits => ({ ...limitsOf(house()), ...change });
const seats = (covers: number, from: string, to: string): Occupant => ({
  id: `${covers}-${from}`,
  from: at(from),
  to: at(to),
  covers,
  holdUntil: null,
});
const stay = (covers: number, from: string, to: string) => ({ covers, from: at(from), to: at(to) });
const create = (covers: number, from: string, to: string): LoadChange => ({
  before: null,
  after: stay(covers, from, to),
});

describe("seats", () => {
  test("include overbooking; without a setting there is no limit", () => {
    expect(seatLimit(limits())).toBe(30);
    expect(seatLimit(limits({ overbookCovers: 3 }))).toBe(33);
    expect(seatLimit(limits({ seats: null, overbookCovers: 3 }))).toBeNull();
    expect(presenceOverloads([], create(9999, "18:00", "19:00"), limits({ seats: null }))).toEqual(
      [],
    );
  });
  test("can be booked up to the last, and not beyond", () => {
    const present = [seats(28, "19:00", "20:30")];
    expect(presenceOverloads(present, create(2, "18:00", "19:45"), limits())).toEqual([]);
    expect(presenceOverloads(present, create(3, "18:00", "19:45"), limits())).toMatchObject([
      { limited: "seats", present: 28, needed: 3, limit: 30 },
    ]);
  });
  test("are counted with fewer than ten reads of each stay, even with 600 stays", () => {
    let looks = 0;
    const many = Array.from({ length: 600 }, (_, n) => ({
      ...seats(0, "12:00", "23:00"),
      from: at("12:00") + n * MINUTE,
      get covers(): number {
        looks += 1;
        return 1;
      },
    }));
    const found = presenceOverloads(
      many,
      create(1, "12:00", "23:00"),
      limits({ seats: 600, maxPartiesPresent: 600 }),
    );
    expect(found).toMatchObject([{ present: 600 }, { present: 600 }]);
    expect(looks).toBeLessThan(10 * many.length);
  });

  test("that do not suffice are reported with the first interval that is too full and its highest load", () => {
    const present = [
      seats(20, "18:30", "19:30"),
      seats(8, "19:00", "19:15"),
      seats(29, "20:00", "20:10"),
    ];
    const [overload] = presenceOverloads(present, create(12, "18:00", "21:00"), limits());
    expect(overload).toEqual({
      limited: "seats",
      from: at("18:30"),
      to: at("19:30"),
      shortUntil: at("19:30"),
      present: 28,
      needed: 12,
      limit: 30,
      held: 0,
      heldUntil: null,
      since: [],
      tolerated: false,
    });
  });
  test("that are held are named separately, with the end of the last hold", () => {
    const present = [
      seats(20, "19:00", "20:30"),
      hold(4, at("19:00"), at("10:20")),
      hold(2, at("19:15"), at("10:30")),
      hold(9, at("22:00"), at("11:00")),
    ];
    const [overload] = presenceOverloads(present, create(5, "19:00", "20:30"), limits());
    expect(overload).toMatchObject({ present: 26, held: 6, heldUntil: at("10:30") });
  });
  test("are not enough if the number of parties has reached its own limit", () => {
    const tables = limits({ maxPartiesPresent: 2 });
    const present = [seats(1, "18:00", "19:30"), seats(1, "19:00", "20:30")];
    expect(presenceOverloads(present, create(1, "19:00", "20:00"), tables)).toMatchObject([
      { limited: "parties", present: 2, needed: 1, limit: 2, from: at("19:00"), to: at("19:30") },
    ]);
    expect(presenceOverloads(present, create(1, "19:30", "20:00"), tables)).toEqual([]);
  });
  test("and parties are both reported if both exceed their limits", () => {
    const both = limits({ maxPartiesPresent: 1 });
    const found = presenceOverloads(
      [seats(29, "19:00", "20:00")],
      create(2, "19:00", "20:00"),
      both,
    );
    expect(found.map((one) => one.limited)).toEqual(["seats", "parties"]);
  });
});

describe("ten minutes of tolerance", () => {
  const judged = (present: Occupant[], change: LoadChange, more: Partial<Limits> = {}) =>
    presenceOverloads(present, { ...change, toleranceMs: 10 * MINUTE }, limits(more)).map(
      ({ from, to, tolerated }) => [from, to, tolerated],
    );
  const full = seats(26, "18:00", "21:00");

  test.each<[string, Occupant[], LoadChange, (number | boolean)[]]>([
    [
      "forgive one party that is about to leave",
      [full, seats(4, "17:40", "19:10")],
      create(4, "19:00", "20:30"),
      [at("19:00"), at("19:10"), true],
    ],
    [
      "forgive the party's own last minutes",
      [full, seats(4, "20:20", "21:50")],
      create(4, "19:00", "20:30"),
      [at("20:20"), at("20:30"), true],
    ],
    [
      "do not forgive eleven minutes",
      [full, seats(4, "17:41", "19:11")],
      create(4, "19:00", "20:30"),
      [at("19:00"), at("19:11"), false],
    ],
    [
      "do not forgive an overload that needs two parties to leave",
      [full, seats(2, "17:40", "19:10"), seats(2, "17:38", "19:08")],
      create(4, "19:00", "20:30"),
      [at("19:00"), at("19:10"), false],
    ],
    [
      "do not hide a later stretch that is too long",
      [full, seats(4, "17:40", "19:10"), seats(2, "19:30", "20:15")],
      create(4, "19:00", "20:30"),
      [at("19:30"), at("20:15"), false],
    ],
  ])("%s", (_, present, change, expected) => {
    expect(judged(present, change)).toEqual([expected]);
  });
  test("apply to the limit on parties in the same way", () => {
    const present = [seats(2, "17:40", "19:10"), seats(2, "18:00", "21:00")];
    const change = create(2, "19:00", "20:30");
    expect(judged(present, change, { maxPartiesPresent: 2 })).toEqual([
      [at("19:00"), at("19:10"), true],
    ]);
    expect(judged(present, change, { maxPartiesPresent: 1 })).toEqual([
      [at("19:00"), at("20:30"), false],
    ]);
  });
});

describe("a restaurant above a lowered limit", () => {
  const over = [seats(38, "19:00", "20:30")];
  test("admits a change that does not raise the load, and refuses any other", () => {
    const before = stay(4, "19:00", "20:30");
    const change = (covers: number, from: string, to: string) =>
      presenceOverloads(over, { before, after: stay(covers, from, to) }, limits());
    expect(change(4, "19:00", "20:30")).toEqual([]);
    expect(change(3, "19:00", "20:30")).toEqual([]);
    expect(change(4, "19:15", "20:30")).toEqual([]);
    expect(change(5, "19:00", "20:30")).toHaveLength(1);
    // The others leave at 8:30 PM: after that the party is alone.
    expect(change(4, "19:15", "20:45")).toEqual([]);
    // The other 38 come at 7:00 PM. Before that the party is alone; from then on its old stay
    // counted, too.
    expect(change(4, "18:30", "20:30")).toEqual([]);
  });
  test("refuses a move into a time over the limit that the old stay does not cover", () => {
    const before = stay(4, "18:00", "19:15");
    const after = stay(4, "18:15", "19:30");
    expect(presenceOverloads(over, { before, after }, limits())).toMatchObject([
      { from: at("19:15"), to: at("19:30"), shortUntil: at("20:30"), present: 38 },
    ]);
  });
});

const SLOT = { from: at("19:00"), to: at("19:15") };

describe("pace:", () => {
  const paced = limits({ paceCovers: 10 });
  test("all covers that start in the slot are added up, including the party's own", () => {
    const present = [seats(4, "19:00", "20:30"), seats(4, "19:14", "20:44")];
    expect(paceOverloads(present, create(2, "19:14", "20:44"), SLOT, paced)).toEqual([]);
    expect(paceOverloads(present, create(4, "19:00", "20:45"), SLOT, paced)).toMatchObject([
      { limited: "paceCovers", present: 8, needed: 4, limit: 10, ...SLOT },
    ]);
  });
  test("parties that start outside the slot do not count, even if present in it", () => {
    const present = [seats(10, "18:59", "20:29"), seats(10, "19:15", "20:45")];
    expect(paceOverloads(present, create(10, "19:00", "20:30"), SLOT, paced)).toEqual([]);
  });
  test("a party larger than the pace may start only alone in its slot", () => {
    expect(paceOverloads([], create(12, "19:00", "20:30"), SLOT, paced)).toEqual([]);
    const one = [seats(1, "19:14", "20:00")];
    expect(paceOverloads(one, create(12, "19:00", "20:30"), SLOT, paced)).toHaveLength(1);
  });
  test("no party joins a slot with a party larger than the pace", () => {
    const large = [seats(12, "19:00", "20:30")];
    expect(paceOverloads(large, create(1, "19:05", "20:30"), SLOT, paced)).toHaveLength(1);
  });
  test("the number of parties has its own limit", () => {
    const one = [seats(2, "19:00", "20:30")];
    const both = limits({ paceCovers: 3, paceParties: 1 });
    const found = paceOverloads(one, create(2, "19:00", "20:30"), SLOT, both);
    expect(found.map((overload) => overload.limited)).toEqual(["paceCovers", "paceParties"]);
  });
  test("moving within the slot or becoming smaller is admitted, even over a lowered pace", () => {
    const present = [seats(9, "19:00", "20:30")];
    const before = stay(6, "19:00", "20:30");
    const change = (covers: number, from: string) =>
      paceOverloads(present, { before, after: stay(covers, from, "20:45") }, SLOT, paced);
    expect(change(6, "19:10")).toEqual([]);
    expect(change(5, "19:10")).toEqual([]);
    expect(change(7, "19:00")).toHaveLength(1);
  });
  test("a hold counts in its slot like a reservation", () => {
    const held = [
      seats(4, "19:00", "20:30"),
      hold(5, at("19:00"), at("10:15")),
      hold(3, at("19:15"), at("10:45")),
    ];
    expect(paceOverloads(held, create(2, "19:00", "20:30"), SLOT, paced)).toMatchObject([
      { present: 9, held: 5, heldUntil: at("10:15") },
    ]);
  });
});

const minute = fc.integer({ min: 0, max: 200 });
const anyStay = fc
  .record({
    from: minute,
    length: fc.integer({ min: 5, max: 150 }),
    covers: fc.integer({ min: 1, max: 9 }),
  })
  .map(({ from, length, covers }) => ({
    covers,
    from: SLOT.from + from * MINUTE,
    to: SLOT.from + (from + length) * MINUTE,
  }));
const anyOccupant = anyStay.map(
  (one): Occupant => ({ ...one, id: `${one.from}/${one.to}`, holdUntil: null }),
);
const here = (one: { from: number; to: number }, instant: number): boolean =>
  one.from <= instant && instant < one.to;

describe("for all evenings, limits and changes", () => {
  test("a write is refused exactly if the load of some minute would rise above both the limit and the load before", () => {
    fc.assert(
      fc.property(
        fc.array(anyOccupant, { maxLength: 12 }),
        fc.option(anyStay, { nil: null }),
        anyStay,
        fc.record({
          seats: fc.integer({ min: 1, max: 30 }),
          maxPartiesPresent: fc.option(fc.integer({ min: 1, max: 8 }), { nil: null }),
        }),
        (others, before, after, wanted) => {
          const expected = { seats: false, parties: false };
          for (let instant = after.from; instant < after.to; instant += MINUTE) {
            const present = others.filter((one) => here(one, instant));
            const covers = present.reduce((sum, one) => sum + one.covers, 0);
            const own = before !== null && here(before, instant) ? before.covers : 0;
            if (covers + after.covers > Math.max(wanted.seats, covers + own)) expected.seats = true;
            const tables = present.length;
            const most = wanted.maxPartiesPresent ?? Number.POSITIVE_INFINITY;
            if (tables + 1 > Math.max(most, tables + (own > 0 ? 1 : 0))) expected.parties = true;
          }
          const found = presenceOverloads(others, { before, after }, limits(wanted));
          expect({
            seats: found.some((one) => one.limited === "seats"),
            parties: found.some((one) => one.limited === "parties"),
          }).toEqual(expected);
          for (const one of found) {
            expect(one.from).toBeGreaterThanOrEqual(after.from);
            expect(one.to).toBeLessThanOrEqual(after.to);
            expect(one.from).toBeLessThan(one.to);
          }
        },
      ),
      { numRuns: 1_500 },
    );
  }, 30_000);
});
