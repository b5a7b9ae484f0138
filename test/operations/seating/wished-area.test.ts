// Goal: an area that a host chooses on the page is a preference; an area that an agent requests
// through a tool is required.
import { describe, expect, test } from "bun:test";
import type { DeskTerms } from "../../../src/operations/define.ts";
import { booked, openFloor, wish } from "../../support/floor-house.ts";
import { caller, EVENING, HOUR, type House } from "../house.ts";

const PAGE: DeskTerms = {};
const FLOOR = { areas: { Room: "1:2 2:2 3:4", Terrace: "T1:4" } };

const atPage = (house: House, operation: string, input: object) =>
  house.ok(operation, input, caller(), PAGE);
const bookedAtPage = (house: House, size: number, change: object = {}) =>
  atPage(house, "create_booking", wish(size, "7:00 PM", { area: "Terrace", ...change }));

describe("an area that a host prefers", () => {
  test("counts more than a table that fits better in another area", async () => {
    using house = openFloor(FLOOR);
    const { reservation } = await bookedAtPage(house, 2);
    expect(reservation).toMatchObject({ tables: ["T1"], area: "Terrace" });
  });
  test("is replaced by another area if it has no free table, and the answer says so", async () => {
    using house = openFloor(FLOOR);
    await bookedAtPage(house, 2);
    const { reservation, placement } = await bookedAtPage(house, 4);
    expect(reservation).toMatchObject({ tables: ["3"], area: "Room" });
    expect(house.stored(reservation.id as string).area).toBe("area-Terrace");
    expect(placement?.why).toBe("table 3 in Room: no table for 4 is free in Terrace at that time");
  });
  test("moves a party to that area if a table is free", async () => {
    using house = openFloor(FLOOR);
    const { id } = await booked(house, 2);
    const there = await atPage(house, "update_booking", { id, area: "Terrace" });
    expect(there.reservation).toMatchObject({ tables: ["T1"], area: "Terrace" });
    const any = await atPage(house, "update_booking", { id, area: "any" });
    expect(any.reservation).toMatchObject({ tables: ["T1"], area: "Terrace" });
    expect(house.stored(id).area).toBeNull();
  });
  test("moves no party if no table is free in it", async () => {
    using house = openFloor(FLOOR);
    await booked(house, 2, "7:00 PM", { area: "Terrace" });
    const { id, tables } = await booked(house, 2);
    const { reservation, placement } = await atPage(house, "update_booking", {
      id,
      area: "Terrace",
    });
    expect(reservation).toMatchObject({ tables, revision: 2 });
    expect(placement).toEqual({
      why: "table 1 in Room: no table for 2 is free in Terrace at that time",
      moves: [],
    });
  });
  test("does not replace a table that a user chose", async () => {
    using house = openFloor(FLOOR);
    const { id } = await booked(house, 2);
    await house.ok("assign_table", { id, tables: ["2"] });
    const { reservation } = await atPage(house, "update_booking", { id, area: "Terrace" });
    expect(reservation).toMatchObject({ tables: ["2"], tablePinned: true });
  });
  test("does not stop a party in another area from being moved to make room", async () => {
    using house = openFloor({
      areas: { Room: "1:2 2:2 3:2-3", Terrace: "T1:2" },
      joins: "1+2:4-4",
    });
    await bookedAtPage(house, 2);
    const { id } = (await bookedAtPage(house, 2)).reservation;
    const { reservation, placement } = await house.ok("create_booking", wish(4));
    expect(reservation.tables.toSorted()).toEqual(["1", "2"]);
    expect(placement?.moves).toMatchObject([{ id, to: ["3"] }]);
  });
  test("does not prevent a later change by an agent", async () => {
    using house = openFloor(FLOOR);
    await bookedAtPage(house, 2);
    const { reservation } = await bookedAtPage(house, 2);
    const { id, tables } = reservation;
    const later = await house.ok("update_booking", { id, time: "7:30 PM" });
    expect(later.reservation).toMatchObject({ tables, time: "7:30 PM" });
    expect(later.placement?.why).toBe("table 1: as before");
    house.at = EVENING - HOUR;
    const grown = await house.ok("update_booking", { id, numberOfPeople: 4 });
    expect(grown.reservation).toMatchObject({ tables: ["3"] });
    await house.ok("update_booking", { id, area: "any" });
    const asked = await house.refused("update_booking", { id, area: "Terrace" });
    expect(asked.code).toBe("TABLES_FULL");
  });
});

describe("an area that does not exist", () => {
  const PAST = "2026-11-12";
  const codes = async (house: House, tool: string, input: object): Promise<string[]> =>
    (await house.refused(tool, input)).reasons.map(({ code }) => code);
  const unknown = (change: object = {}) => wish(2, "7:00 PM", { area: "Attic", ...change });

  test("is refused together with the other faults of a booking", async () => {
    using house = openFloor(FLOOR);
    expect(await codes(house, "create_booking", unknown())).toEqual(["INVALID_INPUT"]);
    expect(await codes(house, "create_booking", unknown({ date: PAST, phone: "123" }))).toEqual([
      "PHONE_INVALID",
      "INVALID_INPUT",
      "IN_THE_PAST",
    ]);
  });
  test("is refused together with the other faults of a search", async () => {
    using house = openFloor(FLOOR);
    const asked = { date: PAST, numberOfPeople: 2, area: "Attic" };
    const both = ["INVALID_INPUT", "IN_THE_PAST"];
    expect(await codes(house, "check_availability", asked)).toEqual(both);
    expect(await codes(house, "check_availability", { ...asked, time: "7:00 PM" })).toEqual(both);
    const ahead = { ...asked, date: wish(2).date };
    expect(await codes(house, "check_availability", ahead)).toEqual(["INVALID_INPUT"]);
  });
  test("is refused together with the other faults of a change", async () => {
    using house = openFloor(FLOOR);
    const { id } = await booked(house, 2);
    const change = { id, date: PAST, area: "Attic" };
    expect(await codes(house, "update_booking", change)).toEqual(["INVALID_INPUT", "IN_THE_PAST"]);
    expect(await codes(house, "update_booking", { id, area: "Attic" })).toEqual(["INVALID_INPUT"]);
  });
  test("is refused together with the other faults of a wish for the waitlist", async () => {
    using house = openFloor(FLOOR);
    const waiting = unknown({ date: PAST, phone: "+12127365001" });
    expect(await codes(house, "add_to_waitlist", waiting)).toEqual([
      "INVALID_INPUT",
      "IN_THE_PAST",
    ]);
    const ahead = unknown({ phone: "+12127365001" });
    expect(await codes(house, "add_to_waitlist", ahead)).toEqual(["INVALID_INPUT"]);
  });
});
