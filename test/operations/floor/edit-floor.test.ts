// Goal: a manager sets up tables in one step and then edits the plan in small steps; every mistake
// is named. Method: edits over a real database, and the plan read back.
import { describe, expect, test } from "bun:test";
import { editFloor } from "../../../src/operations/floor/edit-floor.ts";
import { floorPlan } from "../../../src/operations/floor/floor-plan.ts";
import { makeTables } from "../../../src/operations/floor/make-tables.ts";
import { sayReason } from "../../../src/words/render.ts";
import { booked, openFloor } from "../../support/floor-house.ts";
import { HOST, MANAGER } from "../desk/people.ts";
import { type House, openHouse, PLAIN } from "../house.ts";

interface Plan {
  readonly areas: readonly { readonly name: string }[];
  readonly tables: readonly { readonly name: string; readonly [field: string]: unknown }[];
  readonly combinations: readonly { readonly tables: readonly string[] }[];
}
const planOf = async (house: House): Promise<Plan> =>
  (await house.invoke(floorPlan, {}, MANAGER)).structured["plan"] as Plan;
const edit = (house: House, input: object) => house.invoke(editFloor, input, MANAGER);
const refused = async (house: House, input: object) =>
  (await house.refused(editFloor, input, MANAGER)).reasons
    .map((one) => sayReason(one, "host"))
    .join(" ");
const TABLE = { area: "Room", minCovers: 1, maxCovers: 2 };

describe("the first tables", () => {
  test("are made from the number of tables of each size, and replace the limit on seats", async () => {
    using house = openHouse({ ...PLAIN, seats: 30 });
    await house.invoke(makeTables, { twos: 2, fours: 1 }, MANAGER);
    const { tables, areas } = await planOf(house);
    expect(areas).toMatchObject([{ name: "Dining room" }]);
    expect(tables).toMatchObject([
      { name: "1", minCovers: 1, maxCovers: 2, x: 0, y: 0 },
      { name: "2", minCovers: 1, maxCovers: 2, x: 3, y: 0 },
      { name: "3", minCovers: 2, maxCovers: 4, x: 0, y: 4 },
    ]);
    const settings = house.stores.brands.get("bistro")?.settings;
    expect([settings?.seats, settings?.tables.mode]).toEqual([null, "required"]);
  });

  test("are assigned to all existing reservations", async () => {
    using house = openHouse();
    const id = await house.book({ numberOfPeople: 2 });
    await house.invoke(makeTables, { twos: 1 }, MANAGER);
    expect(house.stored(id).tables).toHaveLength(1);
  });

  test.each([
    ["if no number is entered", {}, "Enter the number of tables"],
    ["if there are tables already", { twos: 1 }, "There are 4 tables already"],
  ])("are refused %s, and the refusal says what to do instead", async (_name, input, sentence) => {
    using house = openFloor();
    const { reasons } = await house.refused(makeTables, input, MANAGER);
    expect(reasons.map((one) => sayReason(one, "host")).join()).toContain(sentence);
  });

  test("can be made and changed by managers only", async () => {
    using house = openHouse();
    for (const operation of [makeTables, editFloor]) {
      expect((await house.refused(operation, {}, HOST)).code).toBe("FORBIDDEN_TOOL");
    }
  });
});

