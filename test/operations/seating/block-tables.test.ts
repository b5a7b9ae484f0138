// Goal: a block takes its tables from all parties that have them, names these parties and cancels
// none of them; a table that is freed goes to the waitlist.
import { describe, expect, test } from "bun:test";
import { booked, openFloor } from "../../support/floor-house.ts";
import { ADA, DAY, EVENING, FRIDAY, HOUR, type House } from "../house.ts";

interface Blocked {
  readonly blocks: readonly { readonly tables: string[]; readonly [field: string]: unknown }[];
  readonly affected: readonly { readonly id: string; readonly [field: string]: unknown }[];
  readonly changed: boolean;
  readonly warnings: readonly { readonly code: string }[];
}

const block = (house: House, tables: string[], change: object = {}) =>
  house.ok<Blocked>("block_tables", {
    tables,
    date: FRIDAY,
    from: "5:00 PM",
    to: "11:00 PM",
    reason: "leak",
    ...change,
  });

const TWO = { areas: { Room: "1:2 2:2" } };

describe("a block of tables", () => {
  test("of a booked table moves the party to another table; the start of the reservation stays the same", async () => {
    using house = openFloor(TWO);
    const { id, revision } = await booked(house, 2);
    const { blocks, affected, warnings } = await block(house, ["1"]);
    expect(blocks).toEqual([
      {
        id: expect.any(String),
        tables: ["1"],
        date: FRIDAY,
        from: "5:00 PM",
        to: "11:00 PM",
        timestamp: EVENING - 2 * HOUR,
        endTimestamp: EVENING + 4 * HOUR,
        reason: "leak",
      },
    ]);
    const party = { id, name: "Party of 2", date: FRIDAY, time: "7:00 PM", timestamp: EVENING };
    expect(affected).toEqual([{ ...party, from: ["1"], to: ["2"] }]);
    expect(warnings).toEqual([]);
    expect(house.stored(id)).toMatchObject({ startAt: EVENING, revision, status: "booked" });
    expect(house.stores.audit.ofReservation(id, 1)[0]).toMatchObject({
      operation: "move_table",
      after: { tables: ["table-2"], cause: "block_tables" },
    });
  });
  test("that ends on the next day is answered with both dates", async () => {
    using house = openFloor(TWO);
    const times = { date: FRIDAY, from: "11:00 PM", to: "10:00 PM", reason: "leak" };
    const { text } = await house.invoke("block_tables", { tables: ["1"], ...times });
    expect(text).toContain("11:00 PM on Friday, November 20, 2026 to 10:00 PM on Saturday,");
    const evening = await house.invoke("block_tables", {
      tables: ["2"],
      ...times,
      from: "5:00 PM",
    });
    expect(evening.text).toContain("5:00 PM on Friday, November 20, 2026 to 10:00 PM. Reason");
  });
  test("takes even a pinned table; the party stays booked even if no other table is free", async () => {
    using house = openFloor(TWO);
    const { id } = await booked(house, 2);
    await booked(house, 2);
    await house.ok("assign_table", { id, tables: ["1"] });
    const { affected, warnings } = await block(house, ["1"]);
    expect(affected).toMatchObject([{ id, to: [] }]);
    expect(warnings).toMatchObject([{ code: "TABLE_LOST", id, tables: ["1"] }]);
    expect(house.stored(id)).toMatchObject({ status: "booked", tables: [], tablePinned: false });
  });
  test("that is removed gives its tables back to the parties that lost them, not to waiting guests", async () => {
    using house = openFloor({ areas: { Room: "1:2" } });
    const { id } = await booked(house, 2);
    const later = await booked(house, 2, "9:00 PM");
    await house.ok("add_to_waitlist", {
      name: "Nora",
      phone: ADA,
      numberOfPeople: 2,
      date: FRIDAY,
      time: "7:00 PM",
    });
    await block(house, ["1"]);
    const { affected } = await block(house, ["1"], { remove: true });
    expect(affected).toMatchObject([
      { id, from: [], to: ["1"] },
      { id: later.id, from: [], to: ["1"] },
    ]);
    expect(house.stored(id)).toMatchObject({ tables: ["table-1"], tablePinned: false });
    expect(house.stores.audit.ofReservation(id, 1)[0]?.after["cause"]).toBe("free_table");
    expect(house.stores.waitlist.liveOffers("bistro", 0, EVENING + DAY, house.at)).toEqual([]);
  });
  test("takes the table of a seated party, but leaves the party seated", async () => {
    using house = openFloor(TWO);
    const { id } = await booked(house, 2);
    house.at = EVENING;
    await house.ok("mark_seated", { id });
    expect((await block(house, ["1"])).affected).toMatchObject([{ id, to: [] }]);
    expect(house.stored(id)).toMatchObject({ status: "seated", tables: [] });
  });
  test("keeps new parties away only for its own time", async () => {
    using house = openFloor({ areas: { Room: "1:2" } });
    await block(house, ["1"], { to: "8:00 PM" });
    const refused = await house.refused("create_booking", {
      name: "Ada",
      numberOfPeople: 2,
      date: FRIDAY,
      time: "7:00 PM",
    });
    expect(refused.code).toBe("TABLES_FULL");
    expect((await booked(house, 2, "8:00 PM")).tables).toEqual(["1"]);
  });
  test("that ends at an earlier time of day ends on the next day", async () => {
    using house = openFloor(TWO);
    const { blocks } = await block(house, ["1"], { from: "10:00 PM", to: "1:00 AM" });
    expect(blocks).toMatchObject([{ endTimestamp: EVENING + 6 * HOUR }]);
  });
  test("that exists already changes nothing if it is made again", async () => {
    using house = openFloor(TWO);
    await block(house, ["1", "2"]);
    const again = await block(house, ["2"]);
    expect([again.changed, again.blocks.length]).toEqual([false, 1]);
  });
  test("in a dry run names every affected party and moves none", async () => {
    using house = openFloor(TWO);
    const { id } = await booked(house, 2);
    expect((await block(house, ["1"], { dryRun: true })).affected).toMatchObject([{ id }]);
    expect(house.stored(id).tables).toEqual(["table-1"]);
  });
});

describe("freeing a blocked table", () => {
  test("ends the block and offers the table to the waitlist", async () => {
    using house = openFloor(TWO);
    await block(house, ["1"]);
    const freed = await block(house, ["1"], { remove: true });
    expect([freed.changed, freed.blocks]).toEqual([true, []]);
    expect(house.freed()).toEqual(["block_tables 5:00 PM-11:00 PM"]);
    expect((await block(house, ["1"], { remove: true })).changed).toBe(false);
  });
  test("for part of the time or some of the tables leaves the rest blocked", async () => {
    using house = openFloor(TWO);
    await block(house, ["1", "2"]);
    const freed = await block(house, ["1"], { from: "7:00 PM", to: "8:00 PM", remove: true });
    const left = freed.blocks.map(
      ({ tables, from, to }) => `${String(tables)} ${String(from)}-${String(to)}`,
    );
    expect(left.toSorted()).toEqual([
      "1 5:00 PM-7:00 PM",
      "1 8:00 PM-11:00 PM",
      "2 5:00 PM-11:00 PM",
    ]);
  });
});
