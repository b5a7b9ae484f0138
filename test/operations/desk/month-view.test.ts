// Goal: the month view shows, for each service of each day, how much is booked and how full it is,
// from the same reservations as the day sheet. Method: a month with a closed day and two services.
import { describe, expect, test } from "bun:test";
import { daySheet } from "../../../src/operations/desk/day-sheet.ts";
import { type Month, monthView } from "../../../src/operations/desk/month-view.ts";
import { putFloor } from "../../support/floor.ts";
import { BISTRO, FRIDAY, type House, openHouse as openPlain, PLAIN } from "../house.ts";
import { HOST } from "./people.ts";

const ALL = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
const LUNCH = {
  name: "Lunch",
  days: ALL,
  opens: "12:00",
  lastSeating: "14:30",
  closes: "16:00",
  limits: {},
};
const DINNER = { ...LUNCH, name: "Dinner", opens: "17:00", lastSeating: "21:30", closes: "23:30" };
const openHouse = (): House => openPlain({ ...PLAIN, services: [LUNCH, DINNER] });

const monthOf = async (house: House, input: object = {}): Promise<Month> =>
  (await house.invoke(monthView, input, HOST)).structured as unknown as Month;
const dayOf = ({ days }: Month, date: string) => days.find((one) => one.date === date);
const SATURDAY = "Saturday, November 21, 2026";

describe("the month view", () => {
  test("has each day of the month once", async () => {
    using house = openHouse();
    for (const [month, length] of [
      ["2026-11", 30],
      ["2027-02", 28],
      ["2028-02", 29],
      ["2026-12", 31],
    ] as const) {
      const { days } = await monthOf(house, { month });
      expect([days.length, days[0]?.date, new Set(days.map(({ date }) => date)).size]).toEqual([
        length,
        `${month}-01`,
        length,
      ]);
    }
    expect((await monthOf(house)).month).toBe("2026-11");
  });

  test("counts the parties of each service like the day sheet, without cancelled ones", async () => {
    using house = openHouse();
    await house.book({ numberOfPeople: 4, date: FRIDAY, time: "7:00 PM" });
    await house.book({ numberOfPeople: 2, date: FRIDAY, time: "8:45 PM" });
    await house.book({ numberOfPeople: 3, date: FRIDAY, time: "12:30 PM" });
    const gone = await house.book({ numberOfPeople: 9, date: FRIDAY, time: "7:00 PM" });
    await house.ok("cancel_booking", { id: gone });
    await house.book({ numberOfPeople: 5, date: SATURDAY, time: "7:00 PM" });
    const month = await monthOf(house);
    expect(dayOf(month, "2026-11-20")?.services).toEqual([
      { name: "Lunch", covers: 3, parties: 1, peakCovers: 3, seats: 30 },
      { name: "Dinner", covers: 6, parties: 2, peakCovers: 4, seats: 30 },
    ]);
    const { structured } = await house.invoke(daySheet, { date: FRIDAY }, HOST);
    const { services } = structured as { services: { slots: { covers: number }[] }[] };
    expect(services.map(({ slots }) => Math.max(...slots.map(({ covers }) => covers)))).toEqual([
      3, 4,
    ]);
  });

  test("shows closed days with their note and the covers that are still booked", async () => {
    using house = openHouse();
    await house.book({ numberOfPeople: 4, date: SATURDAY, time: "7:00 PM" });
    house.set({ specialDays: { "2026-11-21": { closed: true, note: "Wedding" } } });
    expect(dayOf(await monthOf(house), "2026-11-21")).toEqual({
      date: "2026-11-21",
      closed: true,
      note: "Wedding",
      services: [],
      outside: 4,
    });
  });

  test("counts the seats of the tables if tables are the limit", async () => {
    using house = openHouse();
    putFloor(house.stores, BISTRO, { areas: { Room: "1:2 2:4 3:6" } });
    house.set({ services: [LUNCH, DINNER], seats: null, tables: { mode: "required" } });
    const seats = dayOf(await monthOf(house), "2026-11-20")?.services.map((one) => one.seats);
    expect(seats).toEqual([12, 12]);
  });

  test.each(["2026-13", "2026-1", "11/2026", "2026-11-20", ""])(
    "refuses %j as a month",
    async (month) => {
      using house = openHouse();
      expect(await house.refused(monthView, { month }, HOST)).toMatchObject({
        code: "INVALID_INPUT",
      });
    },
  );
});
