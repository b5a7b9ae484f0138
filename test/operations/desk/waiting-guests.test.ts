// Goal: a host finds guests who recently left the waitlist and guests who wait for tonight, however
// many other entries there are. Method: the dashboard's list over a real database.
import { expect, test } from "bun:test";
import type { z } from "zod";
import { waitingGuests } from "../../../src/operations/desk/waiting-guests.ts";
import { entry } from "../../storage/samples.ts";
import { BISTRO, DAY, EVENING, HOUR, openHouse, PLAIN } from "../house.ts";
import { HOST } from "./people.ts";

test("waitlist entries are listed for a week after they ended, even with a thousand other entries", async () => {
  using house = openHouse();
  const { waitlist } = house.stores;
  house.at = EVENING;
  const left = (days: number) => {
    const latestAt = EVENING - days * DAY;
    const over = { status: "left", wishedAt: latestAt, earliestAt: latestAt, latestAt } as const;
    const row = entry({ ...over, brand: BISTRO, createdAt: latestAt - DAY, updatedAt: latestAt });
    waitlist.insert(row);
    return row.id;
  };
  house.database.transaction(() => {
    for (let index = 0; index < 1000; index += 1) left(30);
  })();
  left(9);
  const lately = [left(2), left(6)];
  const { structured } = await house.invoke(waitingGuests, { ended: true }, HOST);
  const { guests } = structured as z.infer<typeof waitingGuests.output>;
  expect(guests.map(({ id }) => id)).toEqual(lately);
});

test("guests who wait for one date are listed in order, even if a thousand wait for another", async () => {
  using house = openHouse();
  const { waitlist } = house.stores;
  house.at = EVENING;
  const waits = (days: number, createdAt: number, more: object = {}) => {
    const wishedAt = EVENING + days * DAY;
    const when = { wishedAt, earliestAt: wishedAt, latestAt: wishedAt, createdAt };
    const date = `2026-11-${20 + days}`;
    const row = entry({ brand: BISTRO, date, ...when, ...more });
    waitlist.insert(row);
    return row.id;
  };
  house.database.transaction(() => {
    for (let index = 0; index < 1000; index += 1) waits(7, EVENING - DAY);
  })();
  const second = waits(0, EVENING - 2);
  const third = waits(0, EVENING - 1);
  const first = waits(0, EVENING, { priority: 1 });
  const { structured } = await house.invoke(waitingGuests, { date: "2026-11-20" }, HOST);
  const { guests } = structured as z.infer<typeof waitingGuests.output>;
  expect(guests.map(({ id, position }) => [id, position])).toEqual([
    [first, 1],
    [second, 2],
    [third, 3],
  ]);
});

test("a guest who waits for a time after midnight has the same position on the dashboard and in the tools", async () => {
  const late = { name: "Dinner", days: ["fri", "sat"], opens: "17:00", lastSeating: "01:00" };
  using house = openHouse({ ...PLAIN, services: [{ ...late, closes: "02:00" }] });
  const { waitlist } = house.stores;
  house.at = EVENING - DAY;
  const waits = (date: string, wishedAt: number, createdAt: number) => {
    const when = { wishedAt, earliestAt: wishedAt, latestAt: wishedAt, createdAt };
    const row = entry({ brand: BISTRO, date, ...when });
    waitlist.insert(row);
    return row.id;
  };
  const friday = waits("2026-11-20", EVENING, 1);
  const midnight = waits("2026-11-21", EVENING + 5.5 * HOUR, 2);
  const saturday = waits("2026-11-21", EVENING + DAY, 3);
  const places = { [friday]: 1, [midnight]: 2, [saturday]: 1 };
  const listed = await house.ok<{ entries: Placed[] }>("list_waitlist", {});
  const shown = (await house.invoke(waitingGuests, {}, HOST)).structured as { guests: Placed[] };
  for (const placed of [listed.entries, shown.guests]) {
    expect(Object.fromEntries(placed.map(({ id, position }) => [id, position]))).toEqual(places);
  }
});

interface Placed {
  readonly id: string;
  readonly position: number | null;
}
