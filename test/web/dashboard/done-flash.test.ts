// Goal: the toast (the short message after a write) says once what the write means for other
// parties.
import { expect, test } from "bun:test";
import { doneFlash } from "../../../src/web/dashboard/done-flash.ts";

test("the toast says that a seated party has no table", () => {
  const seated = (flags: readonly string[]) =>
    doneFlash(
      { name: "mark_seated", title: "Seat" },
      { reservation: { id: "a", name: "Ada", status: "seated", flags }, placement: null },
    ).text;
  expect(seated(["no_table"])).toEndWith(", without a table");
  expect(seated([])).not.toContain("table");
});

test("a party that gets another table is named in the toast; a party that gets none is named once, by the warning", () => {
  const lost = "Chidi Eze, party of 4, 6:45 PM, loses table 9 and gets no other.";
  const { warnings } = doneFlash(
    { name: "mark_seated", title: "Seat" },
    {
      reservation: { id: "a", name: "Ada", status: "seated" },
      warnings: [{ message: lost }],
      placement: {
        why: "table 9",
        moves: [
          { name: "Chidi Eze", from: ["9"], to: [] },
          { name: "Bo", from: ["9"], to: ["7", "8"] },
        ],
      },
    },
  );
  expect(warnings).toEqual([lost, "Bo has Tables 7 and 8 now."]);
});

test("the toast says once that a walk-in exceeds the pace", () => {
  const slot = { from: 1, to: 2, limit: 10 };
  const told = (overLimit: object) =>
    doneFlash(
      { name: "seat_walk_in", title: "Walk-in" },
      {
        reservation: { id: "a", name: "Walk-in", status: "seated" },
        warnings: [
          { code: "PACE_EXCEEDED", message: "pace", ...slot },
          { code: "OVER_LIMIT", message: "over", ...slot, ...overLimit },
        ],
      },
    ).warnings;
  expect(told({ limited: "paceCovers" })).toEqual(["pace"]);
  expect(told({ limited: "seats" })).toEqual(["pace", "over"]);
});

test("the toast says which table the party has, and why", () => {
  const why = "table 12: the smallest free one for 3";
  const { text } = doneFlash(
    { name: "mark_seated", title: "Seat" },
    { reservation: { id: "a", name: "Ada", status: "seated" }, placement: { why, moves: [] } },
  );
  expect(text).toEndWith(`, ${why}`);
});

test("the toast says how many waiting guests may get freed seats", () => {
  const cancelled = (waitlist: object | null) =>
    doneFlash(
      { name: "cancel_booking", title: "Cancel" },
      { reservation: { id: "a", name: "Ada", status: "cancelled" }, waitlist },
    ).warnings;
  expect(cancelled({ willRun: true, waiting: 2 })).toEqual([
    "The freed seats may suit 2 waiting guests: the waitlist shows who is offered them.",
  ]);
  expect(cancelled({ willRun: true, waiting: 0 })).toEqual([]);
  expect(cancelled(null)).toEqual([]);
});

test("parties that lose their table by a change of the floor plan are named in the toast", () => {
  const changed = (names: readonly string[]) =>
    doneFlash(
      { name: "edit_floor", title: "Change the floor plan" },
      {
        lostTable: names.map((name) => ({
          id: name,
          name,
          date: "Friday, November 20, 2026",
          time: "7:30 PM",
        })),
      },
    ).warnings;
  expect(changed([])).toEqual([]);
  expect(changed(["Ada"])).toEqual([
    "1 party has no table now: Ada, Friday, November 20, 2026, 7:30 PM.",
  ]);
  const [said = ""] = changed(["Ada", "Bo", "Cy", "Dee", "Eve"]);
  expect(said).toStartWith("5 parties have no table now: Ada, Friday");
  expect(said).toEndWith("; Cy, Friday, November 20, 2026, 7:30 PM; and 2 more.");
});
