// Goal: parties get tables as the setting tables.mode says, and answers say which table and why.
import { describe, expect, test } from "bun:test";
import type { ShortFloor } from "../../support/floor.ts";
import { booked, openFloor, wish } from "../../support/floor-house.ts";
import { BISTRO, caller, FRIDAY, HOUR, type House, NOW } from "../house.ts";

const seated = async (house: House, size: number, time?: string, change?: object) => {
  const { reservation } = await house.ok("create_booking", wish(size, time, change));
  return reservation;
};

describe("a booking in a restaurant with tables", () => {
  test("gets the smallest free table that fits, and the answer says why", async () => {
    using house = openFloor();
    const { reservation, placement } = await house.ok("create_booking", wish(2));
    expect(reservation).toMatchObject({ tables: ["1"], area: "Room", tablePinned: false });
    expect(placement).toEqual({ why: expect.stringContaining("table 1: "), moves: [] });
  });
  test("is not limited by tables in mode off, however few there are", async () => {
    using house = openFloor({ areas: { Room: "1:2" } }, "off");
    for (const size of [2, 6, 9]) {
      const { reservation, placement } = await house.ok("create_booking", wish(size));
      expect(reservation).toMatchObject({ tables: [], area: null, flags: [] });
      expect(placement).toBeNull();
    }
  });
  test("is refused in mode required if every table is taken, and the first free time is suggested", async () => {
    using house = openFloor({ areas: { Room: "1:2 2:2" } });
    await seated(house, 2);
    await seated(house, 2);
    const { code, reasons, suggestions } = await house.refused("create_booking", wish(2));
    expect(code).toBe("TABLES_FULL");
    expect(reasons[0]).toMatchObject({ places: 2, pinned: 0 });
    const [first] = suggestions;
    expect(first?.time).toBe("5:30 PM");
    await house.ok("create_booking", wish(2, first?.time));
  });
  test("is accepted without a table in mode suggest", async () => {
    using house = openFloor({ areas: { Room: "1:2" } }, "suggest");
    await seated(house, 2);
    expect(await seated(house, 2)).toMatchObject({ tables: [], flags: ["no_table"] });
  });
  test("takes all tables of a combination", async () => {
    using house = openFloor({ areas: { Room: "1:2 2:2" }, joins: "1+2:3-4" });
    expect((await seated(house, 4)).tables.toSorted()).toEqual(["1", "2"]);
    expect((await house.refused("create_booking", wish(2))).code).toBe("TABLES_FULL");
  });
  test("is refused without suggestions if the party is too large for every table", async () => {
    using house = openFloor();
    const { code, reasons, suggestions } = await house.refused("create_booking", wish(9));
    expect([code, suggestions.length]).toEqual(["TABLES_FULL", 0]);
    expect(reasons[0]).toMatchObject({ places: 0 });
  });
  test("gets a table only in the area that it names", async () => {
    using house = openFloor();
    expect(await seated(house, 2, "7:00 PM", { area: "terrace" })).toMatchObject({
      tables: ["T1"],
      area: "Terrace",
    });
    const full = await house.refused("create_booking", wish(2, "7:00 PM", { area: "Terrace" }));
    expect(full.code).toBe("TABLES_FULL");
    const wrong = await house.refused("create_booking", wish(2, "7:00 PM", { area: "Terrase" }));
    expect(wrong.reasons[0]).toMatchObject({ parameter: "area", nearest: "Terrace" });
  });
  test("as a dry run says which table it would get, and takes none", async () => {
    using house = openFloor({ areas: { Room: "1:2" } });
    expect(await seated(house, 2, "7:00 PM", { dryRun: true })).toMatchObject({ tables: ["1"] });
    expect(await seated(house, 2)).toMatchObject({ tables: ["1"] });
  });
});

describe("making room by moving a party", () => {
  /** A party of two at table 1 or 2 can move to table 3, so that a party of four gets 1 and 2. */
  const CHAIN: ShortFloor = { areas: { Room: "1:2 2:2 3:2-3" }, joins: "1+2:4-4" };

  async function full(house: House): Promise<string[]> {
    const first = await seated(house, 2);
    return [first.id as string, ...first.tables];
  }

  test("keeps the party's time, and the answer lists the move", async () => {
    using house = openFloor(CHAIN);
    const [id = "", table] = await full(house);
    const before = house.stored(id);
    const { reservation, placement } = await house.ok("create_booking", wish(4));
    expect(reservation.tables.toSorted()).toEqual(["1", "2"]);
    expect(placement?.moves).toEqual([
      { id, name: "Party of 2", from: [table as string], to: ["3"] },
    ]);
    const after = house.stored(id);
    expect(after).toMatchObject({ startAt: before.startAt, revision: before.revision });
    expect(house.stores.audit.ofReservation(id, 1)[0]).toMatchObject({
      operation: "move_table",
      actor: { kind: "system" },
      after: { madeRoomFor: reservation.id },
    });
  });
  test("does not move a party that starts within the freeze time", async () => {
    using house = openFloor(CHAIN);
    await full(house);
    house.at = NOW + 3 * 24 * HOUR + 6.5 * HOUR;
    expect((await house.refused("create_booking", wish(4))).code).toBe("TABLES_FULL");
  });
  test("does not replace the party's last change, which can still be undone", async () => {
    using house = openFloor(CHAIN);
    const [id = ""] = await full(house);
    await house.ok("add_note", { id, note: "window" });
    await house.ok("create_booking", wish(4));
    const undone = await house.ok("undo_last_change", { id });
    expect(undone.reservation).toMatchObject({ notes: "", tables: ["3"] });
  });
});

