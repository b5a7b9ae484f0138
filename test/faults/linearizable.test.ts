// Goal: clients that book, cancel and read one slot at the same time get answers as if the calls
// had run one after another, with one server and with two on one file. Also: the checker refuses
// impossible histories. npm run faults -- slots plays many more rounds.
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { COMMAND } from "../support/product-command.ts";
import { isLinearizable, MOST_CALLS, type SlotCall } from "./linear/checker.ts";
import { playSlots } from "./linear/play.ts";
import { PLACES } from "./linear/slot-round.ts";

setDefaultTimeout(60_000); // processes start slowly on a machine that is busy

const at = (invokedAt: number, returnedAt: number) => ({ invokedAt, returnedAt });
const book = (id: string, size: number, from: number, to: number): SlotCall => ({
  did: "book",
  id,
  size,
  ...at(from, to),
});
const refused = (size: number, from: number, to: number): SlotCall => ({
  did: "refused",
  size,
  ...at(from, to),
});
const cancel = (id: string, from: number, to: number): SlotCall => ({
  did: "cancel",
  id,
  ...at(from, to),
});
const read = (covers: number, from: number, to: number): SlotCall => ({
  did: "read",
  covers,
  ...at(from, to),
});

describe("the checker of histories", () => {
  const possible: readonly (readonly [string, readonly SlotCall[]])[] = [
    ["no calls", []],
    ["two concurrent requests of which one fits", [book("a", 6, 0, 10), refused(6, 0, 10)]],
    [
      "a refusal that returned before the concurrent booking that caused it",
      [refused(6, 1, 2), book("a", 6, 0, 9)],
    ],
    ["a read that already sees a concurrent booking", [book("a", 4, 0, 10), read(4, 1, 2)]],
    ["a read that does not see a concurrent booking yet", [book("a", 4, 0, 10), read(0, 1, 2)]],
    [
      "seats that are freed during two requests",
      [book("a", 10, 0, 1), cancel("a", 2, 9), book("b", 8, 3, 8), refused(4, 3, 8)],
    ],
  ];
  test.each(possible)("accepts %s", (_, history) => {
    expect(isLinearizable(history, PLACES)).toBe(true);
  });

  const impossible: readonly (readonly [string, readonly SlotCall[]])[] = [
    ["two bookings that exceed the seats", [book("a", 6, 0, 10), book("b", 6, 0, 10)]],
    ["a refusal in an empty slot", [refused(6, 0, 1)]],
    [
      "a refusal after the seats were freed",
      [book("a", 10, 0, 1), cancel("a", 2, 3), refused(1, 4, 5)],
    ],
    ["a read that misses an acknowledged booking", [book("a", 4, 0, 1), read(0, 2, 3)]],
    ["a read that shows a booking before it was requested", [read(4, 0, 1), book("a", 4, 2, 3)]],
    [
      "two reads that see two bookings in opposite orders",
      [book("a", 1, 0, 9), book("b", 2, 0, 9), read(1, 1, 2), read(2, 3, 4)],
    ],
    ["a cancellation of a reservation that was never booked", [cancel("a", 0, 1)]],
  ];
  test.each(impossible)("refuses %s", (_, history) => {
    expect(isLinearizable(history, PLACES)).toBe(false);
  });

  test("throws on histories that are too long", () => {
    const long = Array.from({ length: MOST_CALLS + 1 }, (_, n) => read(0, n, n));
    expect(() => isLinearizable(long, PLACES)).toThrow("At most");
  });
});

describe("many clients at one slot:", () => {
  test.each([
    ["one server", 1, 1],
    ["two servers on one file", 2, 2],
  ])("%s: every history could have run one call at a time", async (_, servers, seed) => {
    const found = await playSlots({ command: COMMAND, rounds: 6, seed, servers });
    expect(found.refuted).toBeNull();
    // If the calls had not overlapped, the histories would prove nothing.
    expect(found.overlapping).toBeGreaterThan(found.calls / 2);
    // The checker must accept a final read of the true covers, and refuse a read of one cover more.
    const late = found.histories.flatMap((history) => {
      const covers = coversAfter(history);
      return [covers, covers + 1].map((seen) => [...history, read(seen, Infinity, Infinity)]);
    });
    const verdicts = late.map((history) => isLinearizable(history, PLACES));
    expect(verdicts).toEqual(late.map((_history, index) => index % 2 === 0));
  });
});

/** Covers in the slot after all calls have returned. */
const coversAfter = (history: readonly SlotCall[]): number => {
  const gone = new Set(history.flatMap((call) => (call.did === "cancel" ? [call.id] : [])));
  return history.reduce(
    (sum, call) => sum + (call.did === "book" && !gone.has(call.id) ? call.size : 0),
    0,
  );
};
