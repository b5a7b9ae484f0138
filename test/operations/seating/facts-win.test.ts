// Goal: after every change of the plan, seated parties keep their status, parties that lose a table
// get a free one or are named in the answer, no two parties have the same table, and no other party
// moves (rule F8).
import { describe, expect, test } from "bun:test";
import { setSettings } from "../../../src/operations/desk/set-settings.ts";
import { exportFloor } from "../../../src/operations/floor/export-floor.ts";
import { importFloor } from "../../../src/operations/floor/import-floor.ts";
import type { ShortFloor } from "../../support/floor.ts";
import { booked, openFloor, wish } from "../../support/floor-house.ts";
import { BISTRO, caller, EVENING, FRIDAY, HOUR, type House } from "../house.ts";

const operator = caller({ kind: "operator", principal: "operator" });

interface Plan {
  tables: { name: string; maxCovers: number; priority: number }[];
  combinations: { tables: string[] }[];
  blocks: object[];
}

const planOf = async (house: House): Promise<Plan> =>
  (await house.invoke(exportFloor, { brand: BISTRO }, operator)).structured["plan"] as Plan;

/** Imports the current plan with a change. Returns the names of the parties without a table. */
async function replan(house: House, change: (plan: Plan) => void): Promise<string[]> {
  const plan = await planOf(house);
  change(plan);
  const { structured } = await house.invoke(importFloor, { brand: BISTRO, plan }, operator);
  return (structured["lostTable"] as { name: string }[]).map(({ name }) => name);
}

const keep = (house: House, mode: string) =>
  house.invoke(setSettings, { brand: BISTRO, edit: { set: { "tables.mode": mode } } }, operator);

const tables = (house: House, id: string) => house.stored(id).tables.join();

const without =
  (...names: string[]) =>
  (plan: Plan): void => {
    plan.tables = plan.tables.filter(({ name }) => !names.includes(name));
  };

const shrink = (name: string, maxCovers: number) => (plan: Plan) => {
  for (const one of plan.tables) if (one.name === name) one.maxCovers = maxCovers;
};

const FOUR: ShortFloor = { areas: { Room: "1:2 2:2 3:2 4:2" } };

describe("a new plan", () => {
  test("gives a party that loses its table another one, names the party if none is free, and leaves seated parties alone", async () => {
    using house = openFloor(FOUR);
    const names = ["sits", "first", "second"].map((name) => ({ name }));
    const [sits, first, second] = [
      await booked(house, 2, "7:00 PM", names[0]),
      await booked(house, 2, "7:00 PM", names[1]),
      await booked(house, 2, "7:00 PM", names[2]),
    ];
    house.at = EVENING;
    await house.ok("mark_seated", { id: sits.id });
    await house.ok("mark_arrived", { id: first.id });
    expect(await replan(house, without("2", "3"))).toEqual(["second"]);
    expect([sits, first, second].map(({ id }) => tables(house, id))).toEqual([
      "table-1",
      "table-4",
      "",
    ]);
  });
  test("names seated parties at a removed table first, and moves none of them", async () => {
    using house = openFloor({ areas: { Room: "1:2 2:2 3:2" } });
    const sits = await booked(house, 2, "7:00 PM", { name: "sits" });
    const later = await booked(house, 2, "8:30 PM", { name: "later" });
    const other = await booked(house, 2, "8:30 PM", { name: "other" });
    house.at = EVENING;
    await house.ok("mark_seated", { id: sits.id });
    expect(await replan(house, without("1", "2"))).toEqual(["sits", "other"]);
    expect(house.stored(sits.id)).toMatchObject({ status: "seated", tables: [] });
    expect([later.id, other.id].map((id) => tables(house, id))).toEqual(["table-3", ""]);
  });
  test.each([
    ["their table becomes too small", shrink("1", 1)],
    ["another table changes", shrink("2", 3)],
  ])("leaves seated parties where they are if %s", async (_, change) => {
    using house = openFloor({ areas: { Room: "1:2 2:2" } });
    const { id } = await booked(house, 2);
    house.at = EVENING;
    await house.ok("mark_seated", { id });
    await house.ok("update_booking", { id, numberOfPeople: 4 });
    expect(await replan(house, change)).toEqual([]);
    expect(tables(house, id)).toBe("table-1");
  });
  test("that makes a table smaller gives its party a larger table", async () => {
    using house = openFloor({ areas: { Room: "1:4 2:6" } });
    const { id } = await booked(house, 4);
    expect(await replan(house, shrink("1", 3))).toEqual([]);
    expect(tables(house, id)).toBe("table-2");
  });
  test("without a combination gives the combination's party other tables, unless somebody chose that combination for the party", async () => {
    using house = openFloor({ areas: { Room: "1:2 2:2 3:2 4:2" }, joins: "1+2:3-4 3+4:3-4" });
    const auto = await booked(house, 4);
    const chosen = await booked(house, 4, "9:00 PM");
    await house.ok("assign_table", { id: chosen.id, tables: ["1", "2"] });
    const named = await replan(house, (plan) => {
      plan.combinations = plan.combinations.filter((one) => !one.tables.includes("1"));
    });
    expect(named).toEqual([]);
    expect([auto.id, chosen.id].map((id) => tables(house, id))).toEqual([
      "table-3,table-4",
      "table-1,table-2",
    ]);
  });
  test("with a block at a repeated hour changes nothing when it is imported again", async () => {
    using house = openFloor(FOUR);
    const from = Date.UTC(2026, 10, 1, 6, 30);
    const block = { id: "b", tables: ["table-1"], reason: "x", createdAt: 0, createdBy: "k" };
    house.stores.floors.addBlock(BISTRO, { ...block, from, to: from + HOUR });
    const plan = await planOf(house);
    const { structured } = await house.invoke(importFloor, { brand: BISTRO, plan }, operator);
    expect(structured).toMatchObject({ added: 0, changed: 0, archived: 0 });
  });
});

