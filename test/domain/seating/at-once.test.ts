// Goal: a manager sees how many parties of each size a plan can seat.
import { expect, test } from "bun:test";
import { layoutOf } from "../../../src/domain/floor-layout.ts";
import {
  largestParty,
  seatedAtOnce,
  seatedInService,
} from "../../../src/domain/seating/at-once.ts";

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

test("a single table counts for every size that it takes", () => {
  expect(partiesOf(PLAN)).toEqual([6, 2, 1, 1]);
  expect(largestParty(PLAN)).toBe(8);
});

test("a combination counts if no other party has one of its tables", () => {
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

test("during a service, each table counts as often as parties can start there", () => {
  const minutesFor = (size: number): number => (size <= 2 ? 90 : 120);
  const dinner = { opens: "18:00", lastSeating: "21:00", minutesFor };
  // Tables for two start at 6:00, 7:30 and 9:00 PM, all others at 6:00 and 8:00 PM.
  expect(seatedInService(PLAN, dinner)).toBe(4 * 2 * 3 + 2 * 4 * 2 + 8 * 2);
  const late = { ...dinner, opens: "22:00", lastSeating: "01:00" };
  expect(seatedInService(PLAN, late)).toBe(seatedInService(PLAN, dinner));
  const slow = PLAN.tables.map((table) => ({ ...table, extraMinutes: 61 }));
  expect(seatedInService({ ...PLAN, tables: slow }, dinner)).toBe(4 * 2 * 2 + 2 * 4 + 8);
});
