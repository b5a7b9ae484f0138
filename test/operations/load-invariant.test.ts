// Goal: for any sequence of operations, a write that raises the guests present or the starts in a
// slot above their limit says so in its answer. A refused write and a dry run change nothing, and a
// dry run gives the answer of the real call (rule C17). npm run plays tries many more evenings.
import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { anyStep, OPENING, overridesOf } from "../support/evening.ts";
import { type Call, play, type Tally, when, write } from "./evening-play.ts";
import { MINUTE, openHouse } from "./house.ts";

const RUNS = Number(process.env["MAITRED_TEST_LOADS"] ?? 20);
const MANY = 200;
const STEPS = 70;

/** What twenty evenings must include to be a meaningful test. */
const EXPECTED = [
  "create_booking",
  "update_booking",
  "cancel_booking",
  "mark_arrived",
  "mark_seated",
  "mark_completed",
  "undo_last_change",
  "refused CAPACITY_FULL",
  "refused PARTIES_FULL",
  "refused PACE_FULL",
  "refused INVALID_TRANSITION",
  "excused everything",
  "excused pace",
];

describe("on all evenings,", () => {
  test(
    "no write exceeds a limit without saying so",
    async () => {
      const tally: Tally = new Map();
      const evening = fc.array(anyStep, { minLength: STEPS, maxLength: STEPS, size: "max" });
      await fc.assert(
        fc.asyncProperty(evening, (steps) => play(steps, tally)),
        // npm test has the same evenings in every run; npm run plays makes new ones each time.
        RUNS < MANY ? { numRuns: RUNS, seed: 20_261_120 } : { numRuns: RUNS },
      );
      expect([...tally.keys()]).toEqual(expect.arrayContaining(EXPECTED));
    },
    Math.max(60_000, RUNS * 2000),
  );
});

describe("in cases found earlier,", () => {
  const START = OPENING + 80 * MINUTE;
  const booking = (size: number, startAt = START): Call => ({
    tool: "create_booking",
    input: { name: "Ada", email: "ada@example.com", numberOfPeople: size, ...when(startAt) },
  });
  /**
   * Books a party, frees its seats with `leave`, gives them to another party, and calls `back` for
   * the first party. Returns the outcome of that call.
   */
  async function comeBack(leave: string, other: Call, back: string, minutes: [number, number]) {
    using house = openHouse(overridesOf());
    house.at = START - 60 * MINUTE;
    const id = (await house.invoke("create_booking", booking(4).input)).structured["reservation"];
    const call = (tool: string): Call => ({ tool, input: { id: (id as { id: string }).id } });
    house.at = START + minutes[0] * MINUTE;
    await write(house, call(leave), new Map());
    await write(house, other, new Map());
    house.at = START + minutes[1] * MINUTE;
    const tally: Tally = new Map();
    await write(house, call(back), tally);
    return [...tally.keys()];
  }
  test("the undo of a cancellation says so if it exceeds the pace", async () => {
    const told = await comeBack("cancel_booking", booking(8), "undo_last_change", [-10, -5]);
    expect(told).toEqual(["undo_last_change", "excused pace"]);
  });
  test("the undo of a cancellation is refused if the seats are gone", async () => {
    const other = booking(8, START + 15 * MINUTE);
    const more = await comeBack("cancel_booking", other, "undo_last_change", [-10, -5]);
    expect(more).toEqual(["undo_last_change"]);
    const full = booking(12, START + 15 * MINUTE);
    const told = await comeBack("cancel_booking", full, "undo_last_change", [-10, -5]);
    expect(told).toEqual(["refused SLOT_REUSED", "refused CAPACITY_FULL"]);
  });
  test.each(["mark_arrived", "mark_seated"])(
    "%s refuses a late guest whose seats are gone",
    async (tool) => {
      const told = await comeBack("mark_no_show", booking(12, START + 15 * MINUTE), tool, [20, 25]);
      expect(told).toEqual(["refused SLOT_REUSED", "refused CAPACITY_FULL"]);
      const room = await comeBack("mark_no_show", booking(8, START + 15 * MINUTE), tool, [20, 25]);
      expect(room).toEqual([tool]);
    },
  );
});
