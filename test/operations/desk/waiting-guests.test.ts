// Goal: a host finds who left the waitlist lately, however many did so before. Method: the list of
// the desk over a real database.
import { expect, test } from "bun:test";
import type { z } from "zod";
import { waitingGuests } from "../../../src/operations/desk/waiting-guests.ts";
import { entry } from "../../storage/samples.ts";
import { BISTRO, DAY, EVENING, openHouse } from "../house.ts";
import { HOST } from "./people.ts";

test("whose time is over is listed for a week, behind a thousand others", async () => {
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
