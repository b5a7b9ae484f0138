// Goal: cases that other programs get wrong: tables in several combinations, combinations with more
// or fewer seats than their tables, nights past midnight, and the night in which the clocks go
// back.
import { describe, expect, test } from "bun:test";
import type { ShortFloor } from "../../support/floor.ts";
import { booked, openFloor } from "../../support/floor-house.ts";
import { HOUR, type House } from "../house.ts";

const LATE = {
  services: [
    {
      name: "Night",
      days: ["fri", "sat", "sun"],
      opens: "20:00",
      lastSeating: "02:30",
      closes: "05:00",
      limits: {},
    },
  ],
};

const joined = ({ tables }: { tables: readonly string[] }): string => tables.toSorted().join("+");

describe("a table in two combinations", () => {
  const ROOM: ShortFloor = { areas: { Room: "1:2 2:2 3:2" }, joins: "1+2:3-4 2+3:3-4" };
  test("can be booked alone, and is used by only one combination at a time", async () => {
    using house = openFloor(ROOM);
    expect(joined(await booked(house, 4))).toBe("1+2");
    const refused = await house.refused("create_booking", {
      name: "Ada",
      numberOfPeople: 4,
      date: "Friday, November 20, 2026",
      time: "7:00 PM",
    });
    expect(refused.reasons[0]).toMatchObject({ code: "TABLES_FULL", places: 2 });
    expect(joined(await booked(house, 2))).toBe("3");
    expect(joined(await booked(house, 2, "9:00 PM"))).toBe("1");
  });
  test("is used by the other combination at another time", async () => {
    using house = openFloor(ROOM);
    await booked(house, 4);
    await booked(house, 2, "9:00 PM");
    expect(joined(await booked(house, 4, "9:00 PM"))).toBe("2+3");
  });
});

test.each([
  ["more", "1+2:3-6", 6, "1+2"],
  ["fewer", "1+2:3-3", 3, "1+2"],
])(
  "a combination with %s seats than its tables takes parties of the sizes in the plan",
  async (_, joins, size, at) => {
    using house = openFloor({ areas: { Room: "1:2 2:2" }, joins });
    expect(joined(await booked(house, size))).toBe(at);
    await house.refused("create_booking", {
      name: "Ada",
      numberOfPeople: size + 1,
      date: "Saturday, November 21, 2026",
      time: "7:00 PM",
    });
  },
);

describe("tables in a night service", () => {
  const night = (date: string) => (house: House, time: string) => booked(house, 2, time, { date });
  test("have at most one party each at every instant, also past midnight", async () => {
    using house = openFloor({ areas: { Room: "1:2" } }, "required", LATE);
    const friday = night("Friday, November 20, 2026");
    const saturday = night("Saturday, November 21, 2026");
    const before = await friday(house, "11:30 PM");
    const full = { name: "Ada", numberOfPeople: 2, date: "Saturday, November 21, 2026" };
    const refused = await house.refused("create_booking", { ...full, time: "12:30 AM" });
    expect(refused.code).toBe("TABLES_FULL");
    const after = await saturday(house, "1:00 AM");
    expect([before.tables, after.tables]).toEqual([["1"], ["1"]]);
    expect(after.serviceDate).toBe(before.serviceDate);
  });
  test("are taken for the true length of a stay when the clocks go back", async () => {
    using house = openFloor({ areas: { Room: "1:2" } }, "required", LATE);
    house.at = Date.UTC(2026, 9, 30, 16);
    const party = { name: "Ada", numberOfPeople: 2, date: "Sunday, November 1, 2026" };
    const first = Date.UTC(2026, 10, 1, 5, 30);
    const twice = [first, first + HOUR].map((timestamp) => ({
      ...party,
      time: "1:30 AM",
      timestamp,
    }));
    const one = await house.ok("create_booking", twice[0]);
    expect(one.reservation.tables).toEqual(["1"]);
    expect((await house.refused("create_booking", twice[1])).code).toBe("TABLES_FULL");
    const later = { ...party, time: "2:00 AM" };
    expect((await house.ok("create_booking", later)).reservation.tables).toEqual(["1"]);
  });
});
