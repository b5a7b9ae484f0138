// Goal: a reservation in each status takes exactly the seats and minutes that the rules say, and
// the peak of a stay equals a count of every minute. Two simpler calculations are shown to be wrong
// (rules C3 and C6).
import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import {
  loadsAt,
  type Occupant,
  occupantOf,
  occupiedInterval,
  peakLoad,
  type Stay,
  startsIn,
} from "../../src/domain/occupancy.ts";
import { STATUSES, type Status } from "../../src/domain/reservation-states.ts";
import { at, MINUTE, stay } from "../support/admission.ts";

const START = at("19:00");
const END = at("20:30");

/**
 * Between which wall times a stay booked from 7:00 to 8:30 PM takes seats; null if it takes none.
 */
type Case = [
  what: string,
  status: Status,
  facts: { seated?: string; completed?: string; now?: string },
  taken: [from: string, to: string] | null,
];
const WHOLE: [string, string] = ["19:00", "20:30"];
const TABLE: Case[] = [
  ["booked takes the whole stay", "booked", {}, WHOLE],
  ["booked takes the whole stay, even after its end", "booked", { now: "22:00" }, WHOLE],
  ["pending takes the whole stay", "pending", {}, WHOLE],
  ["arrived takes the whole stay", "arrived", { now: "19:20" }, WHOLE],
  ["seated on time takes the whole stay", "seated", { seated: "19:00", now: "19:00" }, WHOLE],
  [
    "seated early takes the seats earlier and frees them earlier by as much",
    "seated",
    { seated: "18:40", now: "18:45" },
    ["18:40", "20:10"],
  ],
  [
    "seated late keeps its start and ends later by as much",
    "seated",
    { seated: "19:25", now: "19:30" },
    ["19:00", "20:55"],
  ],
  [
    "a party that overstays keeps its seats until the end of the current minute",
    "seated",
    { seated: "19:00", now: "21:10" },
    ["19:00", "21:11"],
  ],
  [
    "a seated party does not overstay yet in its last minute",
    "seated",
    { seated: "19:00", now: "20:29" },
    WHOLE,
  ],
  [
    "a party that was seated early and overstays keeps its seats until the end of the current minute",
    "seated",
    { seated: "18:40", now: "20:15" },
    ["18:40", "20:16"],
  ],
  [
    "completed early frees the rest of the stay",
    "completed",
    { seated: "19:00", completed: "19:50", now: "20:00" },
    ["19:00", "19:50"],
  ],
  [
    "completed late took no more than was booked",
    "completed",
    { seated: "19:00", completed: "21:00", now: "21:30" },
    WHOLE,
  ],
  [
    "seated early and completed took the time between the two marks",
    "completed",
    { seated: "18:40", completed: "20:00", now: "20:00" },
    ["18:40", "20:00"],
  ],
  [
    "completed before the booked start and never seated took nothing",
    "completed",
    { completed: "18:50", now: "18:55" },
    null,
  ],
  ["completed at the booked start took nothing", "completed", { completed: "19:00" }, null],
  ["cancelled takes nothing", "cancelled", {}, null],
  ["no_show takes nothing", "no_show", { now: "19:30" }, null],
];

function interval(status: Status, facts: Case[2], change: Partial<Stay> = {}) {
  const instant = (wall: string | undefined) => (wall === undefined ? null : at(wall));
  const seatedAt = instant(facts.seated);
  const completedAt = instant(facts.completed);
  const one = { status, startAt: START, endAt: END, seatedAt, completedAt, ...change };
  return occupiedInterval(one, at(facts.now ?? "18:00"));
}

test("when a host marks a party as seated or completed, the seconds of the time are dropped", () => {
  const seated = stay(4, START, { status: "seated", seatedAt: START + 20_000 });
  expect(occupiedInterval(seated, START + MINUTE)).toEqual({ from: START, to: seated.endAt });
  const completedAt = START + 70 * MINUTE + 40_000;
  const done = stay(4, START, { status: "completed", seatedAt: START, completedAt });
  const to = START + 70 * MINUTE;
  expect(occupiedInterval(done, completedAt)).toEqual({ from: START, to });
});

describe("seats taken in each status", () => {
  test.each(TABLE)("%s", (_what, status, facts, taken) => {
    const expected = taken === null ? null : { from: at(taken[0]), to: at(taken[1]) };
    expect(interval(status, facts)).toEqual(expected);
  });
  test("every status is tested", () => {
    expect(new Set(TABLE.map(([, status]) => status))).toEqual(new Set(STATUSES));
  });
  test.each(["cancelled", "no_show"] as const)(
    "%s takes no seats, whatever its other fields say",
    (status) => {
      const facts = { seated: "19:05", completed: "20:00", now: "19:30" };
      expect(interval(status, facts)).toBeNull();
      const one = stay(4, START, { status, seatedAt: START, completedAt: END });
      expect(occupantOf(one, START)).toBeNull();
    },
  );
  test("an occupant has the covers of its party and no hold", () => {
    const one = stay(4, START, { endAt: END });
    expect(occupantOf(one, START)).toEqual({
      id: one.id,
      from: START,
      to: END,
      covers: 4,
      holdUntil: null,
    });
  });
});

const seats = (covers: number, from: number, to: number): Occupant => ({
  id: `${from}-${to}`,
  from,
  to,
  covers,
  holdUntil: null,
});

