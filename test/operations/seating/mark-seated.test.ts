// Goal: a seated party has the table at which it sits. Parties that had this table get another, or
// the answer names them. Their times stay the same, and an undo gives the tables back.
import { describe, expect, test } from "bun:test";
import type { WriteResult } from "../../../src/operations/reservation/wire.ts";
import { booked, openFloor } from "../../support/floor-house.ts";
import { EVENING, HOUR, type House, MINUTE } from "../house.ts";

const THREE = { areas: { Room: "1:2 2:2 3:2" } };
const TWO = { areas: { Room: "1:2 2:2" } };

const seat = (house: House, id: string, ...tables: string[]) =>
  house.ok("mark_seated", tables.length === 0 ? { id } : { id, tables });

/** An answer in words. */
const textOf = async (house: House, tool: string, input: object): Promise<string> =>
  (await house.invoke(tool, input)).text;

const codes = ({ warnings }: WriteResult): string[] => warnings.map(({ code }) => code);

describe("a party that is seated", () => {
  test("at its planned table keeps it, and no party moves", async () => {
    using house = openFloor(TWO);
    const { id } = await booked(house, 2);
    house.at = EVENING;
    const { reservation, placement, warnings } = await seat(house, id);
    expect(reservation).toMatchObject({ tables: ["1"], tablePinned: false, status: "seated" });
    expect([placement, warnings]).toEqual([null, []]);
  });
  test("at the table of another party takes it; the other party gets another table, and its history says why", async () => {
    using house = openFloor(THREE);
    const here = await booked(house, 2);
    const other = await booked(house, 2);
    house.at = EVENING;
    const { reservation, placement } = await seat(house, here.id, "2");
    expect(reservation).toMatchObject({ tables: ["2"], tablePinned: true });
    expect(placement).toEqual({
      why: "table 2: chosen by hand",
      moves: [{ id: other.id, name: other.name, from: ["2"], to: ["1"] }],
    });
    const moved = house.stored(other.id);
    expect(moved).toMatchObject({ startAt: EVENING, revision: other.revision });
    expect(house.stores.audit.ofReservation(other.id, 1)[0]).toMatchObject({
      operation: "move_table",
      actor: { kind: "system" },
      after: { madeRoomFor: here.id },
    });
  });
  test("at the table of another party takes it even if no other is free; the answer names the party without a table and its time", async () => {
    using house = openFloor(TWO);
    const here = await booked(house, 2, "7:00 PM");
    const later = await booked(house, 2, "8:00 PM");
    await booked(house, 2, "8:45 PM");
    expect(later.tables).toEqual(["2"]);
    house.at = EVENING;
    const answer = await seat(house, here.id, "2");
    expect(answer.placement?.moves).toMatchObject([{ id: later.id, from: ["2"], to: [] }]);
    expect(answer.warnings).toEqual([
      expect.objectContaining({
        code: "TABLE_LOST",
        id: later.id,
        timestamp: later.timestamp,
        tables: ["2"],
        message: expect.stringContaining("8:00 PM"),
      }),
    ]);
    const { reservation } = await house.ok("add_note", { id: later.id, note: "x" });
    expect(reservation).toMatchObject({ status: "booked", tables: [], flags: ["no_table"] });
  });
  test("at the table of a seated party takes it; the other party stays seated, and the answer names it first", async () => {
    using house = openFloor(THREE);
    const sitting = await booked(house, 2, "6:00 PM");
    const promised = await booked(house, 2, "7:45 PM");
    expect([sitting.tables, promised.tables]).toEqual([["1"], ["1"]]);
    const here = await booked(house, 2, "7:00 PM");
    house.at = EVENING - HOUR;
    await seat(house, sitting.id);
    house.at = EVENING;
    const answer = await seat(house, here.id, "1");
    expect(answer.placement?.moves).toMatchObject([
      { id: sitting.id, to: [] },
      { id: promised.id, to: ["2"] },
    ]);
    expect(codes(answer)).toEqual(["TABLE_LOST"]);
    expect(house.stored(sitting.id)).toMatchObject({ status: "seated", tables: [] });
  });
  test("takes the table even from a party that has arrived", async () => {
    using house = openFloor(THREE);
    const here = await booked(house, 2);
    const arrived = await booked(house, 2);
    house.at = EVENING;
    await house.ok("mark_arrived", { id: arrived.id });
    const { placement } = await seat(house, here.id, "2");
    expect(placement?.moves).toMatchObject([{ id: arrived.id, to: ["1"] }]);
  });
  test("at a table that is too small is marked as over the limit", async () => {
    using house = openFloor({ areas: { Room: "1:2 2:4" } });
    const { id } = await booked(house, 4);
    house.at = EVENING;
    const answer = await seat(house, id, "1");
    expect(codes(answer)).toEqual(["OVER_LIMIT"]);
    expect(answer.reservation).toMatchObject({ tables: ["1"], flags: ["over_limit"] });
  });
  test("can be moved to another table once seated", async () => {
    using house = openFloor(TWO);
    const { id } = await booked(house, 2);
    house.at = EVENING;
    await seat(house, id);
    const { reservation } = await seat(house, id, "2");
    expect(reservation).toMatchObject({ tables: ["2"], seatedAt: EVENING, status: "seated" });
    expect((await seat(house, id, "2")).changed).toBe(false);
  });
  test("at an unknown table is refused, and so is any table if tables are off", async () => {
    using house = openFloor({ areas: { Room: "Bar1:2 Bar2:2" } });
    const { id } = await booked(house, 2);
    house.at = EVENING;
    const { reasons } = await house.refused("mark_seated", { id, tables: ["Bat1"] });
    expect(reasons[0]).toMatchObject({ parameter: "tables", nearest: "Bar1" });
    using off = openFloor(TWO, "off");
    const party = await booked(off, 2);
    off.at = EVENING;
    const refused = await off.refused("mark_seated", { id: party.id, tables: ["1"] });
    expect(refused.code).toBe("INVALID_INPUT");
  });
});

