// Goal: a manager reads how many parties of a size a plan takes at one time.
import { expect, test } from "bun:test";
import { layoutOf } from "../../../src/domain/floor-layout.ts";
import { largestParty, seatedAtOnce } from "../../../src/domain/seating/at-once.ts";

const SEATS = { priority: 5, bookable: "online", extraMinutes: 0, enabled: true } as const;
const join = (tables: string[], minCovers: number, maxCovers: number) => ({
  tables,
  minCovers,
  maxCovers,
  ...SEATS,
});
const COUNTS = { twos: 4, fours: 2, sixes: 0, eights: 1 };
const PLAN = layoutOf(COUNTS, "Room");
const partiesOf = (plan: typeof PLAN) => seatedAtOnce(plan).map(({ parties }) => parties);

test("single tables count for every size that they take", () => {
  expect(partiesOf(PLAN)).toEqual([6, 2, 1, 1]);
  expect(largestParty(PLAN)).toBe(8);
});

test("combinations add parties as far as their tables are free", () => {
  const combinations = [join(["1", "2"], 3, 4), join(["2", "3"], 3, 4), join(["5", "6"], 5, 9)];
  const plan = { ...PLAN, combinations };
  expect(seatedAtOnce(plan)).toEqual([
    { size: 2, parties: 6, joined: 0 },
    { size: 4, parties: 3, joined: 1 },
    { size: 6, parties: 2, joined: 1 },
    { size: 8, parties: 2, joined: 1 },
  ]);
  expect(largestParty(plan)).toBe(9);
});

test("a combination that is switched off adds nothing", () => {
  const combinations = [{ ...join(["5", "6"], 5, 9), enabled: false }];
  expect(partiesOf({ ...PLAN, combinations })).toEqual(partiesOf(PLAN));
  expect(largestParty(layoutOf({ twos: 0, fours: 0, sixes: 0, eights: 0 }, "Room"))).toBe(0);
});
