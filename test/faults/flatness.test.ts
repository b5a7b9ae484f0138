// Goal: the soak test recognises whether a measured value has stopped growing, despite warm-up,
// noise and garbage collection.
import { describe, expect, test } from "bun:test";
import { numbersFrom } from "../support/numbers.ts";
import { FEWEST_SAMPLES, trendOf } from "./soak/flatness.ts";

const MEMORY = { least: 8, share: 0.1 };
const HOUR = 200;

/** Adds noise of a few units, the same in each run. */
function series(of: (share: number) => number): number[] {
  const noise = numbersFrom(7);
  return Array.from({ length: HOUR }, (_, n) => of(n / (HOUR - 1)) + noise(5));
}

describe("a series of measurements is", () => {
  test.each([
    ["a value that never changes", () => 100],
    [
      "a warm-up that ends in the first half",
      (share: number) => 60 + 80 * Math.min(1, share * 2.2),
    ],
    ["saw teeth of garbage collection", (share: number) => 100 + ((share * 1000) % 30)],
    ["a falling value", (share: number) => 150 - 40 * share],
    ["a short peak", (share: number) => (share > 0.7 && share < 0.75 ? 300 : 100)],
  ])("flat: %s", (_, of) => {
    expect(trendOf(series(of), MEMORY)?.flat).toBe(true);
  });

  test.each([
    ["a leak from the start", (share: number) => 100 + 60 * share],
    ["a leak hidden by saw teeth", (share: number) => 100 + 60 * share + ((share * 1000) % 30)],
    ["a leak that begins in the middle", (share: number) => 100 + Math.max(0, share - 0.5) * 60],
    ["a warm-up that never ends", (share: number) => 100 * Math.sqrt(share)],
  ])("not flat: %s", (_, of) => {
    expect(trendOf(series(of), MEMORY)?.flat).toBe(false);
  });

  test("undecided with too few points", () => {
    expect(
      trendOf(
        Array.from({ length: FEWEST_SAMPLES - 1 }, () => 1),
        MEMORY,
      ),
    ).toBeNull();
  });

  test("flat within a tolerance: absolute for small values, a share of large ones", () => {
    const slow = Array.from({ length: HOUR }, (_, n) => 1000 + n / 4);
    expect(trendOf(slow, { least: 8, share: 0.1 })).toMatchObject({ flat: true, rise: 24.75 });
    expect(trendOf(slow, { least: 8, share: 0.01 })?.flat).toBe(false);
  });
});
