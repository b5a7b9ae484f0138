// Goal: each criterion of the choice decides if those before it are equal, and the answer says
// which one decided. A unit is not given to a party that it is not meant for, nor while it is
// taken.
import { describe, expect, test } from "bun:test";
import { bestFit, freeUnits, type Why } from "../../../src/domain/seating/choice.ts";
import type { Party } from "../../../src/domain/seating/unit.ts";
import { at, MINUTE } from "../../support/admission.ts";
import { party, roomOf, sitting } from "./room.ts";

type Room = Parameters<typeof roomOf>[0];

const CASES: readonly [string, Room, Partial<Party>, string | null, Why["kind"] | null][] = [
  ["one is free", { tables: ["1: 4"] }, {}, "1", "only"],
  [
    "nothing is free",
    { tables: ["1: 4"], parties: [sitting("a", 2, "18:00", "1")] },
    {},
    null,
    null,
  ],
  [
    "the wished area",
    { tables: ["1: 2", "2: 6"], but: { 2: { area: "terrace" } } },
    { area: "terrace" },
    "2",
    "area",
  ],
  [
    "a wish is no condition",
    { tables: ["1: 2", "2: 1"], but: { 2: { area: "terrace" } } },
    { area: "terrace" },
    "1",
    "only",
  ],
  [
    "an area that binds",
    { tables: ["1: 2", "2: 1"], but: { 2: { area: "terrace" } } },
    { area: "terrace", areaBinds: true },
    null,
    null,
  ],
  ["the fewest empty seats", { tables: ["1: 6", "2: 2", "3: 4"] }, {}, "2", "empty_seats"],
  [
    "one table before a join",
    { tables: ["1: 1", "2: 1", "3: 2"], joins: ["1+2: 2"] },
    {},
    "3",
    "tables",
  ],
  [
    "a table of no combination",
    { tables: ["1: 2", "2: 2", "3: 2"], joins: ["1+2: 3-4"] },
    {},
    "3",
    "not_combined",
  ],
  [
    "a join that shares no table with another",
    { tables: ["1: 2", "2: 2", "3: 2", "4: 2", "5: 2"], joins: ["1+2: 4", "2+3: 4", "4+5: 4"] },
    { size: 4 },
    "4 + 5",
    "not_combined",
  ],
  [
    "a table whose larger units are taken",
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
    "no gap before the next party",
    { tables: ["1: 2", "2: 2"], parties: [sitting("a", 2, "20:30", "2")] },
    {},
    "2",
    "idle",
  ],
  [
    "the first priority",
    { tables: ["1: 2", "2: 2"], but: { 1: { priority: 1 } } },
    {},
    "2",
    "priority",
  ],
  ["the name, as a number", { tables: ["12: 2", "9: 2"] }, {}, "9", "name"],
  ["too few for the minimum", { tables: ["1: 3-4"] }, {}, null, null],
  [
    "a join larger than its sum",
    { tables: ["7: 2", "8: 2"], joins: ["7+8: 3-6"] },
    { size: 6 },
    "7 + 8",
    "only",
  ],
  [
    "a join smaller than its sum",
    { tables: ["7: 4", "8: 4"], joins: ["7+8: 5-7"] },
    { size: 8 },
    null,
    null,
  ],
  [
    "with only one of its tables taken",
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
    "a block",
    { tables: ["1: 2"], blocks: [{ tables: ["1"], from: at("20:00"), to: at("20:15") }] },
    {},
    null,
    null,
  ],
  [
    "a block that ends when the party comes",
    { tables: ["1: 2"], blocks: [{ tables: ["1"], from: at("18:00"), to: at("19:00") }] },
    {},
    "1",
    "only",
  ],
  [
    "tables that only hosts may give, for a guest",
    { tables: ["1: 2"], but: { 1: { bookable: "desk" } } },
    { asks: "online" },
    null,
    null,
  ],
  [
    "tables for walk-ins, for a booking at the desk",
    { tables: ["1: 2"], but: { 1: { bookable: "door" } } },
    {},
    null,
    null,
  ],
  [
    "tables of the door at the door",
    { tables: ["1: 2"], but: { 1: { bookable: "door" } } },
    { asks: "door" },
    "1",
    "only",
  ],
  [
    "the strictest of join and tables",
    { tables: ["1: 2", "2: 2"], joins: ["1+2: 4"], but: { 2: { bookable: "door" } } },
    { size: 4 },
    null,
    null,
  ],
];

describe("the choice for 2 at 7:00 PM", () => {
  test.each(CASES)("%s", (_, room, wish, unit, why) => {
    const choice = bestFit(roomOf(room), party("new", 2, "19:00", wish));
    expect(choice?.unit.name ?? null).toBe(unit);
    expect(choice?.why.kind ?? null).toBe(why);
  });
});

test("the reason has the numbers of the chosen unit and of the next best", () => {
  const choice = bestFit(roomOf({ tables: ["11: 6", "12: 4"] }), party("new", 3, "19:00"));
  expect(choice?.why).toEqual({ kind: "empty_seats", value: 1, next: "11", nextValue: 3 });
});

test("free units come best first, each with how long it is free; a party's own unit counts as free for it", () => {
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
  // The clock is put back at 2:00 AM: the first 1:30 AM is in the third hour of the stay, the
  // second is not.
  expect(bestFit(room, stay(from))).toBeNull();
  expect(bestFit(room, stay(from + 60 * MINUTE))?.unit.name).toBe("1");
});
