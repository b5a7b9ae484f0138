// Goal: an import makes the floor equal to the plan, and importing an exported plan changes
// nothing; future parties keep a table or are named.
import { describe, expect, test } from "bun:test";
import type { Caller } from "../../../src/domain/caller.ts";
import { setSettings } from "../../../src/operations/desk/set-settings.ts";
import { exportFloor } from "../../../src/operations/floor/export-floor.ts";
import { importFloor } from "../../../src/operations/floor/import-floor.ts";
import { ADA, BISTRO, caller, FRIDAY, type House, openHouse, PLAIN } from "../house.ts";

const operator: Caller = caller({ kind: "operator", principal: "operator" });
const table = (name: string, maxCovers = 2, more: object = {}) => ({
  name,
  area: "Room",
  minCovers: 1,
  maxCovers,
  ...more,
});
const PLAN = {
  areas: [{ name: "Room" }, { name: "Terrace", bookable: "desk" }],
  tables: [table("1"), table("2"), table("T1", 4, { area: "Terrace", x: 3, y: 4, shape: "round" })],
  combinations: [{ tables: ["1", "2"], minCovers: 3, maxCovers: 4, extraMinutes: 15 }],
  blocks: [
    { tables: ["T1"], from: "2026-12-24T12:00", to: "2026-12-24T23:00", reason: "Heater broken" },
  ],
};

const put = async (house: House, plan: object, dryRun = false) =>
  (await house.invoke(importFloor, { brand: BISTRO, plan, dryRun }, operator)).structured;
const exported = async (house: House) =>
  (await house.invoke(exportFloor, { brand: BISTRO }, operator)).structured["plan"] as object;
const NOTHING = { added: 0, changed: 0, archived: 0, lostTable: [], dryRun: false };

describe("an imported plan", () => {
  test("that was exported changes nothing", async () => {
    using house = openHouse();
    expect(await put(house, PLAN)).toEqual({ ...NOTHING, added: 7 });
    const plan = await exported(house);
    expect(plan).toMatchObject(PLAN);
    expect(await put(house, plan)).toEqual(NOTHING);
    expect(await exported(house)).toEqual(plan);
  });
  test.each([
    ["from", "2026-12-24T13:00"],
    ["to", "2026-12-24T22:00"],
    ["reason", "Painted"],
    ["tables", ["1"]],
  ])("with another value for `%s` of a block changes the block", async (field, value) => {
    using house = openHouse();
    await put(house, PLAN);
    const blocks = PLAN.blocks.map((one) => ({ ...one, [field]: value }));
    expect(await put(house, { ...PLAN, blocks })).toEqual({ ...NOTHING, added: 1, archived: 1 });
    expect(await exported(house)).toMatchObject({ blocks });
  });
  test("without a table archives that table, and a later plan with its name restores it", async () => {
    using house = openHouse();
    await put(house, PLAN);
    const [before] = house.stores.floors.get(BISTRO).tables.filter(({ name }) => name === "1");
    const smaller = { ...PLAN, tables: PLAN.tables.slice(1), combinations: [] };
    expect(await put(house, smaller)).toMatchObject({ archived: 2, changed: 0 });
    expect(await put(house, PLAN)).toMatchObject({ added: 1, changed: 1 });
    const [after] = house.stores.floors.get(BISTRO).tables.filter(({ name }) => name === "1");
    expect(after).toEqual(before as NonNullable<typeof before>);
  });
  test("in a dry run gives the same answer and changes nothing", async () => {
    using house = openHouse();
    expect(await put(house, PLAN, true)).toEqual({ ...NOTHING, added: 7, dryRun: true });
    expect(house.stores.floors.get(BISTRO).tables).toEqual([]);
  });
  test("with a contradiction is refused, and nothing is written", async () => {
    using house = openHouse();
    const input = { brand: BISTRO, plan: { ...PLAN, areas: [] } };
    const refused = await house.refused(importFloor, input, operator);
    expect(refused.reasons.map(({ kind }) => kind)).toEqual(Array(3).fill("INVALID_INPUT.plan"));
    expect(house.stores.floors.get(BISTRO).areas).toEqual([]);
  });
  test("with wrong types and contradictions is refused with all of them", async () => {
    using house = openHouse();
    const plan = {
      areas: [{ name: "Room", bookable: "never" }, { name: "ROOM" }],
      tables: [
        table("1", 2, { minCovers: 3, priority: 99 }),
        { area: "Rom", minCovers: "1", maxCovers: 2 },
        { ...table("3"), name: 3 },
        table("4", 2, { area: false }),
      ],
      combinations: [
        { tables: ["1", "9"], minCovers: 1 },
        { tables: ["1", "3"], minCovers: 5, maxCovers: 4, extraMinutes: -1 },
        "4 + 5",
      ],
      blocks: [{ tables: 1, from: "2026-12-24T12:00", to: "2026-12-24T11:00", reason: "leak" }],
    };
    const refused = await house.refused(importFloor, { brand: BISTRO, plan, dry: 1 }, operator);
    expect(refused.reasons.map(({ parameter }) => parameter)).toEqual([
      "dry",
      "plan.areas.0.bookable",
      "plan.tables.0.priority",
      "plan.tables.1.name",
      "plan.tables.1.minCovers",
      "plan.tables.2.name",
      "plan.tables.3.area",
      "plan.combinations.0.maxCovers",
      "plan.combinations.1.extraMinutes",
      "plan.combinations.2",
      "plan.blocks.0.tables",
      "plan.areas[1]",
      "plan.tables[1].area",
      "plan.tables[0]",
      "plan.combinations[1]",
      "plan.combinations[0].tables",
      "plan.blocks[0]",
    ]);
  });
  test.each([
    ["tables", ["plan.tables"]],
    ["areas", ["plan.areas"]],
    ["combinations", ["plan.combinations"]],
  ])("whose %s are not a list is refused for that reason only", async (list, parameters) => {
    using house = openHouse();
    const input = { brand: BISTRO, plan: { ...PLAN, [list]: 5 } };
    const refused = await house.refused(importFloor, input, operator);
    expect(refused.reasons.map(({ parameter }) => parameter)).toEqual(parameters);
  });
  test("is accepted from the operator only", async () => {
    using house = openHouse();
    const input = { brand: BISTRO, plan: PLAN };
    expect((await house.refused(importFloor, input)).code).toBe("FORBIDDEN_TOOL");
  });
});

