// Goal: a party keeps the table that a caller chose for it, until a caller swaps its table or seats
// another party there. A swap is possible only if each party fits at the other's table. An undo gives
// all moved parties their old tables back.
import { describe, expect, test } from "bun:test";
import { sayReason } from "../../../src/words/render.ts";
import { booked, openFloor, wish } from "../../support/floor-house.ts";
import { BISTRO, EVENING, HOUR, type House, MINUTE } from "../house.ts";

const assign = (house: House, id: string, tables: string[] | "auto", more: object = {}) =>
  house.ok("assign_table", { id, tables, ...more });

const undo = (house: House, id: string) => house.ok("undo_last_change", { id });

const ROOM = { areas: { Room: "1:2 2:2 3:4" }, joins: "1+2:3-4" };

describe("a chosen table", () => {
  test("stays with its party when tables are chosen automatically for other parties, and has its own line in the history", async () => {
    using house = openFloor(ROOM);
    const { id } = await booked(house, 2);
    const { reservation, placement } = await assign(house, id, ["3"]);
    expect(reservation).toMatchObject({ tables: ["3"], tablePinned: true, revision: 2 });
    expect(placement).toEqual({ why: "table 3: chosen by hand", moves: [] });
    expect(house.stores.audit.ofReservation(id, 1)[0]).toMatchObject({
      operation: "assign_table",
      actor: { kind: "api_key" },
      after: { tables: ["table-3"], tablePinned: true },
    });
    expect((await assign(house, id, ["3"])).changed).toBe(false);
    expect((await booked(house, 4)).tables.toSorted()).toEqual(["1", "2"]);
    expect((await house.refused("create_booking", wish(4))).code).toBe("TABLES_FULL");
  });
  test("may be several tables, named in upper or lower case", async () => {
    using house = openFloor({ areas: { Room: "a:2 b:2" }, joins: "a+b:3-4" });
    const { id } = await booked(house, 2);
    expect((await assign(house, id, ["A", "B"])).reservation.tables).toEqual(["a", "b"]);
  });
  test("that another party has is refused; the reason names that party, the time, and tables that fit", async () => {
    using house = openFloor(ROOM);
    const first = await booked(house, 2);
    const second = await booked(house, 2, "8:00 PM");
    expect([first.tables, second.tables]).toEqual([["1"], ["2"]]);
    const { code, reasons, retryable } = await house.refused("assign_table", {
      id: second.id,
      tables: ["1"],
    });
    expect([code, retryable]).toEqual(["TABLE_TAKEN", false]);
    expect(reasons).toEqual([
      expect.objectContaining({
        parameter: "tables",
        tables: ["1"],
        by: { id: first.id, name: "Party of 2", numberOfPeople: 2 },
        from: EVENING,
        until: first.endTimestamp,
        instead: [["3"]],
      }),
    ]);
  });
  test("that another party has is refused; the reason says whether a swap is possible", async () => {
    using house = openFloor(ROOM);
    const two = await booked(house, 2);
    const three = await booked(house, 3);
    const told = async (tables: string[], swap = false) =>
      (await house.refused("assign_table", { id: two.id, tables, swap })).reasons
        .map((one) => sayReason(one, "agent"))
        .join(" ");
    await booked(house, 2);
    const taken = `is taken from 7:00 PM to 8:45 PM by Party of 3, party of 3 (${three.id}).`;
    const none = "No other table is free for this party.";
    expect(await told(["3"])).toBe(`Table 3 ${taken} ${none}`);
    expect(await told(["3"], true)).toBe(
      `Table 3 ${taken} ${none} The parties cannot swap: exactly one other party must have these tables, ` +
        "and each party must fit at the other's tables.",
    );
    expect(await told(["2"])).toEndWith(
      "Pass swap: true to exchange the tables of the two parties.",
    );
  });
  test("that is blocked is refused", async () => {
    using house = openFloor(ROOM);
    const { id } = await booked(house, 2);
    const block = { id: "b", tables: ["table-3"], reason: "leak", createdAt: 0, createdBy: "k" };
    house.stores.floors.addBlock(BISTRO, { ...block, from: EVENING, to: EVENING + HOUR });
    const { reasons } = await house.refused("assign_table", { id, tables: ["3"] });
    expect(reasons[0]).toMatchObject({ code: "TABLE_TAKEN", by: null, until: EVENING + HOUR });
  });
  test("is refused if it is two tables with too few seats; the reason names both tables and the sum of their seats", async () => {
    using house = openFloor({ areas: { Room: "1:2 2:2 3:6" } });
    const { id } = await booked(house, 5);
    const { reasons } = await house.refused("assign_table", { id, tables: ["1", "2"] });
    expect(reasons.map((one) => sayReason(one, "agent"))).toEqual([
      "Tables 1 + 2 have 4 seats, and the party is 5 people.",
    ]);
  });
  test("is refused if it has too few seats, if no table has its name, or if the party has cancelled", async () => {
    using house = openFloor(ROOM);
    const { id } = await booked(house, 3);
    const small = await house.refused("assign_table", { id, tables: ["1"] });
    expect(small.reasons[0]).toMatchObject({ code: "INVALID_INPUT", parameter: "tables" });
    const unknown = await house.refused("assign_table", { id, tables: ["31"] });
    expect(unknown.reasons[0]).toMatchObject({ parameter: "tables", tables: ["1", "2", "3"] });
    const both = await house.refused("assign_table", { id, tables: ["31", "2", "33"] });
    expect(both.reasons).toMatchObject([{ say: { name: "31" } }, { say: { name: "33" } }]);
    await house.ok("cancel_booking", { id });
    const gone = await house.refused("assign_table", { id, tables: ["3"] });
    expect(gone.code).toBe("INVALID_TRANSITION");
  });
  test("only has to be free from now on, if its party is already seated", async () => {
    using house = openFloor(ROOM);
    const left = await booked(house, 2, "6:00 PM");
    const sits = await booked(house, 2, "6:00 PM");
    house.at = EVENING - HOUR;
    for (const { id } of [left, sits]) await house.ok("mark_seated", { id });
    house.at = EVENING - 10 * MINUTE;
    await house.ok("mark_completed", { id: left.id });
    const moved = await assign(house, sits.id, left.tables);
    expect(moved.reservation.tables).toEqual(left.tables);
  });
});

