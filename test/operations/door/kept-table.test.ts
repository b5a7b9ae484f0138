// Goal: the seats and the table of a called party are kept for ten minutes and no longer. Method: a
// small restaurant in which walk-ins, bookings and a manager try to take them.
import { afterEach, describe, expect, test } from "bun:test";
import { overFullWindows } from "../../../src/operations/capacity/over-full.ts";
import { seatWalkIn } from "../../../src/operations/desk/seat-walk-in.ts";
import { undoWalkIn } from "../../../src/operations/desk/undo-walk-in.ts";
import { callParty } from "../../../src/operations/door/call-party.ts";
import type { DoorResult } from "../../../src/operations/door/door-result.ts";
import { seatFromDoor } from "../../../src/operations/door/seat-from-door.ts";
import type { WriteResult } from "../../../src/operations/reservation/wire.ts";
import { endOffer } from "../../../src/operations/waitlist/end-offer.ts";
import { selfCheckStore } from "../../../src/storage/self-check-store.ts";
import { putFloor } from "../../support/floor.ts";
import { HOST, overrule } from "../desk/people.ts";
import { BISTRO, EVENING, FRIDAY, type House, MINUTE, openHouse, PLAIN } from "../house.ts";
import { add, added, entryOf, fullHouse, line, MAX } from "./door-house.ts";

const call = async (house: House, id: string): Promise<DoorResult> =>
  (await house.invoke(callParty, { id }, HOST)).structured as unknown as DoorResult;
const seat = async (house: House, id: string): Promise<WriteResult> =>
  (await house.invoke(seatFromDoor, { id }, HOST)).structured as unknown as WriteResult;
/** Ends the holds that are over, as the background loop does. */
const passHolds = (house: House): void => {
  const brand = house.stores.brands.get(BISTRO);
  if (brand === null) throw new Error("gone");
  const context = { brand, now: house.at, stores: house.stores, random: () => new Uint8Array(8) };
  for (const offer of house.stores.offers.holdsOver(house.at, 10)) {
    endOffer(offer, "expired", context);
  }
};
const overFull = ({ stores, at }: House) => {
  const brand = stores.brands.get(BISTRO);
  if (brand === null) throw new Error("gone");
  return overFullWindows(brand, { stores, now: at });
};

let opened: House | undefined;
afterEach(() => {
  if (opened !== undefined) {
    expect(selfCheckStore(opened.database).faults()).toEqual([]);
    opened[Symbol.dispose]();
  }
  opened = undefined;
});

/** A full restaurant in which two seats became free and Max, a party of two, was called to them. */
async function calledToLastSeats(): Promise<{ house: House; id: string }> {
  const house = await fullHouse();
  opened = house;
  const id = await added(house, { phone: MAX });
  await house.ok("mark_completed", { id: house.first }, HOST);
  await house.book({ numberOfPeople: 8, date: FRIDAY, time: "7:30 PM" });
  await call(house, id);
  return { house, id };
}

