// Goal: a changed party keeps its place if the party still fits. If no place is free, as few other
// parties as possible move. Only parties that may move do, and the number of tries is limited.
import { describe, expect, test } from "bun:test";
import type { Move } from "../../../src/domain/seating/chain.ts";
import type { Placements } from "../../../src/domain/seating/placements.ts";
import { plan } from "../../../src/domain/seating/plan.ts";
import { apply, type Seating, seat } from "../../../src/domain/seating/seat.ts";
import type { Party } from "../../../src/domain/seating/unit.ts";
import { at, MINUTE } from "../../support/admission.ts";
import { party, pinned, roomOf, sitting } from "./room.ts";

const told = (moves: readonly Move[]): string[] =>
  moves.map((move) => `${move.party.id}: ${move.from.join("+")} -> ${move.to.tables.join("+")}`);

/** Where a party sits and who moves, on one line. */
function shown(found: Seating): string {
  if (found.kind !== "seated") return found.kind;
  const { why, unit, moves } = found;
  return [`${why.kind} ${unit.name}`, ...told(moves)].join(", ");
}

const asked = (room: Placements, one: Party): string => shown(seat(room, one, { left: 1500 }));

describe("a party that changes", () => {
  const tables = ["1: 2", "2: 4", "3: 3-6"] as const;
  const CASES: readonly [string, Party, Partial<Party>, string][] = [
    ["keeps its table with fewer people", sitting("a", 4, "19:00", "3"), { size: 1 }, "kept 3"],
    [
      "keeps its table at a later time, although a better one is free",
      sitting("a", 2, "19:00", "2"),
      later(),
      "kept 2",
    ],
    [
      "gets a larger table if it outgrows its own",
      sitting("a", 2, "19:00", "1"),
      { size: 4 },
      "empty_seats 2",
    ],
    [
      "finds no table if it requires an area without tables",
      sitting("a", 2, "19:00", "1"),
      terrace(),
      "full",
    ],
    [
      "is refused if it outgrows its pinned table",
      pinned("a", 2, "19:00", "1"),
      { size: 3 },
      "pinned",
    ],
    [
      "keeps pinned tables outside the wished area",
      pinned("a", 2, "19:00", "1"),
      terrace(),
      "kept 1",
    ],
    [
      "keeps tables combined by a host",
      sitting("a", 6, "19:00", "1", "2"),
      { size: 5 },
      "kept 1 + 2",
    ],
    [
      "finds no table if it outgrows tables combined by a host",
      sitting("a", 6, "19:00", "1", "2"),
      { size: 7 },
      "full",
    ],
    [
      "is placed again if its combination lost a table",
      sitting("a", 2, "19:00", "1", "9"),
      {},
      "empty_seats 1",
    ],
    [
      "is placed again if its table is no longer on the plan",
      sitting("a", 2, "19:00", "9"),
      {},
      "empty_seats 1",
    ],
  ];

  test.each(CASES)("%s", (_, before, change, outcome) => {
    const room = roomOf({ tables, parties: [before] });
    expect(asked(room, { ...before, ...change })).toBe(outcome);
    expect(room.unitOf("a")?.tables).toEqual(before.tables);
  });

  test("gets another table if a later party has its own", () => {
    const own = sitting("a", 2, "18:00", "1");
    const room = roomOf({ tables, parties: [own, sitting("b", 2, "19:30", "1")] });
    expect(asked(room, { ...own, to: own.to + MINUTE })).toBe("only 2");
  });
});

function later(): Partial<Party> {
  return { from: at("19:30"), to: at("21:00") };
}

function terrace(): Partial<Party> {
  return { area: "terrace", areaBinds: true };
}