describe("half-open intervals", () => {
  const only = [seats(4, START, END)];
  const EDGES: [string, number, number][] = [
    ["the minute before the start is free", START - MINUTE, 0],
    ["the instant before the start is free", START - 1, 0],
    ["the start itself is taken", START, 4],
    ["the instant before the end is taken", END - 1, 4],
    ["the end itself is free", END, 0],
  ];
  test.each(EDGES)("%s", (_where, instant, covers) => {
    expect(loadsAt(only, [instant])).toEqual([{ covers, parties: covers === 0 ? 0 : 1 }]);
  });
  test("a start counts in the slot that it opens, not in the one that ends there", () => {
    expect(startsIn(only, START, START + 15 * MINUTE)).toEqual({ covers: 4, parties: 1 });
    expect(startsIn(only, START - 15 * MINUTE, START)).toEqual({ covers: 0, parties: 0 });
    expect(startsIn(only, START + MINUTE, END)).toEqual({ covers: 0, parties: 0 });
  });
  test("a stay that ends when another starts does not overlap it", () => {
    const around = [seats(9, START - MINUTE, START), seats(9, END, END + MINUTE)];
    expect(peakLoad(around, START, END)).toEqual({ covers: 0, parties: 0 });
  });
});

// Whole minutes: the peak is then also found by counting each minute.
const anyMinutes = fc.integer({ min: 0, max: 240 });
const anyOccupant = fc
  .record({
    from: anyMinutes,
    length: fc.integer({ min: 1, max: 180 }),
    covers: fc.integer({ min: 1, max: 12 }),
  })
  .map(({ from, length, covers }) =>
    seats(covers, START + from * MINUTE, START + (from + length) * MINUTE),
  );
const anyRequest = fc
  .record({ from: anyMinutes, length: fc.integer({ min: 1, max: 180 }) })
  .map(({ from, length }) => ({
    from: START + from * MINUTE,
    to: START + (from + length) * MINUTE,
  }));

/** The most covers and parties of any minute, counted one by one. */
function countedPeak(occupants: readonly Occupant[], from: number, to: number) {
  let covers = 0;
  let parties = 0;
  for (let minute = from; minute < to; minute += MINUTE) {
    let present = 0;
    let tables = 0;
    for (const one of occupants) {
      if (minute >= one.from && minute < one.to) {
        present += one.covers;
        tables += 1;
      }
    }
    covers = Math.max(covers, present);
    parties = Math.max(parties, tables);
  }
  return { covers, parties };
}

const overlapSum = (occupants: readonly Occupant[], from: number, to: number): number =>
  occupants
    .filter((one) => one.from < to && one.to > from)
    .reduce((sum, one) => sum + one.covers, 0);

describe("the peak of a stay", () => {
  test("equals a count of every minute", () => {
    fc.assert(
      fc.property(
        fc.array(anyOccupant, { maxLength: 14 }),
        anyRequest,
        (occupants, { from, to }) => {
          expect(peakLoad(occupants, from, to)).toEqual(countedPeak(occupants, from, to));
        },
      ),
      { numRuns: 20_000 },
    );
  }, 30_000);

  test("is found with fewer than ten reads of each stay, even among 600 stays", () => {
    let looks = 0;
    const many = Array.from({ length: 600 }, (_, n) => ({
      ...seats(0, START + n * MINUTE, START + (n + 600) * MINUTE),
      get covers(): number {
        looks += 1;
        return 1;
      },
    }));
    const most = peakLoad(many, START, START + 600 * MINUTE);
    expect(most).toEqual({ covers: 600, parties: 600 });
    expect(looks).toBeLessThan(10 * many.length);
  });

  test("is lower than the sum of all overlapping parties; that sum would refuse a party that fits", () => {
    const present = [seats(20, at("18:00"), at("19:30")), seats(20, at("19:30"), at("21:00"))];
    const [from, to] = [at("18:45"), at("20:30")];
    expect(peakLoad(present, from, to).covers).toBe(20);
    expect(overlapSum(present, from, to)).toBe(40);
  });
  test("is higher than the covers at the start; a check of the start alone would overbook", () => {
    const present = [seats(28, at("19:00"), at("20:30"))];
    const [from, to] = [at("18:00"), at("19:45")];
    expect(peakLoad(present, from, to).covers).toBe(28);
    expect(loadsAt(present, [from])).toEqual([{ covers: 0, parties: 0 }]);
  });
  test("is between the covers at the start and the sum of all overlapping parties; both are sometimes wrong", () => {
    let tooMany = 0;
    let tooFew = 0;
    fc.assert(
      fc.property(
        fc.array(anyOccupant, { maxLength: 14 }),
        anyRequest,
        (occupants, { from, to }) => {
          const { covers } = peakLoad(occupants, from, to);
          const sum = overlapSum(occupants, from, to);
          const first = loadsAt(occupants, [from])[0]?.covers ?? 0;
          expect(covers).toBeLessThanOrEqual(sum);
          expect(covers).toBeGreaterThanOrEqual(first);
          if (sum > covers) tooMany += 1;
          if (first < covers) tooFew += 1;
        },
      ),
      { numRuns: 2_000 },
    );
    expect(tooMany).toBeGreaterThan(100);
    expect(tooFew).toBeGreaterThan(100);
  });
});
