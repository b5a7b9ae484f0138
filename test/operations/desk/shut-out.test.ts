// Goal: a change of hours warns of every party that is booked outside the new hours, however many
// reservations come before. Method: two sets of settings over a real database.
import { expect, test } from "bun:test";
import { shutOut } from "../../../src/operations/desk/shut-out.ts";
import { sayShutOut } from "../../../src/words/render.ts";
import { reservation } from "../../storage/samples.ts";
import { BISTRO, DAY, EVENING, HOUR, openHouse } from "../house.ts";

const dateOf = (day: number): string =>
  new Date(EVENING + day * DAY - 5 * 3_600_000).toISOString().slice(0, 10);

/**
 * Books a party on each day in `parties`, and returns the warning that closing `days` would give.
 * Day 0 is Friday.
 */
function closing(parties: readonly number[], days: readonly number[]): string | null {
  using house = openHouse();
  const { stores } = house;
  const insert = house.database.transaction(() => {
    for (const day of parties) {
      const startAt = EVENING + day * DAY;
      stores.reservations.insert(
        reservation({ brand: BISTRO, startAt, serviceDate: dateOf(day), phone: null }),
      );
    }
  });
  insert();
  const brand = stores.brands.get(BISTRO);
  if (brand === null) throw new Error("There is no bistro");
  const specialDays = Object.fromEntries(days.map((day) => [dateOf(day), { closed: true }]));
  const after = { ...brand.settings, specialDays };
  const dates = shutOut(brand.settings, after, { stores, brand, now: house.at });
  return dates.length === 0 ? null : sayShutOut(dates);
}

test("parties are counted even if two thousand bookings come before them", () => {
  const others = Array.from({ length: 2000 }, (_, index) => index % 7);
  expect(closing([...others, 7, 7], [7])).toStartWith(
    "2 parties have a booking or a request for times that are closed now (Friday, November 27, 2026).",
  );
});

test("a party after the new last seating is counted, a party before it is not", () => {
  using house = openHouse();
  const { stores } = house;
  for (const startAt of [EVENING, EVENING + 2 * HOUR]) {
    stores.reservations.insert(reservation({ brand: BISTRO, startAt, serviceDate: dateOf(0) }));
  }
  const brand = stores.brands.get(BISTRO);
  if (brand === null) throw new Error("There is no bistro");
  const services = brand.settings.services.map((one) => ({ ...one, lastSeating: "20:30" }));
  const after = { ...brand.settings, services };
  expect(shutOut(brand.settings, after, { stores, brand, now: house.at })).toEqual([dateOf(0)]);
});

test("a party years ahead is counted, because the booking window may be ten years", () => {
  expect(closing([7 * 500], [7 * 500])).toStartWith("1 party has a booking");
});

test("three affected days are named, and any others are only counted", () => {
  expect(closing([0, 1, 2, 4], [0, 1, 2, 4])).toContain("; 1 more day).");
  expect(closing([0, 1, 2, 4, 5], [0, 1, 2, 4, 5])).toContain("; 2 more days).");
});

test("there is no warning if no party is affected", () => {
  expect(closing([0, 1], [2])).toBeNull();
});