describe("switching on or importing tables", () => {
  const booked = async (house: House, numberOfPeople: number): Promise<string> =>
    house.book({ numberOfPeople, name: `Party of ${numberOfPeople}` });
  const tablesOf = (house: House, id: string) => house.stored(id).tables.length;
  const keep = (house: House, mode: string) =>
    house.invoke(setSettings, { brand: BISTRO, edit: { set: { "tables.mode": mode } } }, operator);

  test("gives existing reservations tables, and names parties without a table", async () => {
    using house = openHouse({ ...PLAIN, seats: null, maxPartySize: 20 });
    await put(house, PLAN);
    const ids = [await booked(house, 2), await booked(house, 2), await booked(house, 7)];
    const { structured } = await keep(house, "required");
    expect(ids.map((id) => tablesOf(house, id))).toEqual([1, 1, 0]);
    expect(structured["warnings"]).toEqual([
      {
        message:
          '2 upcoming reservations have a table now. 1 has no table and stays booked, marked "no table": ' +
          "Party of 7, party of 7, Fri Nov 20 at 7:00 PM.",
      },
    ]);
    const [, , seven = ""] = ids;
    const [one, two] = ids.slice(0, 2).sort();
    expect(structured["tables"]).toEqual({
      moves: [
        { id: one, name: "Party of 2", from: [], to: ["1"] },
        { id: two, name: "Party of 2", from: [], to: ["2"] },
      ],
      unplaced: [
        {
          id: seven,
          name: "Party of 7",
          numberOfPeople: 7,
          date: "Friday, November 20, 2026",
          time: "7:00 PM",
          timestamp: house.stored(seven).startAt,
        },
      ],
    });
    expect((await keep(house, "suggest")).structured["tables"]).toBeNull();
  });
  test("gives a party whose table no longer exists another table, or names the party", async () => {
    using house = openHouse({ ...PLAIN, seats: null, tables: { mode: "required" } });
    const plan = {
      ...PLAN,
      combinations: [],
      blocks: [],
      tables: [table("1"), table("2"), table("3")],
    };
    await put(house, plan);
    const ids = [await booked(house, 2), await booked(house, 2)];
    const gone = house.stored(ids[0] as string).tables;
    expect(gone).toHaveLength(1);
    expect(await put(house, { ...plan, tables: [table("2"), table("3")] })).toMatchObject({
      lostTable: [],
    });
    expect(house.stored(ids[0] as string).tables).not.toEqual(gone);
    const { lostTable } = (await put(house, { ...plan, tables: [table("2")], blocks: [] })) as {
      lostTable: { name: string; date: string; time: string }[];
    };
    expect(lostTable).toHaveLength(1);
    expect(lostTable[0]).toMatchObject({ name: "Party of 2", time: "7:00 PM" });
  });
  test("gives a new table to a party without one, not to a waiting guest", async () => {
    using house = openHouse({ ...PLAIN, seats: null, tables: { mode: "required" } });
    const plan = { areas: [{ name: "Room" }], tables: [table("1"), table("2")] };
    await put(house, plan);
    const ids = [await booked(house, 2), await booked(house, 2)];
    await house.ok("add_to_waitlist", {
      name: "Nora",
      phone: ADA,
      numberOfPeople: 2,
      date: FRIDAY,
      time: "7:00 PM",
    });
    await put(house, { ...plan, tables: [table("1")] });
    expect(ids.filter((id) => tablesOf(house, id) === 0)).toHaveLength(1);
    await put(house, { ...plan, tables: [table("1"), table("3")] });
    expect(ids.map((id) => tablesOf(house, id))).toEqual([1, 1]);
  });
  test("gives a warning while the plan has no tables", async () => {
    using house = openHouse();
    const { structured } = await keep(house, "required");
    expect(JSON.stringify(structured)).toContain("no tables on the plan yet");
  });
});