describe("a swap of tables", () => {
  test("exchanges the tables of two parties, and an undo exchanges them again", async () => {
    using house = openFloor(ROOM);
    const one = await booked(house, 2);
    const other = await booked(house, 4, "7:30 PM");
    expect([one.tables, other.tables]).toEqual([["1"], ["3"]]);
    const small = await house.refused("assign_table", { id: one.id, tables: ["3"], swap: true });
    expect(small.code).toBe("TABLE_TAKEN");
    await house.ok("update_booking", { id: other.id, numberOfPeople: 2 });
    const { placement } = await assign(house, one.id, ["3"], { swap: true });
    expect(placement?.moves).toMatchObject([{ id: other.id, from: ["3"], to: ["1"] }]);
    expect(house.stored(other.id).tables).toEqual(["table-1"]);
    const { reservation } = await undo(house, one.id);
    expect(reservation).toMatchObject({ tables: ["1"], tablePinned: false });
    expect(house.stored(other.id).tables).toEqual(["table-3"]);
  });
  test("is refused if a third party has one of the tables", async () => {
    using house = openFloor({ areas: { Room: "1:2 2:2 3:4" } });
    const one = await booked(house, 2, "7:00 PM");
    const other = await booked(house, 2, "7:30 PM");
    const third = await booked(house, 2, "8:45 PM");
    expect([one.tables, other.tables, third.tables]).toEqual([["1"], ["2"], ["1"]]);
    const { code } = await house.refused("assign_table", {
      id: one.id,
      tables: ["2"],
      swap: true,
    });
    expect(code).toBe("TABLE_TAKEN");
  });
});

describe('assign_table with "auto"', () => {
  test("unpins the party, chooses a table for it, and offers the freed table to the waitlist", async () => {
    using house = openFloor(ROOM);
    const { id } = await booked(house, 2);
    await assign(house, id, ["3"]);
    const { reservation, waitlist } = await assign(house, id, "auto");
    expect(reservation).toMatchObject({ tables: ["1"], tablePinned: false });
    expect(waitlist).toMatchObject({ willRun: true });
    expect(house.freed().at(-1)).toBe("assign_table 7:00 PM-8:30 PM");
  });
  test("gives a table to a party without a table, or says that none is free", async () => {
    using house = openFloor({ areas: { Room: "1:2" } });
    const one = await booked(house, 2);
    const other = await booked(house, 2, "9:00 PM");
    house.stores.reservations.setTables(one.id, [], false, 0);
    expect((await assign(house, one.id, "auto")).reservation.tables).toEqual(["1"]);
    house.stores.reservations.setTables(other.id, [], false, 0);
    await booked(house, 2, "9:00 PM");
    const { code } = await house.refused("assign_table", { id: other.id, tables: "auto" });
    expect(code).toBe("TABLES_FULL");
  });
});

