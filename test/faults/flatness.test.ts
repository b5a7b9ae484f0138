// Goal: the soak test distinguishes what has stopped growing from what has not, despite warm-up,
// noise and garbage collection.
import { describe, expect, test } from "bun:test";
import { numbersFrom } from "../support/numbers.ts";
import { FEWEST_SAMPLES, trendOf } from "./soak/flatness.ts";

const MEMORY = { least: 8, share: 0.1 };
const HOUR = 200;

/** A series with noise of a few units, the same each time. */
function series(of: (share: number) => number): number[] {
  const noise = numbersFrom(7);
  return Array.from({ length: HOUR }, (_, n) => of(n / (HOUR - 1)) + noise(5));
}

describe("a series counts as", () => {
  test.each([
    ["one that never moved", () => 100],
    ["a warm-up that ends before the half", (share: number) => 60 + 80 * Math.min(1, share * 2.2)],
    ["a saw of the collector", (share: number) => 100 + ((share * 1000) % 30)],
    ["one that falls", (share: number) => 150 - 40 * share],
    ["a peak in passing", (share: number) => (share > 0.7 && share < 0.75 ? 300 : 100)],
  ])("flat: %s", (_, of) => {
    expect(trendOf(series(of), MEMORY)?.flat).toBe(true);
  });

  test.each([
    ["a leak from the start", (share: number) => 100 + 60 * share],
    ["a leak that a saw hides", (share: number) => 100 + 60 * share + ((share * 1000) % 30)],
    ["a leak that begins in the middle", (share: number) => 100 + Math.max(0, share - 0.5) * 60],
    ["one that never stops warming up", (share: number) => 100 * Math.sqrt(share)],
  ])("not flat: %s", (_, of) => {
    expect(trendOf(series(of), MEMORY)?.flat).toBe(false);
  });

  test("undecided with few points", () => {
    expect(
      trendOf(
        Array.from({ length: FEWEST_SAMPLES - 1 }, () => 1),
        MEMORY,
      ),
    ).toBeNull();
  });

  test("flat within a small tolerance, in absolute units for small figures, as a share for large ones", () => {
    const slow = Array.from({ length: HOUR }, (_, n) => 1000 + n / 4);
    expect(trendOf(slow, { least: 8, share: 0.1 })).toMatchObject({ flat: true, rise: 24.75 });
    expect(trendOf(slow, { least: 8, share: 0.01 })?.flat).toBe(false);
  });
});
