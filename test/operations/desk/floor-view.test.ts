// Goal: the floor view of a service date shows the state of each table, its party and times, and
// the parties without a table. Method: a small floor over a real database, with the clock moved
// through an evening.
import { describe, expect, test } from "bun:test";
import { type FloorView, floorView } from "../../../src/operations/desk/floor-view.ts";
import { tableId } from "../../support/floor.ts";
import { booked, openFloor, SMALL } from "../../support/floor-house.ts";
import { ADA, DAY, EVENING, FRIDAY, HOUR, type House, MINUTE } from "../house.ts";
import { HOST, offerTo } from "./people.ts";

const TODAY = "2026-11-20";
const seen = async (house: House, date = TODAY) =>
  (await house.invoke(floorView, { date }, HOST)).structured as unknown as FloorView;
const tableIn = ({ tables }: FloorView, name: string) => tables.find((one) => one.name === name);

describe("the floor view", () => {
  test("lists tables by area, with their parties and times", async () => {
    using house = openFloor(SMALL);
    const four = await booked(house, 4);
    const view = await seen(house);
    expect(view.areas.map(({ name }) => name)).toEqual(["Room", "Terrace"]);
    expect(view.tables.map(({ name }) => name)).toEqual(["1", "2", "3", "T1"]);
    expect(view.parties).toMatchObject([
      { id: four.id, startsAt: EVENING, tables: [tableId("3")], pinned: false, noTable: false },
    ]);
  });

  test("shows a future date at its fullest moment", async () => {
    using house = openFloor(SMALL);
    await booked(house, 2, "6:00 PM");
    const { id } = await booked(house, 2, "7:00 PM");
    const view = await seen(house);
    expect(view.at).toBe(EVENING);
    const ofSeven = view.tables.filter(({ party }) => party === id);
    expect(ofSeven).toMatchObject([{ state: "due" }]);
  });

  test("shows the tables of today as they are now: seated or blocked", async () => {
    using house = openFloor({ areas: { Room: "1:2 2:2" } });
    const { id } = await booked(house, 2);
    house.at = EVENING;
    await house.ok("mark_seated", { id });
    const wet = { date: FRIDAY, from: "7:00 PM", to: "9:00 PM", reason: "wet paint" };
    await house.ok("block_tables", { tables: ["2"], ...wet });
    const view = await seen(house);
    const [first, second] = view.tables;
    expect([view.at, first?.state, first?.party]).toEqual([EVENING, "seated", id]);
    expect(second).toMatchObject({ state: "blocked", blocks: [{ reason: "wet paint" }] });
  });

  test("shows a party that has overstayed since the day before", async () => {
    using house = openFloor({ areas: { Room: "1:2" } });
    const { id } = await booked(house, 2);
    house.at = EVENING;
    await house.ok("mark_seated", { id });
    house.at = EVENING + DAY;
    const view = await seen(house, "2026-11-21");
    expect(view.parties).toMatchObject([{ id, status: "seated", leavesAt: EVENING + 90 * MINUTE }]);
    expect(tableIn(view, "1")?.party).toBe(id);
    expect(view.opens).toBeGreaterThan(EVENING + 12 * HOUR);
  });

  test("lists parties without a table", async () => {
    using house = openFloor({ areas: { Room: "1:2" } }, "suggest");
    await booked(house, 2);
    const { id } = await booked(house, 2);
    const without = (await seen(house)).parties.filter(({ noTable }) => noTable);
    expect(without).toMatchObject([{ id, tables: [] }]);
  });

  test("shows tables offered to waiting guests", async () => {
    using house = openFloor({ areas: { Room: "1:2" } });
    const offer = await offerTo(house, ADA, 2);
    const { parties } = await seen(house);
    expect(parties).toMatchObject([
      { id: offer.entryId, kind: "offer", name: "Wim", tables: [tableId("1")] },
    ]);
  });

  test("shows the tables of a closed day, too", async () => {
    using house = openFloor(SMALL, "required", { specialDays: { [TODAY]: { closed: true } } });
    const view = await seen(house);
    expect(view.tables).toHaveLength(4);
    expect(view.closes - view.opens).toBe(11 * HOUR);
  });
});