describe("an edit of the floor plan", () => {
  test("can add a table, an area and a combination", async () => {
    using house = openFloor({ areas: { Room: "1:2" } });
    await edit(house, { area: { name: "Terrace" } });
    await edit(house, { table: { ...TABLE, name: "T1", area: "Terrace" } });
    await edit(house, { combination: { tables: ["1", "T1"], minCovers: 3, maxCovers: 4 } });
    const plan = await planOf(house);
    expect(plan.areas.map(({ name }) => name)).toEqual(["Room", "Terrace"]);
    expect(plan.tables.map(({ name }) => name)).toEqual(["1", "T1"]);
    expect(plan.combinations).toMatchObject([{ tables: ["1", "T1"] }]);
  });

  test("can rename a table, and its parties keep the table", async () => {
    using house = openFloor({ areas: { Room: "1:2" } });
    const { id } = await booked(house, 2);
    await edit(house, { table: { ...TABLE, was: "1", name: "Window" } });
    expect((await planOf(house)).tables.map(({ name }) => name)).toEqual(["Window"]);
    const { reservation } = await house.ok("get_booking", { id });
    expect(reservation).toMatchObject({ tables: ["Window"] });
  });

  test("that removes a table moves its parties, or names those that get no table", async () => {
    using house = openFloor({ areas: { Room: "1:2 2:2" } });
    const { id } = await booked(house, 2);
    const removed = await edit(house, { remove: { kind: "table", name: "1" } });
    expect(removed.structured).toMatchObject({ archived: 1, lostTable: [] });
    expect(house.stored(id).tables).toEqual(["table-2"]);
    const tried = await edit(house, { remove: { kind: "table", name: "2" }, dryRun: true });
    expect(tried.structured).toMatchObject({ lostTable: [{ id }], dryRun: true });
    expect(house.stored(id).tables).toEqual(["table-2"]);
  });

  test("of the party sizes of a combination changes nothing else about the combination", async () => {
    using house = openFloor();
    const rest = { priority: 2, bookable: "desk", extraMinutes: 20, enabled: false };
    const tables = ["1", "2"];
    await edit(house, { combination: { tables, minCovers: 3, maxCovers: 5, ...rest } });
    await edit(house, { combination: { tables: ["2", "1"], minCovers: 4, maxCovers: 6 } });
    const { combinations } = await planOf(house);
    expect(combinations).toMatchObject([{ minCovers: 4, maxCovers: 6, ...rest }]);
  });

  test("can move several tables on the plan, and no party loses its table", async () => {
    using house = openFloor({ areas: { Room: "1:2 2:2", Bar: "B3:2" } });
    const { id } = await booked(house, 2);
    await edit(house, { places: ["-2 7 1", "4 0 b3"] });
    expect((await planOf(house)).tables).toMatchObject([
      { name: "1", x: -2, y: 7 },
      { name: "2", x: null, y: null },
      { name: "B3", x: 4, y: 0 },
    ]);
    expect(house.stored(id).tables).toEqual(["table-1"]);
    expect(await refused(house, { places: ["0 0 1", "4 0 9"] })).toContain("9");
    expect(await refused(house, { places: ["left 1"] })).toContain('"4 0 T1"');
    expect((await planOf(house)).tables).toMatchObject([{ x: -2, y: 7 }, {}, {}]);
  });

  test("can close an area for a time and reopen it: its parties lose their tables and get them back", async () => {
    using house = openFloor({ areas: { Terrace: "T1:2", Bar: "B3:6" } });
    const { id } = await booked(house, 2);
    const { id: large } = await booked(house, 6);
    const close = { area: "terrace", from: "2026-11-20T12:00", to: "2026-11-22T02:00" };
    const { structured } = await edit(house, { close });
    expect(structured).toMatchObject({ changed: 1, lostTable: [{ id }] });
    expect((await planOf(house)).areas).toMatchObject([
      { name: "Terrace", closed: [{ from: close.from, to: close.to }] },
      { name: "Bar", closed: [] },
    ]);
    await edit(house, { close });
    await edit(house, { reopen: close });
    expect((await planOf(house)).areas).toMatchObject([{ closed: [] }, { closed: [] }]);
    expect([id, large].map((one) => house.stored(one).tables)).toEqual([
      ["table-T1"],
      ["table-B3"],
    ]);
  });

  test("that removes a table also removes its combinations", async () => {
    using house = openFloor();
    await edit(house, { remove: { kind: "table", name: "2" } });
    expect((await planOf(house)).combinations).toEqual([]);
  });

  test("can remove a combination by the names of its tables", async () => {
    using house = openFloor();
    await edit(house, { remove: { kind: "combination", name: "1 + 2" } });
    expect((await planOf(house)).combinations).toEqual([]);
  });

  test.each([
    ["a second table of the same name", { table: { ...TABLE, name: "1" } }, "1"],
    ["a table in an unknown area", { table: { ...TABLE, name: "9", area: "Rom" } }, "Room"],
    [
      "a closing that ends before it begins",
      { close: { area: "Room", from: "2026-12-24T12:00", to: "2026-12-24T11:00" } },
      "Thu Dec 24 at 11:00 AM",
    ],
    [
      "a closing of an unknown area",
      { close: { area: "Rom", from: "2026-12-24T12:00", to: "2026-12-24T13:00" } },
      "Room",
    ],
    [
      "a smallest party size above the largest",
      { table: { ...TABLE, name: "9", minCovers: 5 } },
      "5",
    ],
    [
      "a new name that another table has",
      { table: { ...TABLE, was: "1", name: "2" } },
      "Choose another name",
    ],
    [
      "a change of a table that does not exist",
      { table: { ...TABLE, was: "33", name: "33" } },
      "no table",
    ],
    [
      "the removal of a table that does not exist",
      { remove: { kind: "table", name: "33" } },
      "no table",
    ],
    ["the removal of an area with tables", { remove: { kind: "area", name: "Room" } }, "Room"],
  ])("with %s is refused, and nothing changes", async (_name, input, words) => {
    using house = openFloor();
    const before = await planOf(house);
    expect(await refused(house, input)).toContain(words);
    expect(await planOf(house)).toEqual(before);
  });
});