describe("the seats of a called party", () => {
  test("are refused to walk-ins and bookings, with the time until which they are kept", async () => {
    const { house, id } = await calledToLastSeats();
    const walkIn = await house.refused(seatWalkIn, { numberOfPeople: 2 }, HOST);
    expect(walkIn.code).toBe("HELD_FOR_WAITLIST");
    expect(walkIn.reasons).toContainEqual(
      expect.objectContaining({ heldUntil: house.at + 10 * MINUTE }),
    );
    const wish = { name: "Bo", numberOfPeople: 2, date: FRIDAY, time: "7:45 PM" };
    expect((await house.refused("create_booking", wish)).code).toBe("HELD_FOR_WAITLIST");
    house.at += 9 * MINUTE;
    expect((await seat(house, id)).reservation.status).toBe("seated");
    expect(entryOf(house, id)?.status).toBe("booked");
    expect((await house.refused(seatWalkIn, { numberOfPeople: 2 }, HOST)).code).toBe(
      "CAPACITY_FULL",
    );
  });

  test("are free after ten minutes, and the party stays on the list", async () => {
    const { house, id } = await calledToLastSeats();
    house.at += 10 * MINUTE;
    passHolds(house);
    expect(entryOf(house, id)).toMatchObject({ status: "waiting", silentOffers: 0, offersSent: 0 });
    expect(house.freed().filter((one) => one.startsWith("offer_"))).toEqual([]);
    await house.invoke(seatWalkIn, { numberOfPeople: 2 }, HOST);
    expect((await house.refused(seatFromDoor, { id }, HOST)).code).toBe("CAPACITY_FULL");
  });

  test("are kept again if the party is called again", async () => {
    const { house, id } = await calledToLastSeats();
    house.at += 11 * MINUTE;
    expect(await call(house, id)).toMatchObject({ changed: true, warnings: [] });
    expect((await house.refused(seatWalkIn, { numberOfPeople: 2 }, HOST)).code).toBe(
      "HELD_FOR_WAITLIST",
    );
  });

  test("are freed when the party leaves", async () => {
    const { house, id } = await calledToLastSeats();
    await house.invoke("remove_from_waitlist", { id }, HOST);
    await house.invoke(seatWalkIn, { numberOfPeople: 2 }, HOST);
    expect(await line(house)).toEqual([]);
  });

  test("can be given away by a manager; the party stays on the list and gets no further text", async () => {
    const { house, id } = await calledToLastSeats();
    await overrule(house, seatWalkIn, { numberOfPeople: 2 });
    expect(entryOf(house, id)?.status).toBe("waiting");
    const told = house.stores.messageList.thread(BISTRO, MAX, 5).map(({ kind }) => kind);
    expect(told).toEqual(["staff"]);
  });

  test("are kept again when the seating is undone", async () => {
    const { house, id } = await calledToLastSeats();
    const { reservation } = await seat(house, id);
    await house.invoke(undoWalkIn, { id: reservation.id }, HOST);
    expect(entryOf(house, id)).toMatchObject({ status: "waiting", bookingId: null });
    expect(await call(house, id)).toMatchObject({ changed: false });
    house.at += 11 * MINUTE;
    expect(await call(house, id)).toMatchObject({ changed: true, warnings: [] });
  });

  test("are also kept if another party is about to leave them", async () => {
    const house = await fullHouse();
    opened = house;
    house.at = house.stored(house.first).endAt - 5 * MINUTE;
    const id = await added(house);
    const { structured } = await house.invoke(callParty, { id }, HOST, {});
    expect(structured).toMatchObject({ warnings: [] });
    expect(entryOf(house, id)?.status).toBe("offered");
    expect(overFull(house).filter(({ excused }) => !excused)).toEqual([]);
  });

  test("are kept even if the pace is exceeded, because the party is here already", async () => {
    const house = openHouse({ ...PLAIN, seats: 20, paceCovers: 10, maxPartySize: 10 });
    opened = house;
    await house.book({ numberOfPeople: 10, date: FRIDAY, time: "7:00 PM" });
    house.at = EVENING;
    await call(house, await added(house));
    expect(overFull(house)).toMatchObject([{ of: "pace", count: 12, excused: true }]);
  });

  test("are not kept if none are free; the party is called anyway", async () => {
    const house = await fullHouse();
    opened = house;
    const id = await added(house);
    const { warnings, readyUntil } = await call(house, id);
    expect(readyUntil).toBe(house.at + 10 * MINUTE);
    expect(warnings.map(({ message }) => message)).toEqual([
      "There is no room for the party of 2 yet, so no table is kept for it. Seat it as soon as another party leaves.",
    ]);
    expect(entryOf(house, id)?.status).toBe("waiting");
  });
});

describe("the table of a called party", () => {
  /** A restaurant with two tables and a party seated at the larger one. */
  async function oneTableFree(tables = "1:2 2:4"): Promise<House> {
    const house = openHouse({ ...PLAIN, seats: null, tables: { mode: "required" } });
    opened = house;
    putFloor(house.stores, BISTRO, { areas: { Room: tables } });
    house.at = EVENING;
    await house.invoke(seatWalkIn, { numberOfPeople: 4, tables: ["2"] }, HOST);
    return house;
  }

  test("is named when it is kept, and the party is seated there", async () => {
    const house = await oneTableFree();
    const id = await added(house);
    expect((await call(house, id)).tables).toEqual(["1"]);
    expect(await line(house)).toMatchObject([{ tables: ["1"], status: "offered" }]);
    expect((await house.refused(seatWalkIn, { numberOfPeople: 2 }, HOST)).code).toBe(
      "HELD_FOR_WAITLIST",
    );
    // Meanwhile the next party on the list is told that it must wait.
    expect((await add(house, { name: "Nora" })).quotedMinutes).toBeGreaterThan(0);
    const { reservation } = await seat(house, id);
    expect(reservation.tables).toEqual(["1"]);
  });

  test("is not replaced when a better one becomes free", async () => {
    const house = await oneTableFree("1:3 2:4 3:2");
    const { structured } = await house.invoke(
      seatWalkIn,
      { numberOfPeople: 2, tables: ["3"] },
      HOST,
    );
    const id = await added(house);
    expect((await call(house, id)).tables).toEqual(["1"]);
    const walkIn = structured as unknown as WriteResult;
    await house.ok("mark_completed", { id: walkIn.reservation.id }, HOST);
    const { reservation } = await seat(house, id);
    expect(reservation.tables).toEqual(["1"]);
  });

  test("is given up if a host seats another party there, and the answer names the called party", async () => {
    const house = await oneTableFree();
    const id = await added(house);
    await call(house, id);
    const { structured } = await house.invoke(
      seatWalkIn,
      { numberOfPeople: 2, tables: ["1"] },
      HOST,
    );
    const { warnings } = structured as unknown as WriteResult;
    expect(warnings.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^Max .*party of 2, 7:00 PM, loses table 1/),
    ]);
    expect((await house.refused(seatFromDoor, { id }, HOST)).code).toBe("TABLES_FULL");
  });
});