describe("a change of a reservation with a table", () => {
  test("keeps the table if it still fits", async () => {
    using house = openFloor();
    const { id, tables } = await seated(house, 3);
    const changed = await house.ok("update_booking", { id, numberOfPeople: 4 });
    expect(changed.reservation.tables).toEqual(tables);
    const smaller = await house.ok("update_booking", { id, numberOfPeople: 1, time: "8:00 PM" });
    expect(smaller.reservation.tables).toEqual(tables);
  });
  test("to a size too large for the table finds another table", async () => {
    using house = openFloor();
    const { id } = await seated(house, 2);
    const { reservation } = await house.ok("update_booking", { id, numberOfPeople: 4 });
    expect(reservation.tables).toEqual(["3"]);
  });
  test('of the area moves the party to that area; "any" lets it stay', async () => {
    using house = openFloor();
    const { id } = await seated(house, 2);
    const there = await house.ok("update_booking", { id, area: "Terrace" });
    expect(there.reservation).toMatchObject({ tables: ["T1"], area: "Terrace" });
    const anywhere = await house.ok("update_booking", { id, area: "any" });
    expect(anywhere.reservation).toMatchObject({ tables: ["T1"], area: "Terrace" });
    expect(house.stored(id as string).area).toBeNull();
  });
  test("can be undone only if a table is free for the party", async () => {
    using house = openFloor({ areas: { Room: "1:2" } });
    const { id } = await seated(house, 2);
    await house.ok("cancel_booking", { id });
    const other = await seated(house, 2);
    expect(other.tables).toEqual(["1"]);
    expect((await house.refused("undo_last_change", { id })).code).toBe("SLOT_REUSED");
    await house.ok("cancel_booking", { id: other.id });
    const back = await house.ok("undo_last_change", { id });
    expect(back.reservation.tables).toEqual(["1"]);
  });
});

test("a manager's override books without a table only if none is free", async () => {
  using house = openFloor({ areas: { Room: "1:2" } });
  const host = caller({ kind: "session", roles: { [BISTRO]: "manager" } });
  const desk = { override: { reason: "regulars" } };
  const first = await house.ok("create_booking", wish(2), host, desk);
  expect(first.reservation.tables).toEqual(["1"]);
  const second = await house.ok("create_booking", wish(2), host, desk);
  expect(second.reservation).toMatchObject({ tables: [], flags: ["no_table"] });
});

describe("availability of tables", () => {
  const slotAt = (slots: { time: string }[]) => slots.find(({ time }) => time === "7:00 PM");
  test("is given by area and by size", async () => {
    using house = openFloor();
    const asked = { date: FRIDAY, numberOfPeople: 2 };
    const free = await house.ok<{ slots: { time: string }[] }>("check_availability", asked);
    expect(slotAt(free.slots)).toMatchObject({ state: "open", areas: ["Room", "Terrace"] });
    const date = { date: "2026-11-20", numberOfPeople: 2 };
    const { slots } = await house.ok<{ slots: { time: string }[] }>("explain_capacity", date);
    expect(slotAt(slots)).toMatchObject({
      binding: null,
      freeUnits: [
        { size: 2, units: 2 },
        { size: 4, units: 2 },
      ],
    });
  });
  test("says that tables are the limit and which area is full", async () => {
    using house = openFloor({ areas: { Room: "1:2", Terrace: "T1:2" } });
    await seated(house, 2, "7:00 PM", { area: "Room" });
    const asked = { date: FRIDAY, numberOfPeople: 2 };
    const inside = { ...asked, area: "Room" };
    const room = await house.ok<{ slots: { time: string }[] }>("check_availability", inside);
    expect(slotAt(room.slots)).toMatchObject({ state: "full", areas: [] });
    await seated(house, 2);
    const date = { date: "2026-11-20", numberOfPeople: 2 };
    const { slots } = await house.ok<{ slots: { time: string }[] }>("explain_capacity", date);
    expect(slotAt(slots)).toMatchObject({ binding: "tables", freeUnits: [] });
  });
  test.each([
    ["suggest", [null, null]],
    ["off", [null, null]],
    ["required", ["tables", null]],
  ] as const)("says in mode %s whether pinned tables are the limit", async (mode, binding) => {
    using house = openFloor({ areas: { Room: "1:2-4 2:2" } }, "required");
    const { id } = await booked(house, 2);
    await house.ok("assign_table", { id, tables: ["1"] });
    house.set({ seats: null, paceCovers: null, maxPartySize: 20, tables: { mode } });
    const date = { date: "2026-11-20", numberOfPeople: 4 };
    const asked = { ...date, whatIf: { unpinned: [id] } };
    interface Judged {
      slots: { time: string; binding: string | null; whatIf: { binding: string | null } }[];
    }
    const { slots } = await house.ok<Judged>("explain_capacity", asked);
    const slot = slots.find(({ time }) => time === "7:00 PM");
    expect([slot?.binding, slot?.whatIf.binding]).toEqual([...binding]);
    const early = slots.find(({ time }) => time === "5:00 PM");
    expect([early?.binding, early?.whatIf.binding]).toEqual([null, null]);
    const wrong = { ...date, whatIf: { unpinned: ["6afe03c027935d40f69e49ab"] } };
    expect((await house.refused("explain_capacity", wrong)).code).toBe("NOT_FOUND");
  });
});
