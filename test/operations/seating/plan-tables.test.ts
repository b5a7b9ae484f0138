// Goal: plan_tables makes the moves that its dry run showed. It moves no party that is present,
// pinned or on another date, and never gives one table to two parties, even if hosts assign tables
// at the same time.
import { describe, expect, test } from "bun:test";
import type { DomainError } from "../../../src/domain/errors.ts";
import { booked, openFloor } from "../../support/floor-house.ts";
import { EVENING, FRIDAY, type House } from "../house.ts";

interface PlannedDay {
  readonly moves: readonly { readonly id: string; readonly [field: string]: unknown }[];
  readonly unplaced: readonly { readonly id: string; readonly [field: string]: unknown }[];
}

const planned = (house: House, change: object = {}) =>
  house.ok<PlannedDay>("plan_tables", { serviceDate: FRIDAY, ...change });

/** A party that lost its table. */
async function without(house: House, size: number, time?: string): Promise<string> {
  const { id } = await booked(house, size, time);
  house.stores.reservations.setTables(id, [], false, 0);
  return id;
}

describe("planning the tables of a date", () => {
  test("gives tables to parties without one, as the dry run showed", async () => {
    using house = openFloor({ areas: { Room: "1:2 2:4" } });
    const two = await without(house, 2);
    const four = await without(house, 4);
    const tried = await planned(house, { dryRun: true });
    expect(house.stored(four).tables).toEqual([]);
    const { moves, unplaced } = await planned(house);
    expect({ moves, unplaced }).toEqual({ moves: tried.moves, unplaced: tried.unplaced });
    expect(moves.toSorted((a) => (a.id === four ? -1 : 1))).toEqual([
      { id: four, name: "Party of 4", from: [], to: ["2"] },
      { id: two, name: "Party of 2", from: [], to: ["1"] },
    ]);
    expect((await planned(house)).moves).toEqual([]);
  });
  test("names parties for which no table is possible, with their time", async () => {
    using house = openFloor({ areas: { Room: "1:2" } });
    const id = await without(house, 2);
    await booked(house, 2);
    expect((await planned(house)).unplaced).toEqual([
      {
        id,
        name: "Party of 2",
        numberOfPeople: 2,
        date: FRIDAY,
        time: "7:00 PM",
        timestamp: EVENING,
      },
    ]);
    const { text } = await house.invoke("plan_tables", { serviceDate: "2026-11-20" });
    expect(text).toBe(
      `Nobody has to move.\nNo table: Party of 2, party of 2, 7:00 PM (${id}). ` +
        "assign_table gives them another table, update_booking another time.",
    );
  });
  test("moves other parties if that makes room, except parties with a chosen table", async () => {
    using house = openFloor({ areas: { Room: "1:2 2:2 3:2-3" }, joins: "1+2:4-4" });
    const { id } = await booked(house, 2);
    const four = await booked(house, 4);
    house.stores.reservations.setTables(four.id, [], false, 0);
    house.stores.reservations.setTables(id, ["table-1"], true, 0);
    expect((await planned(house)).unplaced).toMatchObject([{ id: four.id }]);
    await house.ok("assign_table", { id, tables: "auto" });
    house.stores.reservations.setTables(id, ["table-1"], false, 0);
    expect((await planned(house)).moves).toHaveLength(2);
    expect(house.stored(id).tables).toEqual(["table-3"]);
  });
  test("moves no party that is present or on another date", async () => {
    using house = openFloor({ areas: { Room: "1:2 2:2" } });
    const other = await booked(house, 2, "7:00 PM", { date: "2026-11-21" });
    const here = await booked(house, 2);
    house.stores.reservations.setTables(other.id, [], false, 0);
    house.at = EVENING;
    await house.ok("mark_seated", { id: here.id });
    expect(await planned(house)).toMatchObject({ moves: [], unplaced: [] });
    expect(house.stored(here.id).tables).toEqual(["table-1"]);
  });
  test("is refused if tables are off", async () => {
    using house = openFloor({ areas: { Room: "1:2" } }, "off");
    const { code } = await house.refused("plan_tables", { serviceDate: FRIDAY });
    expect(code).toBe("INVALID_INPUT");
  });
});

test("two hosts and plan_tables at the same time never give one table to two parties", async () => {
  using house = openFloor({ areas: { Room: "1:2 2:2 3:2" } });
  const one = await booked(house, 2);
  const other = await booked(house, 2);
  const third = await without(house, 2);
  const [first, second, plan] = await Promise.allSettled([
    house.ok("assign_table", { id: one.id, tables: ["3"] }),
    house.ok("assign_table", { id: other.id, tables: ["3"] }),
    planned(house),
  ]);
  expect([first?.status, second?.status, plan?.status]).toEqual([
    "fulfilled",
    "rejected",
    "fulfilled",
  ]);
  const refusal = second as PromiseRejectedResult;
  expect((refusal.reason as DomainError).code).toBe("TABLE_TAKEN");
  const tables = [one.id, other.id, third].map((id) => house.stored(id).tables[0]);
  expect(tables).toEqual(["table-3", "table-2", "table-1"]);
});

test("plan_tables lets a party keep its table even if the party before it overstays", async () => {
  using house = openFloor({ areas: { Room: "1:2" } });
  const stays = await booked(house, 2);
  const next = await booked(house, 2, "8:30 PM");
  house.at = EVENING;
  await house.ok("mark_seated", { id: stays.id });
  house.at = next.timestamp;
  expect(await planned(house)).toMatchObject({ moves: [], unplaced: [] });
  expect(house.stored(next.id).tables).toEqual(["table-1"]);
});