describe("a chain of moves to make room", () => {
  test("may move one party, which keeps its times", () => {
    const room = roomOf({ tables: ["1: 2", "2: 4"], parties: [sitting("a", 2, "19:00", "2")] });
    const four = party("b", 4, "19:00");
    const found = seat(room, four, { left: 1500 });
    expect(shown(found)).toBe("moves 2, a: 2 -> 1");
    if (found.kind === "seated") apply(room, four, found);
    expect(room.parties().map(({ id, from, tables }) => [id, from, tables])).toEqual([
      ["b", at("19:00"), ["2"]],
      ["a", at("19:00"), ["1"]],
    ]);
  });

  test("may have two levels: a party that moves makes another move", () => {
    const room = roomOf({
      tables: ["1: 2", "2: 4", "3: 3-6"],
      parties: [sitting("a", 2, "19:00", "2"), sitting("b", 4, "19:00", "3")],
    });
    expect(asked(room, party("c", 6, "19:00"))).toBe("moves 3, b: 3 -> 2, a: 2 -> 1");
  });

  test("does not have three levels", () => {
    const room = roomOf({
      tables: ["1: 2", "2: 2-4", "3: 4-6", "4: 6-8"],
      parties: [
        sitting("a", 2, "19:00", "2"),
        sitting("b", 4, "19:00", "3"),
        sitting("c", 6, "19:00", "4"),
      ],
    });
    expect(asked(room, party("d", 8, "19:00"))).toBe("full");
    expect(asked(room, party("d", 6, "19:00"))).toBe("moves 3, b: 3 -> 2, a: 2 -> 1");
  });

  test("may take one table of a party's combination; the party keeps the other table in a new combination", () => {
    const room = roomOf({
      tables: ["1: 6-6", "2: 2", "3: 4", "4: 2"],
      joins: ["1+2: 3-4", "3+4: 5-6", "2+4: 5-6"],
      parties: [sitting("a", 4, "19:00", "1", "2"), sitting("b", 5, "19:00", "3", "4")],
    });
    expect(asked(room, party("c", 6, "19:00"))).toBe("moves 1, a: 1+2 -> 3, b: 3+4 -> 2+4");
  });

  test("moves one party with a long stay rather than two with short stays", () => {
    const room = roomOf({
      tables: ["1: 4", "2: 2", "3: 2", "4: 4"],
      parties: [
        sitting("a", 2, "18:00", "1"),
        sitting("b", 2, "19:30", "1"),
        party("c", 2, "18:00", { tables: ["4"], to: at("21:00") }),
      ],
    });
    const long = party("d", 4, "18:30", { to: at("20:30") });
    expect(asked(room, long)).toBe("moves 4, c: 4 -> 2");
  });

  test("may free a combination with a party at one table, but not with parties at both if only one other table is free", () => {
    const room = roomOf({
      tables: ["7: 2", "8: 2", "9: 2", "10: 2"],
      joins: ["7+8: 3-4", "8+9: 3-4"],
      parties: [sitting("a", 2, "19:00", "7"), sitting("b", 2, "19:00", "9")],
    });
    expect(asked(room, party("c", 4, "19:00"))).toBe("moves 7 + 8, a: 7 -> 10");
    room.place(party("d", 2, "19:00"), room.floor.unitOf(["8"]));
    expect(asked(room, party("c", 4, "19:00"))).toBe("full");
  });

  const STAYING: readonly [string, Partial<Party>][] = [
    ["arrived, seated or too close to its start", { movable: false }],
    ["bound to its area", { area: "dining", areaBinds: true }],
    ["bound to its area because it sits there", { area: "dining", areaBinds: "while_inside" }],
    ["an offer, which only gets tables that guests can book online", { asks: "online" }],
  ];
  test.each(STAYING)("does not move a party that is %s", (_, but) => {
    const room = roomOf({
      tables: ["1: 2", "2: 4"],
      but: { 1: { area: "terrace", bookable: "desk" } },
      parties: [{ ...sitting("a", 2, "19:00", "2"), ...but }],
    });
    expect(asked(room, party("b", 4, "19:00"))).toBe("full");
  });

  test("may move a party to any area if it sits outside the area it asked for", () => {
    const room = roomOf({
      tables: ["1: 2", "2: 4"],
      parties: [{ ...sitting("a", 2, "19:00", "2"), area: "terrace", areaBinds: "while_inside" }],
    });
    expect(asked(room, party("b", 4, "19:00"))).toBe("moves 2, a: 2 -> 1");
  });

  test("has a limit of tries for each call, and the answer says if it was reached", () => {
    const room = roomOf({
      tables: ["1: 2", "2: 4", "3: 4"],
      parties: [sitting("a", 2, "19:00", "2"), pinned("b", 4, "19:00", "3")],
    });
    const four = party("c", 4, "19:00");
    expect(seat(room, four, { left: 1 })).toEqual({ kind: "full", triesEnded: true });
    const tries = { left: 2 };
    expect(shown(seat(room, four, tries))).toBe("moves 2, a: 2 -> 1");
    expect(tries.left).toBe(0);
    expect(shown(seat(room, party("d", 2, "19:00"), tries))).toBe("only 1");
    expect(seat(room, party("d", 5, "19:00"), { left: 1 })).toEqual({
      kind: "full",
      triesEnded: false,
    });
  });
});

