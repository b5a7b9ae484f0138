// Goal: a floor plan made from the number of tables of each size has no faults and no tables that
// overlap. Neighbouring tables are proposed as combinations.
import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { layoutOf, proposedCombinations } from "../../src/domain/floor-layout.ts";
import { planFaults } from "../../src/domain/plan-faults.ts";

const count = fc.nat(30);
const counts = fc.record({ twos: count, fours: count, sixes: count, eights: count });

test("the plan has every table, no tables that overlap, and no faults", () => {
  fc.assert(
    fc.property(counts, (wanted) => {
      const plan = layoutOf(wanted, "Room");
      const { twos, fours, sixes, eights } = wanted;
      expect(plan.tables).toHaveLength(twos + fours + sixes + eights);
      expect(planFaults(plan, "America/New_York")).toEqual([]);
      const taken = new Set<string>();
      for (const { x, y, width, height } of plan.tables) {
        for (let dx = 0; dx < (width ?? 0); dx += 1) {
          for (let dy = 0; dy < (height ?? 0); dy += 1) {
            const place = `${(x ?? 0) + dx} ${(y ?? 0) + dy}`;
            expect(taken.has(place)).toBe(false);
            taken.add(place);
          }
        }
      }
    }),
    { numRuns: 50 },
  );
});

test("two neighbours in a row are proposed as a combination with the seats of both, unless the plan already has that combination", () => {
  const plan = layoutOf({ twos: 3, fours: 0, sixes: 0, eights: 0 }, "Room");
  expect(proposedCombinations(plan)).toEqual([
    { tables: ["1", "2"], minCovers: 3, maxCovers: 4 },
    { tables: ["2", "3"], minCovers: 3, maxCovers: 4 },
  ]);
  const known = { tables: ["2", "1"], minCovers: 3, maxCovers: 4, ...USUAL };
  expect(proposedCombinations({ ...plan, combinations: [known] })).toHaveLength(1);
});

const USUAL = { priority: 5, bookable: "online", extraMinutes: 0, enabled: true } as const;
