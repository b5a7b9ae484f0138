// Goal: a party at the door is booked and seated in one write, and a trial of it answers and writes
// nothing.
import { expect, test } from "bun:test";
import { seatWalkIn } from "../../../src/operations/desk/seat-walk-in.ts";
import type { WriteResult } from "../../../src/operations/reservation/wire.ts";
import { everyRow } from "../../support/load-sweep.ts";
import { MINUTE, openHouse, PLAIN } from "../house.ts";
import { HOST } from "./people.ts";

/** Friday, 7:00 PM at the bistro. */
const DINNER = Date.parse("2026-11-20T19:00:00-05:00");

const seat = async (house: ReturnType<typeof openHouse>, more: object = {}) =>
  (await house.invoke(seatWalkIn, { numberOfPeople: 3, ...more }, HOST))
    .structured as unknown as WriteResult;

test("a party is seated from this minute on", async () => {
  using house = openHouse();
  house.at = DINNER;
  const { reservation } = await seat(house);
  expect(reservation).toMatchObject({ status: "seated", timestamp: DINNER, numberOfPeople: 3 });
  expect(house.stored(reservation.id ?? "").status).toBe("seated");
});

test("a table that was left in this minute is free for the next party in the same one", async () => {
  using house = openHouse({ ...PLAIN, seats: 4 });
  house.at = DINNER;
  const id = (await seat(house)).reservation.id;
  house.at = DINNER + 70 * MINUTE + 37_000;
  await house.ok("mark_completed", { id });
  house.at += 5_000;
  expect((await seat(house)).reservation.status).toBe("seated");
});

test("nobody is told that a party at the door gets no text", async () => {
  using house = openHouse();
  house.at = DINNER;
  expect((await seat(house)).warnings).toEqual([]);
  expect((await seat(house, { dryRun: true })).warnings).toEqual([]);
});

test("a trial says whether they could stay, and writes nothing", async () => {
  using house = openHouse();
  house.at = DINNER;
  const before = everyRow(house.database);
  const { reservation, dryRun } = await seat(house, { dryRun: true });
  expect([reservation.id, reservation.timestamp, dryRun]).toEqual([null, DINNER, true]);
  expect(everyRow(house.database)).toBe(before);
});
