// Goal: a party that loses its table gets a free table or is reported, and no other party moves.
// A refusal can say how many places there are, how many are taken or pinned, and which becomes free
// first.
import { describe, expect, test } from "bun:test";
import { losersOf, misplaced, rehouse } from "../../../src/domain/seating/facts.ts";
import { Placements } from "../../../src/domain/seating/placements.ts";
import { shortageOf } from "../../../src/domain/seating/shortage.ts";
import type { Block, Party } from "../../../src/domain/seating/unit.ts";
import { at, MINUTE } from "../../support/admission.ts";
import { floorOf, party, pinned, roomOf, sitting } from "./room.ts";

const names = (parties: readonly { id: string }[]): string[] => parties.map(({ id }) => id);

const evening = (...tables: string[]): Block => ({ tables, from: at("17:00"), to: at("23:00") });

describe("parties that lose their table", () => {
  const usual = () =>
    roomOf({
      tables: ["1: 2", "2: 2", "3: 4", "4: 2"],
      joins: ["1+2: 3-4"],
      parties: [
        sitting("late", 2, "21:00", "1"),
        { ...sitting("sits", 4, "18:00", "1", "2"), movable: false },
        pinned("pinned", 2, "19:30", "1"),
        sitting("next door", 2, "19:30", "4"),
      ],
    });

  test("are those that have the table in the given time, sorted by start, without the party that gets it", () => {
    const losers = (from: string, to: string, winner: string | null = null) =>
      names(losersOf(usual(), { tables: ["1"], from: at(from), to: at(to) }, winner));
    expect(losers("18:00", "23:00")).toEqual(["sits", "pinned", "late"]);
    expect(losers("19:30", "21:00")).toEqual(["pinned"]);
    expect(losers("19:00", "21:30", "pinned")).toEqual(["sits", "late"]);
  });

  test("get the best free place, even if their own was pinned; nobody else moves", () => {
    const before = usual();
    const block = evening("1");
    const losers = losersOf(before, block, null);
    const after = new Placements(before.floor, before.parties(), [block]);
    const { moves, unplaced } = rehouse(after, losers);
    const told = moves.map(
      ({ party: { id }, from, to }) => `${id}: ${from.join("+")} -> ${to.name}`,
    );
    expect(told.sort()).toEqual(["late: 1 -> 4", "pinned: 1 -> 2", "sits: 1+2 -> 3"]);
    expect(unplaced).toEqual([]);
    expect(before.unitOf("pinned")?.name).toBe("1");
  });

  test("are reported if nothing is free", () => {
    const before = roomOf({
      tables: ["1: 2", "2: 2"],
      parties: [sitting("a", 2, "19:00", "1"), sitting("b", 2, "20:00", "2")],
    });
    before.place({ ...party("winner", 2, "19:15"), movable: false }, before.floor.unitOf(["1"]));
    const losers = losersOf(
      before,
      { tables: ["1"], from: at("19:15"), to: at("20:45") },
      "winner",
    );
    const { moves, unplaced } = rehouse(before, losers);
    expect(moves).toEqual([]);
    expect(names(unplaced)).toEqual(["a"]);
  });

  test("include those at a table that shrank, was removed or is blocked", () => {
    const parties = [
      sitting("fits", 2, "19:00", "1"),
      sitting("shrunk", 4, "19:30", "2"),
      sitting("gone", 2, "19:00", "3"),
      sitting("blocked", 2, "20:00", "4"),
    ];
    const floor = floorOf({ tables: ["1: 2", "2: 3", "4: 4", "5: 4"] });
    const room = new Placements(floor, parties, [evening("4")]);
    const losers = misplaced(room, () => false);
    expect(names(losers)).toEqual(["gone", "shrunk", "blocked"]);
    const { moves, unplaced } = rehouse(room, losers);
    const told = moves.map(({ party: { id }, to }) => `${id} -> ${to.name}`);
    expect(told.sort()).toEqual(["gone -> 2", "shrunk -> 5"]);
    expect(names(unplaced)).toEqual(["blocked"]);
  });

  test("include one of two parties at a table: the seated party keeps it, else the pinned one, else the earlier one", () => {
    const wrong = (sitsAt: string | null, ...parties: Party[]) => {
      const room = new Placements(floorOf({ tables: ["1: 2", "2: 2"] }), parties, []);
      return names(misplaced(room, ({ id }) => id === sitsAt));
    };
    const late = sitting("late", 2, "19:30", "1");
    const early = sitting("early", 2, "19:00", "1");
    expect(wrong(null, late, early)).toEqual(["late"]);
    expect(wrong("late", late, early)).toEqual(["early"]);
    expect(wrong(null, early, pinned("chosen", 2, "20:00", "1"))).toEqual(["early"]);
  });

  test("do not include seated or pinned parties at tables that are not a combination", () => {
    const floor = floorOf({ tables: ["1: 2", "2: 2"] });
    const auto = sitting("auto", 4, "19:00", "1", "2");
    const wrong = (one: Party, sits: boolean) =>
      names(misplaced(new Placements(floor, [one], []), () => sits));
    expect(wrong(auto, false)).toEqual(["auto"]);
    expect(wrong(auto, true)).toEqual([]);
    expect(wrong({ ...auto, pinned: true }, false)).toEqual([]);
  });

  test("get a table in the area they asked for if possible, else in another area", () => {
    const terrace = { area: "terrace" };
    const room = roomOf({ tables: ["1: 2", "T1: 3", "T2: 2"], but: { T1: terrace, T2: terrace } });
    const wish = { area: "terrace", areaBinds: true, tables: ["T2"] };
    const both = [party("a", 2, "19:00", wish), party("b", 2, "19:00", wish)];
    room.place(both[0] as Party, room.floor.unitOf(["T2"]));
    room.place({ ...keeper, to: keeper.from + 60 * MINUTE }, room.floor.unitOf(["T2"]));
    const { moves } = rehouse(room, both);
    expect(moves.map(({ party: { id }, to }) => `${id} ${to.name}`).sort()).toEqual([
      "a T1",
      "b 1",
    ]);
  });
});

