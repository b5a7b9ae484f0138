// Goal: the best unit (table or combination) for a party is chosen. A criterion decides only between
// units that are equal by all criteria before it, and the answer says which criterion decided. No
// party gets a unit that is taken or meant for others.
import { describe, expect, test } from "bun:test";
import { bestFit, freeUnits, type Why } from "../../../src/domain/seating/choice.ts";
import type { Party } from "../../../src/domain/seating/unit.ts";
import { at, MINUTE } from "../../support/admission.ts";
import { party, roomOf, sitting } from "./room.ts";

type Room = Parameters<typeof roomOf>[0];

const CASES: readonly [string, Room, Partial<Party>, string | null, Why["kind"] | null][] = [
  ["takes the only free table", { tables: ["1: 4"] }, {}, "1", "only"],
  [
    "finds none if all are taken",
    { tables: ["1: 4"], parties: [sitting("a", 2, "18:00", "1")] },
    {},
    null,
    null,
  ],
  [
    "prefers the wished area",
    { tables: ["1: 2", "2: 6"], but: { 2: { area: "terrace" } } },
    { area: "terrace" },
    "2",
    "area",
  ],
  [
    "takes another area if the wish does not bind",
    { tables: ["1: 2", "2: 1"], but: { 2: { area: "terrace" } } },
    { area: "terrace" },
    "1",
    "only",
  ],
  [
    "takes no other area if the wish binds",
    { tables: ["1: 2", "2: 1"], but: { 2: { area: "terrace" } } },
    { area: "terrace", areaBinds: true },
    null,
    null,
  ],
  ["prefers the fewest empty seats", { tables: ["1: 6", "2: 2", "3: 4"] }, {}, "2", "empty_seats"],
  [
    "prefers one table to a combination",
    { tables: ["1: 1", "2: 1", "3: 2"], joins: ["1+2: 2"] },
    {},
    "3",
    "tables",
  ],
  [
    "prefers a table that is in no combination",
    { tables: ["1: 2", "2: 2", "3: 2"], joins: ["1+2: 3-4"] },
    {},
    "3",
    "not_combined",
  ],
  [
    "prefers a combination that shares no table with another",
    { tables: ["1: 2", "2: 2", "3: 2", "4: 2", "5: 2"], joins: ["1+2: 4", "2+3: 4", "4+5: 4"] },
    { size: 4 },
    "4 + 5",
    "not_combined",
  ],
  [
    "prefers a table whose combination cannot be used anyway",
    {
      tables: ["1: 2", "2: 2", "3: 2", "4: 4"],
      joins: ["1+2: 3-4", "3+4: 5-6"],
      parties: [sitting("a", 4, "19:00", "4")],
    },
    {},
    "3",
    "spoils",
  ],
  [
    "prefers no gap before the next party",
    { tables: ["1: 2", "2: 2"], parties: [sitting("a", 2, "20:30", "2")] },
    {},
    "2",
    "idle",
  ],
  [
    "prefers the table with the lower priority number",
    { tables: ["1: 2", "2: 2"], but: { 1: { priority: 1 } } },
    {},
    "2",
    "priority",
  ],
  ["prefers the lower number in the name", { tables: ["12: 2", "9: 2"] }, {}, "9", "name"],
  ["takes no table that is for larger parties", { tables: ["1: 3-4"] }, {}, null, null],
  [
    "takes a combination that seats more than its tables do separately",
    { tables: ["7: 2", "8: 2"], joins: ["7+8: 3-6"] },
    { size: 6 },
    "7 + 8",
    "only",
  ],
  [
    "takes no combination that seats too few, although its tables seat enough",
    { tables: ["7: 4", "8: 4"], joins: ["7+8: 5-7"] },
    { size: 8 },
    null,
    null,
  ],
  [
    "takes no combination of which one table is taken",
    {
      tables: ["7: 2", "8: 2"],
      joins: ["7+8: 3-6"],
      parties: [sitting("a", 2, "18:00", "8")],
    },
    { size: 6 },
    null,
    null,
  ],
  [
    "takes no blocked table",
    { tables: ["1: 2"], blocks: [{ tables: ["1"], from: at("20:00"), to: at("20:15") }] },
    {},
    null,
    null,
  ],
  [
    "takes a table whose block ends when the party comes",
    { tables: ["1: 2"], blocks: [{ tables: ["1"], from: at("18:00"), to: at("19:00") }] },
    {},
    "1",
    "only",
  ],
  [
    "gives a guest who books online no table that only hosts may give",
    { tables: ["1: 2"], but: { 1: { bookable: "desk" } } },
    { asks: "online" },
    null,
    null,
  ],
  [
    "gives a booking at the desk no table for walk-ins",
    { tables: ["1: 2"], but: { 1: { bookable: "door" } } },
    {},
    null,
    null,
  ],
  [
    "gives a walk-in a table for walk-ins",
    { tables: ["1: 2"], but: { 1: { bookable: "door" } } },
    { asks: "door" },
    "1",
    "only",
  ],
  [
    "gives a booking at the desk no combination with a table for walk-ins",
    { tables: ["1: 2", "2: 2"], joins: ["1+2: 4"], but: { 2: { bookable: "door" } } },
    { size: 4 },
    null,
    null,
  ],
];