test("a party that is seated late stays longer, and the next party at its table gets another", async () => {
  using house = openFloor(TWO);
  const late = await booked(house, 2, "7:00 PM");
  const next = await booked(house, 2, "8:45 PM");
  expect(next.tables).toEqual(late.tables);
  house.at = EVENING + 30 * MINUTE;
  const { placement } = await seat(house, late.id);
  expect(placement?.moves).toMatchObject([{ id: next.id, from: ["1"], to: ["2"] }]);
  expect(house.stored(next.id).startAt).toBe(next.timestamp);
});

test("a seated party that becomes too large for its table keeps the table, over the limit", async () => {
  using house = openFloor({ areas: { Room: "1:2 2:4" } });
  const { id } = await booked(house, 2);
  house.at = EVENING;
  await seat(house, id);
  const answer = await house.ok("update_booking", { id, numberOfPeople: 3 });
  expect(answer.reservation).toMatchObject({
    tables: ["1"],
    numberOfPeople: 3,
    flags: ["over_limit"],
  });
  expect(codes(answer)).toEqual(["OVER_LIMIT"]);
});

describe("the answers for a party without a table", () => {
  const FULL = { areas: { Room: "1:2" } };

  test("say so, and which tool gives it one", async () => {
    using house = openFloor(FULL, "suggest");
    await booked(house, 2);
    const { id } = await booked(house, 2);
    house.at = EVENING;
    expect(await textOf(house, "mark_arrived", { id })).toContain(
      "(no_table).\nThe stay has not moved: it is planned from 7:00 PM to 8:30 PM. mark_seated starts the stay.\n" +
        "This party has no table. assign_table gives it one.",
    );
    expect(await textOf(house, "mark_seated", { id })).toContain(
      "(no_table).\nSeated since 7:00 PM, the stay is planned until 8:30 PM.\n" +
        "This party has no table. assign_table gives it one.",
    );
  });
});

test("undoing a seating gives the table back to the party that sat there, even if that party stays a few minutes into the next reservation", async () => {
  using house = openFloor({ areas: { Room: "1:2 2:2" } });
  const sitting = await booked(house, 2, "5:30 PM");
  const here = await booked(house, 2, "5:30 PM");
  await booked(house, 2, "7:00 PM");
  await booked(house, 2, "7:00 PM");
  house.at = EVENING - 88 * MINUTE;
  await seat(house, sitting.id);
  await seat(house, here.id, ...sitting.tables);
  expect(house.stored(sitting.id).tables).toEqual([]);
  const { placement } = await house.ok("undo_last_change", { id: here.id });
  expect(house.stored(here.id).tables).toEqual(["table-2"]);
  expect(house.stored(sitting.id).tables).toEqual(["table-1"]);
  expect(placement?.moves).toMatchObject([{ id: sitting.id, to: sitting.tables }]);
});

test("a party that lost its table because another party stayed too long gets the table if it is seated after the other has left", async () => {
  using house = openFloor({ areas: { Room: "1:2" } });
  const first = await booked(house, 2, "5:30 PM");
  const next = await booked(house, 2, "7:00 PM");
  house.at = EVENING - 90 * MINUTE;
  await seat(house, first.id);
  house.at = EVENING + 12 * MINUTE;
  house.stores.reservations.setTables(next.id, [], false, 0);
  await house.ok("mark_completed", { id: first.id });
  const { reservation } = await seat(house, next.id);
  expect(reservation).toMatchObject({ tables: ["1"], flags: [] });
});
