// Goal: a party that comes back after a cancellation or a no-show, or that a manager admits over a
// limit, gets a free table or none, but never the table of another party. Only a party that was
// marked done by mistake gets its own table back.
import { describe, expect, test } from "bun:test";
import { booked, type Mode, openFloor, wish } from "../../support/floor-house.ts";
import { BISTRO, caller, EVENING, type House, MINUTE } from "../house.ts";

const ONE = { areas: { Room: "1:2" } };
const TWO = { areas: { Room: "1:2 2:2" } };
const manager = caller({ kind: "session", roles: { [BISTRO]: "manager" } });
const override = { override: { reason: "regulars" } };

const tables = (house: House, id: string) => house.stored(id).tables;

/** A party that a manager cancels. Another party then gets its table. */
async function cancelled(house: House) {
  const { reservation } = await house.ok("create_booking", wish(2), manager, {});
  const id = reservation.id as string;
  await house.ok("cancel_booking", { id }, manager, {});
  const other = await booked(house, 2);
  expect(other.tables).toEqual(["1"]);
  return { id, other: other.id };
}

describe("a party whose cancellation is undone", () => {
  const ways: [string, Mode, object][] = [
    ["in mode suggest", "suggest", {}],
    ["by a manager's override", "required", override],
  ];
  test.each(ways)("%s gets another table", async (_, mode, desk) => {
    using house = openFloor(TWO, mode);
    const { id } = await cancelled(house);
    await house.ok("undo_last_change", { id }, manager, desk);
    expect(tables(house, id)).toEqual(["table-2"]);
  });
  test.each(ways)("%s gets no table if none is free", async (_, mode, desk) => {
    using house = openFloor(ONE, mode);
    const { id, other } = await cancelled(house);
    await house.ok("undo_last_change", { id }, manager, desk);
    expect([tables(house, id), tables(house, other)]).toEqual([[], ["table-1"]]);
  });
});

test.each(["suggest", "required"] as const)(
  "in mode %s, a no-show who comes later never gets a table that another party has",
  async (mode) => {
    using house = openFloor(mode === "suggest" ? ONE : TWO, mode);
    const { id } = await booked(house, 2);
    house.at = EVENING + 40 * MINUTE;
    await house.ok("mark_no_show", { id });
    const other = await booked(house, 2, "7:45 PM");
    expect(other.tables).toEqual(["1"]);
    const { reservation } = await house.ok("mark_arrived", { id });
    expect(reservation.tables).toEqual(mode === "suggest" ? [] : ["2"]);
  },
);

describe("a manager's override for a party too large for its chosen table", () => {
  const grown = async (house: House) => {
    const { id } = await booked(house, 2);
    await house.ok("assign_table", { id, tables: ["1"] });
    const four = { id, numberOfPeople: 4 };
    return (await house.ok("update_booking", four, manager, override)).reservation;
  };
  test("gives the party another table that is free", async () => {
    using house = openFloor({ areas: { Room: "1:2 2:4" } });
    expect(await grown(house)).toMatchObject({ tables: ["2"], tablePinned: false, flags: [] });
  });
  test("leaves the party without a table if none is free", async () => {
    using house = openFloor(TWO);
    const none = { tables: [], tablePinned: false, flags: ["no_table"] };
    expect(await grown(house)).toMatchObject(none);
  });
});

test("a party that was marked done by mistake gets its table back", async () => {
  using house = openFloor(TWO);
  const { id } = await booked(house, 2);
  house.at = EVENING;
  await house.ok("mark_seated", { id });
  await house.ok("mark_completed", { id });
  const next = await booked(house, 2, "7:15 PM");
  expect(next.tables).toEqual(["1"]);
  const { placement } = await house.ok("undo_last_change", { id });
  expect(tables(house, id)).toEqual(["table-1"]);
  expect(placement?.moves).toMatchObject([{ id: next.id, from: ["1"], to: ["2"] }]);
});
