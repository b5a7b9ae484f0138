// Goal: no two guests of a demo evening have the same name, even in different restaurants.
import { expect, test } from "bun:test";
import { demoName, MOST_GUESTS } from "../../src/cli/demo-names.ts";
import { nameParam } from "../../src/operations/params.ts";

test("every guest of both restaurants has their own valid name", () => {
  const names = [0, 1].flatMap((house) =>
    Array.from({ length: MOST_GUESTS }, (_, guest) => demoName(guest, house)),
  );
  expect(new Set(names).size).toBe(2 * MOST_GUESTS);
  // The longest dinner has 19 starts, and four parties ask for each.
  expect(MOST_GUESTS).toBeGreaterThanOrEqual(76);
  for (const name of names) expect(nameParam.parse(name)).toBe(name);
});
