// Goal: after a temporary refusal the gateway gets the text again at growing, random intervals, and
// not earlier than it asked for.
import { expect, test } from "bun:test";
import fc from "fast-check";
import { backOff } from "../../src/domain/back-off.ts";

const bytes =
  (...values: number[]) =>
  () =>
    new Uint8Array(values);

test.each([
  [1, 7_500, 15_000],
  [2, 15_000, 30_000],
  [5, 120_000, 240_000],
  [7, 450_000, 900_000],
  [50, 450_000, 900_000],
])("after attempt %d the wait is between %d and %d ms", (attempt, least, most) => {
  expect(backOff(attempt, undefined, bytes(0, 0))).toBe(least);
  expect(backOff(attempt, undefined, bytes(255, 255))).toBe(most);
});

test("the wait is at least as long as the gateway asks for", () => {
  const waits = fc.tuple(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 0, max: 100_000 }));
  fc.assert(
    fc.property(waits, fc.nat(255), ([attempt, seconds], byte) => {
      const wait = backOff(attempt, seconds, bytes(byte, byte));
      expect(wait).toBe(Math.max(backOff(attempt, undefined, bytes(byte, byte)), seconds * 1000));
    }),
  );
});