describe("the choice for a party at 7:00 PM", () => {
  test.each(CASES)("%s", (_, room, wish, unit, why) => {
    const choice = bestFit(roomOf(room), party("new", 2, "19:00", wish));
    expect(choice?.unit.name ?? null).toBe(unit);
    expect(choice?.why.kind ?? null).toBe(why);
  });
});

test("the reason has the number of empty seats at the chosen unit and at the next best", () => {
  const choice = bestFit(roomOf({ tables: ["11: 6", "12: 4"] }), party("new", 3, "19:00"));
  expect(choice?.why).toEqual({ kind: "empty_seats", value: 1, next: "11", nextValue: 3 });
});

test("free units come best first, each with the time until which it is free; a party's own unit counts as free", () => {
  const own = sitting("own", 2, "19:00", "2");
  const room = roomOf({
    tables: ["1: 2", "2: 2", "3: 4", "4: 6"],
    parties: [own, sitting("a", 2, "18:00", "1"), sitting("b", 4, "21:00", "3")],
  });
  const free = freeUnits(room, own).map(({ unit, until }) => [unit.name, until]);
  expect(free).toEqual([
    ["2", null],
    ["3", at("21:00")],
    ["4", null],
  ]);
  expect(room.unitOf("own")?.name).toBe("2");
});

test("extra minutes keep the table longer but do not lengthen the stay", () => {
  const room = roomOf({
    tables: ["1: 2"],
    but: { 1: { extraMinutes: 15 } },
    parties: [sitting("a", 2, "17:30", "1")],
  });
  expect(bestFit(room, party("b", 2, "19:00"))).toBeNull();
  expect(bestFit(room, party("b", 2, "19:15"))?.unit.name).toBe("1");
  expect(bestFit(room, party("b", 2, "15:45", { to: at("17:15") }))?.unit.name).toBe("1");
  expect(bestFit(room, party("b", 2, "15:46", { to: at("17:16") }))).toBeNull();
});

test("the choice works for a stay across midnight and the end of summer time", () => {
  const night = { from: at("23:30", "2026-10-31"), to: at("23:30", "2026-10-31") + 180 * MINUTE };
  const room = roomOf({
    tables: ["1: 2"],
    parties: [{ ...sitting("a", 2, "19:00", "1"), ...night }],
  });
  const from = at("01:30", "2026-11-01");
  const stay = (start: number) => party("b", 2, "19:00", { from: start, to: start + 60 * MINUTE });
  // The clock is put back at 2:00 AM, so 1:30 AM comes twice: party "a" is present at the first, and
  // its stay ends at the second.
  expect(bestFit(room, stay(from))).toBeNull();
  expect(bestFit(room, stay(from + 60 * MINUTE))?.unit.name).toBe("1");
});