test("a party that wished for an area gets a table elsewhere if its table there is blocked", async () => {
  using house = openFloor({ areas: { Room: "1:2", Terrace: "T1:2" } });
  const { id } = await booked(house, 2, "7:00 PM", { area: "Terrace" });
  const rain = { date: FRIDAY, from: "5:00 PM", to: "11:00 PM", reason: "rain" };
  const { warnings } = await house.ok("block_tables", { tables: ["T1"], ...rain });
  expect([tables(house, id), warnings.length]).toEqual(["table-1", 0]);
});

describe("a brand that uses tables again", () => {
  test("gives no party a table that another party has meanwhile", async () => {
    using house = openFloor({ areas: { Room: "1:2 2:2" } });
    const seven = await booked(house, 2, "7:00 PM");
    const nine = await booked(house, 2, "9:00 PM");
    await keep(house, "off");
    await house.ok("update_booking", { id: seven.id, time: "9:00 PM" });
    await keep(house, "required");
    const both = [tables(house, seven.id), tables(house, nine.id)];
    expect(both.toSorted()).toEqual(["table-1", "table-2"]);
  });
  test("gives no party a table that no longer exists", async () => {
    using house = openFloor({ areas: { Room: "1:2 2:2" } });
    const { id } = await booked(house, 2);
    await keep(house, "off");
    await replan(house, without("1"));
    expect(tables(house, id)).toBe("table-1");
    await keep(house, "required");
    expect(tables(house, id)).toBe("table-2");
  });
  test("gives tables to waitlist offers, too", async () => {
    using house = openFloor({ areas: { Room: "1:2 2:2" } }, "off", { seats: 2, maxPartySize: 2 });
    const { reservation } = await house.ok("create_booking", wish(2));
    const phone = "+12127365001";
    await house.ok("add_to_waitlist", wish(2, "7:00 PM", { phone }));
    await house.ok("cancel_booking", { id: reservation.id as string });
    expect(house.stores.offers.liveOfPhone(phone)?.tables).toBe("");
    await keep(house, "required");
    expect(house.stores.offers.liveOfPhone(phone)?.tables).toBe("table-1");
  });
  test("moves no party on an evening on which all parties have tables", async () => {
    using house = openFloor({ areas: { Room: "1:2 2:2 3:2-3" }, joins: "1+2:4-4" }, "suggest");
    const placed = await booked(house, 2, "7:00 PM", { date: "Saturday, November 21, 2026" });
    const two = await booked(house, 2);
    await keep(house, "off");
    const four = await booked(house, 4);
    const large = await booked(house, 9, "7:00 PM", { date: "Sunday, November 22, 2026" });
    await keep(house, "required");
    expect([placed, two, four, large].map(({ id }) => tables(house, id))).toEqual([
      "table-1",
      "table-3",
      "table-1,table-2",
      "",
    ]);
  });
});
