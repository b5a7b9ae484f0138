// Goal: every contradiction in a floor plan is reported, with its value and where it is in the
// plan.
import { describe, expect, test } from "bun:test";
import { floorPlanShape } from "../../src/domain/floor-plan.ts";
import { planFaults } from "../../src/domain/plan-faults.ts";
import { sayReason } from "../../src/words/render.ts";

const seats = { minCovers: 1, maxCovers: 2 };
const PLAN = {
  areas: [{ name: "Room" }],
  tables: [
    { name: "1", area: "Room", ...seats },
    { name: "2", area: "Room", ...seats },
  ],
  combinations: [{ tables: ["1", "2"], minCovers: 3, maxCovers: 4 }],
  blocks: [{ tables: ["1"], from: "2026-11-20T17:00", to: "2026-11-20T18:00", reason: "leak" }],
};

const told = (plan: object): string[] =>
  planFaults(floorPlanShape.parse({ ...PLAN, ...plan }), "America/New_York").map((one) =>
    sayReason(one, "agent"),
  );
const block = (from: string, to: string) => ({
  blocks: [{ tables: ["1"], from, to, reason: "leak" }],
});

describe("contradictions in a plan", () => {
  const cases: [name: string, plan: object, told: RegExp][] = [
    [
      "two tables with the same name",
      { tables: [...PLAN.tables, { name: "1", area: "Room", ...seats }] },
      /^tables\[2\]: the table "1" is in this list twice/,
    ],
    [
      "two areas whose names differ only in capitals",
      { areas: [{ name: "Room" }, { name: "ROOM" }] },
      /^areas\[1\]: the area "ROOM" is in this list twice/,
    ],
    [
      "a table in no area",
      { tables: [{ name: "1", area: "Rom", ...seats }, PLAN.tables[1]] },
      /^tables\[0\]\.area: .*"Rom".*Did you mean "Room"\?/,
    ],
    [
      "a table with a minimum above its maximum",
      { tables: [{ ...PLAN.tables[0], minCovers: 3 }, PLAN.tables[1]] },
      /^tables\[0\]: minCovers 3 is more than maxCovers 2/,
    ],
    [
      "a combination with an unknown table",
      { combinations: [{ tables: ["1", "3"], ...seats }] },
      /^combinations\[0\]\.tables: there is no table called "3"/,
    ],
    [
      "a combination with the same table twice",
      { combinations: [{ tables: ["1", "1"], ...seats }] },
      /^combinations\[0\]\.tables\[1\]: the table "1"/,
    ],
    [
      "the same combination twice, in another order",
      { combinations: [...PLAN.combinations, { tables: ["2", "1"], ...seats }] },
      /^combinations\[1\]: 2 \+ 1 is listed as a combination twice/,
    ],
    [
      "a block that ends before it begins",
      block("2026-11-20T18:00", "2026-11-20T17:00"),
      /^blocks\[0\]: it ends at 2026-11-20T17:00/,
    ],
    [
      "a time that the clock skips",
      block("2027-03-14T02:30", "2027-03-14T04:00"),
      /^blocks\[0\]: 2027-03-14T02:30 does not exist in America\/New_York/,
    ],
  ];
  test.each(cases)("%s", (_name, plan, expected) => {
    const all = told(plan);
    expect(all).toHaveLength(1);
    expect(all[0]).toMatch(expected);
  });
  test("are all named together", () => {
    expect(
      told({ areas: [], combinations: [{ tables: ["1", "9"], minCovers: 5, maxCovers: 4 }] }),
    ).toHaveLength(4);
  });
  test("are named even if there are far too many tables", () => {
    const many = Array.from({ length: 10_000 }, (_, n) => ({
      name: `${n}`,
      area: "Room",
      ...seats,
    }));
    const all = told({
      tables: [...many, { name: "X", area: "Room", ...seats }],
      combinations: [{ tables: ["1", "lost"], minCovers: 5, maxCovers: 4 }],
    });
    expect(all[0]).toStartWith(
      "tables: there are 10001 tables, and a plan can have 500. Only the first 500",
    );
    expect(all).toHaveLength(3);
    expect(told({ tables: many.slice(0, 500) })).toEqual([]);
  });
  test("do not exist in a consistent plan", () => expect(told({})).toEqual([]));
});

test.each([
  ["accepts a plan without tables", { tables: [], combinations: [], blocks: [] }, true],
  [
    "refuses a table name of 13 characters",
    { tables: [{ name: "Bar by window", area: "Room", ...seats }] },
    false,
  ],
  ["refuses a combination of one table", { combinations: [{ tables: ["1"], ...seats }] }, false],
  [
    "refuses a combination of nine tables",
    { combinations: [{ tables: "1 2 3 4 5 6 7 8 9".split(" "), ...seats }] },
    false,
  ],
  ["refuses an unknown field", { floors: 2 }, false],
])("the schema of a plan %s", (_name, plan, fits) => {
  expect(floorPlanShape.safeParse({ ...PLAN, ...plan }).success).toBe(fits);
});