test("ten parties of four fill 20 tables that have 200 combinations", () => {
  const names = Array.from({ length: 20 }, (_, number) => String(number + 1));
  const joins = names.flatMap((one, first) =>
    names.slice(first + 1).map((other) => `${one}+${other}: 3-4` as const),
  );
  const room = roomOf({
    tables: names.map((name) => `${name}: 2` as const),
    joins: joins.slice(0, 200),
  });
  for (let number = 0; number < 10; number += 1) {
    const four = party(`p${number}`, 4, "19:00");
    const found = seat(room, four, { left: 1500 });
    expect(found).toMatchObject({ kind: "seated" });
    if (found.kind === "seated") apply(room, four, found);
  }
  expect(new Set(room.parties().flatMap(({ tables }) => tables)).size).toBe(20);
  expect(asked(room, party("p10", 2, "19:00"))).toBe("full");
});

describe("several parties together", () => {
  const tables = ["1: 2", "2: 2", "3: 4"] as const;

  test("are placed in order of size, the largest first", () => {
    const waiting = [party("a", 2, "19:00"), party("b", 2, "19:00"), party("c", 4, "19:00")];
    const { moves, unplaced } = plan(roomOf({ tables }), waiting, { left: 1500 });
    expect(told(moves).sort()).toEqual(["a:  -> 1", "b:  -> 2", "c:  -> 3"]);
    expect(unplaced).toEqual([]);
  });

  test("move only if needed, and only those that may", () => {
    const room = roomOf({
      tables: [...tables, "4: 4"],
      parties: [sitting("a", 2, "19:00", "3"), pinned("b", 2, "19:00", "4")],
    });
    const none = plan(room, room.parties(), { left: 1500 });
    expect(none).toEqual({ moves: [], unplaced: [], triesEnded: false });
    const one = plan(room, [party("c", 4, "19:00")], { left: 1500 });
    expect(told(one.moves).sort()).toEqual(["a: 3 -> 1", "c:  -> 3"]);
    expect(room.unitOf("a")?.name).toBe("3");
  });

  test("are all placed again if no chain of moves makes room", () => {
    const room = roomOf({
      tables: ["1: 2", "2: 2-4", "3: 4-6", "4: 6-8"],
      parties: [
        sitting("a", 2, "19:00", "2"),
        sitting("b", 4, "19:00", "3"),
        sitting("c", 6, "19:00", "4"),
      ],
    });
    const { moves, unplaced } = plan(room, [party("d", 8, "19:00")], { left: 1500 });
    expect(told(moves).sort()).toEqual(["a: 2 -> 1", "b: 3 -> 2", "c: 4 -> 3", "d:  -> 4"]);
    expect(unplaced).toEqual([]);
  });

  test("give up a pinned table that no longer fits", () => {
    const room = roomOf({ tables: ["1: 2"], parties: [pinned("a", 4, "19:00", "1")] });
    const { moves, unplaced } = plan(room, [...room.parties(), party("b", 2, "19:00")], {
      left: 1500,
    });
    expect(told(moves)).toEqual(["b:  -> 1"]);
    expect(unplaced.map(({ id }) => id)).toEqual(["a"]);
  });

  test("do not lose their table to a larger party", () => {
    const room = roomOf({ tables: ["1: 4"], parties: [sitting("a", 2, "19:00", "1")] });
    const { moves, unplaced } = plan(room, [party("b", 4, "19:00")], { left: 1500 });
    expect(moves).toEqual([]);
    expect(unplaced.map(({ id }) => id)).toEqual(["b"]);
  });
});
