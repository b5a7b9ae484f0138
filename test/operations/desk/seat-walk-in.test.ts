// Goal: a walk-in is booked and seated in one write; a dry run answers the same and writes nothing.
import { describe, expect, test } from "bun:test";
import { seatWalkIn } from "../../../src/operations/desk/seat-walk-in.ts";
import { undoWalkIn } from "../../../src/operations/desk/undo-walk-in.ts";
import { type WalkInTables, walkInTables } from "../../../src/operations/desk/walk-in-tables.ts";
import { doorWaits } from "../../../src/operations/door/door-waits.ts";
import { markSeated } from "../../../src/operations/mark-seated.ts";
import type { WriteResult } from "../../../src/operations/reservation/wire.ts";
import { booked, openFloor } from "../../support/floor-house.ts";
import { everyRow } from "../../support/load-sweep.ts";
import { EVENING, FRIDAY, HOUR, type House, MINUTE, openHouse, PLAIN } from "../house.ts";
import { HOST } from "./people.ts";

/** Friday, 7:00 PM at the bistro. */
const DINNER = Date.parse("2026-11-20T19:00:00-05:00");

const seat = async (house: ReturnType<typeof openHouse>, more: object = {}) =>
  (await house.invoke(seatWalkIn, { numberOfPeople: 3, ...more }, HOST))
    .structured as unknown as WriteResult;

test("a walk-in is seated from the current minute on", async () => {
  using house = openHouse();
  house.at = DINNER;
  const { reservation } = await seat(house);
  expect(reservation).toMatchObject({ status: "seated", timestamp: DINNER, numberOfPeople: 3 });
  expect(house.stored(reservation.id ?? "").status).toBe("seated");
});

test("seats that a party leaves can go to the next walk-in within the same minute", async () => {
  using house = openHouse({ ...PLAIN, seats: 4 });
  house.at = DINNER;
  const id = (await seat(house)).reservation.id;
  house.at = DINNER + 70 * MINUTE + 37_000;
  await house.ok("mark_completed", { id });
  house.at += 5_000;
  expect((await seat(house)).reservation.status).toBe("seated");
});

test("seating a walk-in gives no warning about missing texts", async () => {
  using house = openHouse();
  house.at = DINNER;
  expect((await seat(house)).warnings).toEqual([]);
  expect((await seat(house, { dryRun: true })).warnings).toEqual([]);
});

test("a dry run answers without an id and writes nothing", async () => {
  using house = openHouse();
  house.at = DINNER;
  const before = everyRow(house.database);
  const { reservation, dryRun } = await seat(house, { dryRun: true });
  expect([reservation.id, reservation.timestamp, dryRun]).toEqual([null, DINNER, true]);
  expect(everyRow(house.database)).toBe(before);
});

describe("where tables are used,", () => {
  const DOOR = { areas: { Room: "1:2 2:4" } };
  const found = async (house: House, numberOfPeople: number) =>
    (await house.invoke(walkInTables, { numberOfPeople }, HOST))
      .structured as unknown as WalkInTables;

  test("free tables are listed best first, each with the time until which it is free", async () => {
    using house = openFloor(DOOR);
    await booked(house, 2, "8:00 PM");
    house.at = EVENING;
    const { places, wait } = await found(house, 2);
    expect(places).toEqual([
      { tables: ["2"], freeUntil: null, suffices: true },
      { tables: ["1"], freeUntil: EVENING + HOUR, suffices: false },
    ]);
    expect(wait).toBeNull();
  });

  test("the walk-in gets the chosen table, and the party that had it for later gets another", async () => {
    using house = openFloor(DOOR);
    const { id } = await booked(house, 2, "8:00 PM");
    house.at = EVENING;
    const { reservation, placement } = await seat(house, { numberOfPeople: 2, tables: ["1"] });
    expect(reservation).toMatchObject({ status: "seated", tables: ["1"] });
    expect(placement?.moves).toMatchObject([{ id, from: ["1"], to: ["2"] }]);
  });

  test("seating a walk-in can be undone even if a later party lost its table to the walk-in", async () => {
    using house = openFloor({ areas: { Room: "1:4" } });
    const later = await booked(house, 4, "8:00 PM");
    house.at = EVENING;
    const { reservation } = await seat(house, { tables: ["1"] });
    expect(house.stored(later.id).tables).toEqual([]);
    await house.invoke(undoWalkIn, { id: reservation.id }, HOST);
    expect(house.stored(reservation.id ?? "").status).toBe("cancelled");
    expect(house.stored(later.id).tables).toHaveLength(1);
  });

  test("before opening, only times with a free table are suggested", async () => {
    using house = openFloor({ areas: { Room: "1:2 2:2" } });
    await booked(house, 2, "6:00 PM");
    await booked(house, 2, "5:15 PM");
    house.at = EVENING - 2.25 * HOUR;
    const wish = { numberOfPeople: 2, tables: ["1"] };
    const { code, suggestions } = await house.refused(seatWalkIn, wish, HOST);
    expect(code).toBe("OUTSIDE_SERVICE");
    expect(suggestions[0]).toMatchObject({ date: FRIDAY, time: "6:45 PM" });
  });

  test("a walk-in is refused if every table has a seated party", async () => {
    using house = openFloor({ areas: { Room: "1:2" } });
    const { id } = await booked(house, 2);
    house.at = EVENING;
    await house.ok("mark_seated", { id });
    const { places, wait } = await found(house, 2);
    const leaves = { leaves: "Party of 2", overdueSince: null };
    expect(places).toEqual([]);
    expect(wait).toEqual({ at: EVENING + 90 * MINUTE, tables: ["1"], ...leaves });
    const { code } = await house.refused(seatWalkIn, { numberOfPeople: 2 }, HOST);
    expect(code).toBe("TABLES_FULL");
  });

  test("the wait lasts until the next table comes free, even if another party must move to a different table", async () => {
    using house = openFloor({ areas: { Room: "1:2 2:2" } });
    const [first, second] = [await booked(house, 2), await booked(house, 2)];
    await booked(house, 2, "8:45 PM");
    house.at = EVENING;
    await house.invoke(markSeated, { id: first.id }, HOST);
    house.at = EVENING + 10 * MINUTE;
    await house.invoke(markSeated, { id: second.id }, HOST);
    const { wait } = await found(house, 2);
    const asked = { numberOfPeople: 2 };
    const { structured } = await house.invoke(doorWaits, asked, HOST);
    expect(structured).toMatchObject({ waits: [{ minutes: 80 }] });
    const leaves = { leaves: "Party of 2", overdueSince: null };
    expect(wait).toEqual({ at: EVENING + 90 * MINUTE, tables: ["1"], ...leaves });
  });

  test("a party that overstays is shown as late, not as about to leave", async () => {
    using house = openFloor({ areas: { Room: "1:2" } });
    const { id } = await booked(house, 2);
    house.at = EVENING;
    await house.ok("mark_seated", { id });
    house.at = EVENING + 2 * HOUR;
    expect((await found(house, 2)).wait?.overdueSince).toBe(EVENING + 90 * MINUTE);
  });

  test("for a walk-in too large for every table the answer has neither a table nor a wait", async () => {
    using house = openFloor(DOOR);
    expect(await found(house, 5)).toEqual({ places: [], wait: null });
  });
});