const keeper = party("keeper", 2, "19:00", { movable: false });

describe("the shortage that a refusal reports", () => {
  const room = roomOf({
    tables: ["1: 2", "2: 4", "3: 4", "4: 3-4"],
    blocks: [{ tables: ["4"], from: at("18:00"), to: at("20:15") }],
    parties: [
      pinned("a", 4, "18:45", "2"),
      sitting("b", 4, "19:30", "3"),
      sitting("c", 4, "22:00", "2"),
    ],
  });

  test("has the number of places, how many are taken and pinned, and the first that becomes free", () => {
    const { next, ...numbers } = shortageOf(room, party("new", 4, "19:00"));
    expect(numbers).toEqual({ units: 3, taken: 3, pinned: 1 });
    expect([next?.unit.name, next?.at]).toEqual(["2", at("20:15")]);
  });

  test("does not count a gap that is too short", () => {
    const long = party("new", 4, "18:00", { to: at("18:00") + 120 * MINUTE });
    expect(shortageOf(room, long).next).toMatchObject({ at: at("20:15") });
  });

  test("does not count a gap that is too short with the extra minutes of the table", () => {
    const tight = roomOf({
      tables: ["1: 2"],
      but: { 1: { extraMinutes: 15 } },
      parties: [sitting("a", 2, "18:00", "1"), sitting("b", 2, "21:15", "1")],
    });
    expect(shortageOf(tight, party("new", 2, "19:00")).next?.at).toBe(at("23:00"));
    expect(shortageOf(tight, party("new", 2, "19:00", { to: at("20:15") })).next?.at).toBe(
      at("19:45"),
    );
  });

  test("has no places if none takes a party of that size", () => {
    expect(shortageOf(room, party("new", 5, "19:00"))).toEqual({
      units: 0,
      taken: 0,
      pinned: 0,
      next: null,
    });
  });
});