test("if a change moved another party, its undo gives that party its old table back", async () => {
  using house = openFloor({ areas: { Room: "1:2 2:2 3:2-3" }, joins: "1+2:4-4" });
  const moved = await booked(house, 2);
  const grown = await booked(house, 2);
  expect([moved.tables, grown.tables]).toEqual([["1"], ["2"]]);
  await house.ok("update_booking", { id: grown.id, numberOfPeople: 4 });
  expect(house.stored(moved.id).tables).toEqual(["table-3"]);
  const { placement } = await undo(house, grown.id);
  expect(house.stored(moved.id).tables).toEqual(["table-1"]);
  expect(house.stored(grown.id).tables).toEqual(["table-2"]);
  expect(placement?.moves).toMatchObject([{ id: moved.id, from: ["3"], to: ["1"] }]);
});

test("the undo of a seating gives the table back to the party that had it", async () => {
  using house = openFloor({ areas: { Room: "1:2 2:2 3:2" } });
  const here = await booked(house, 2);
  const other = await booked(house, 2);
  await assign(house, other.id, ["2"]);
  house.at = EVENING;
  await house.ok("mark_seated", { id: here.id, tables: ["2"] });
  expect(house.stored(other.id)).toMatchObject({ tables: ["table-1"], tablePinned: false });
  await undo(house, here.id);
  expect(house.stored(here.id)).toMatchObject({ tables: ["table-1"], status: "booked" });
  expect(house.stored(other.id)).toMatchObject({ tables: ["table-2"], tablePinned: true });
});

describe("a table that another party needs soon", () => {
  const GIVEN = { areas: { Room: "1:2 2:2" } };

  /** One party has table 1 for 90 minutes from 7:00 PM, and another gets table 2 at 9:00 PM. */
  async function openLate(minutesOver: number): Promise<[House, string, string]> {
    const house = openFloor(GIVEN);
    const sitting = await booked(house, 2);
    const next = await booked(house, 2, "9:00 PM");
    await assign(house, next.id, ["2"]);
    house.at = EVENING;
    await house.ok("mark_seated", { id: sitting.id });
    house.at = EVENING + (90 + minutesOver) * MINUTE;
    return [house, sitting.id, next.id];
  }
  const warning = (id: string) => ({
    code: "TABLE_LOST",
    id,
    tables: ["2"],
    message:
      `Party of 2 (${id}), party of 2, is due at table 2 at 9:00 PM and loses it if these guests are still there. ` +
      "assign_table gives them another table, update_booking another time.",
  });

  test("can be given to a party that stays on, with a warning", async () => {
    const [opened, id, next] = await openLate(5);
    using house = opened;
    const { reservation, warnings } = await assign(house, id, ["2"]);
    expect(reservation).toMatchObject({ tables: ["2"], tablePinned: true });
    expect(warnings).toMatchObject([warning(next)]);
    expect(house.stored(next).tables).toEqual(["table-2"]);
  });
  test("can be named in mark_seated for a party that stays on, with a warning", async () => {
    const [opened, id, next] = await openLate(5);
    using house = opened;
    const { warnings } = await house.ok("mark_seated", { id, tables: ["2"] });
    expect(warnings).toMatchObject([warning(next)]);
  });
  test("causes no warning before the end of the sitting party's stay, or if the other party is due in more than tables.freezeMinutes", async () => {
    const [opened, id] = await openLate(0);
    using house = opened;
    house.at -= MINUTE;
    expect((await assign(house, id, ["2"])).warnings).toEqual([]);
    house.set({
      ...house.stores.brands.overrides(BISTRO),
      tables: { mode: "required", freezeMinutes: 20 },
    });
    await assign(house, id, ["1"]);
    house.at += 2 * MINUTE;
    expect((await assign(house, id, ["2"])).warnings).toEqual([]);
  });
});
