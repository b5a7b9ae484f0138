// Goal: counting heads minute by minute gives the same peak as admission calculates, and finds
// exactly where a limit is exceeded. Method: two independent counts over random evenings.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { countHeads, overFull, overPaced, type Taken } from "../../src/domain/head-count.ts";
import { peakLoad } from "../../src/domain/occupancy.ts";

const MINUTE = 60_000;
const none = Number.POSITIVE_INFINITY;
const taken = (from: number, to: number, covers: number, change: Partial<Taken> = {}): Taken => ({
  id: "x",
  from: from * MINUTE,
  to: to * MINUTE,
  covers,
  startsAt: from * MINUTE,
  seats: 10,
  parties: none,
  excused: false,
  ...change,
});

test("the fullest minute of any window is the peak that admission calculates", () => {
  const party = fc
    .tuple(
      fc.integer({ min: 0, max: 300 }),
      fc.integer({ min: 1, max: 120 }),
      fc.integer({ min: 1, max: 9 }),
    )
    .map(([from, length, covers]) => taken(from, from + length, covers));
  const window = fc.tuple(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 1, max: 150 }));
  fc.assert(
    fc.property(fc.array(party, { maxLength: 20 }), window, (parties, [from, length]) => {
      const [start, end] = [from * MINUTE, (from + length) * MINUTE];
      const occupants = parties.map((one) => ({ ...one, holdUntil: null }));
      const counted = countHeads(parties, start, end);
      const peak = peakLoad(occupants, start, end);
      expect(Math.max(...counted.covers)).toBe(peak.covers);
      expect(Math.max(...counted.parties)).toBe(peak.parties);
    }),
  );
});

describe("times over a limit", () => {
  test("begin and end at the right minute; stays that follow each other do not overlap", () => {
    const evening = [taken(0, 90, 8), taken(90, 180, 8), taken(60, 100, 3)];
    expect(overFull(evening, 0, 200 * MINUTE)).toEqual([
      { of: "seats", from: 60 * MINUTE, to: 100 * MINUTE, count: 11, limit: 10, excused: false },
    ]);
  });

  test("are found for the number of parties too, which has its own limit", () => {
    const evening = [1, 2, 3].map(() => taken(0, 60, 1, { parties: 2 }));
    expect(overFull(evening, 0, 60 * MINUTE)).toMatchObject([
      { of: "parties", count: 3, limit: 2 },
    ]);
  });

  test("are excused for the minutes of an excused party's stay", () => {
    const evening = [taken(0, 60, 8), taken(0, 30, 8, { excused: true }), taken(30, 60, 8)];
    expect(overFull(evening, 0, 60 * MINUTE).map(({ excused }) => excused)).toEqual([true, false]);
  });
});

describe("slots over the pace", () => {
  const sitting = { opens: 0, ends: 60 * MINUTE, slotMinutes: 15, paceCovers: 10, paceParties: 2 };

  test.each([
    ["are found if two parties together are too many", [taken(0, 60, 6), taken(14, 60, 6)], 1],
    ["are not found if two parties start in two slots", [taken(0, 60, 6), taken(15, 60, 6)], 0],
    ["are not found for a single party larger than the pace", [taken(0, 60, 12)], 0],
    [
      "are found if the number of parties is over its limit",
      [taken(0, 60, 1), taken(0, 60, 1), taken(0, 60, 1)],
      1,
    ],
    [
      "are not found for parties that start after the service",
      [taken(60, 90, 6), taken(60, 90, 6)],
      0,
    ],
  ])("%s", (_, evening, found) => {
    expect(overPaced(evening, sitting)).toHaveLength(found);
  });
});
