// Goal: a walk-in on the door list is quoted a realistic wait, gets one call, and is seated or
// removed once. A walk-in gets no automatic offers. Method: a small restaurant on a full evening,
// with every operation of the door list.
import { describe, expect, test } from "bun:test";
import { pauseEntry } from "../../../src/operations/desk/pause-entry.ts";
import { undoWalkIn } from "../../../src/operations/desk/undo-walk-in.ts";
import { addToDoor } from "../../../src/operations/door/add-to-door.ts";
import { callParty } from "../../../src/operations/door/call-party.ts";
import type { DoorResult } from "../../../src/operations/door/door-result.ts";
import { type DoorWaits, doorWaits } from "../../../src/operations/door/door-waits.ts";
import { seatFromDoor } from "../../../src/operations/door/seat-from-door.ts";
import { lapseEntry } from "../../../src/operations/waitlist/lapse-entry.ts";
import { putFloor } from "../../support/floor.ts";
import { HOST } from "../desk/people.ts";
import { ADA, BISTRO, EVENING, FRIDAY, HOUR, MINUTE, openHouse, PLAIN } from "../house.ts";
import { add, added, entryOf, fullHouse, line, MAX } from "./door-house.ts";

describe("the quoted wait", () => {
  test("is the time until the current parties leave, rounded up to five minutes", async () => {
    using house = await fullHouse();
    const leaves = house.stored(house.first).endAt;
    const { quotedMinutes } = await add(house);
    expect(quotedMinutes).toBe(Math.ceil((leaves - house.at) / (5 * MINUTE)) * 5);
    expect(entryOf(house, await added(house))?.latestAt).toBeGreaterThan(leaves);
  });

  test("counts the parties that already wait, but not those that were removed", async () => {
    using house = await fullHouse({ seats: 10 });
    const first = await add(house, { numberOfPeople: 8 });
    const { structured } = await house.invoke(doorWaits, { numberOfPeople: 2 }, HOST);
    expect(structured as unknown as DoorWaits).toEqual({
      open: true,
      ahead: 1,
      waits: [{ numberOfPeople: 2, minutes: first.quotedMinutes }],
    });
    const behind = await add(house, { numberOfPeople: 4 });
    // The party of eight stays until after the service has closed.
    expect(behind.quotedMinutes).toBeNull();
    await house.invoke("remove_from_waitlist", { id: behind.entry.id, reason: "gone" }, HOST);
    await house.invoke("remove_from_waitlist", { id: first.entry.id, reason: "gone" }, HOST);
    expect((await add(house, { numberOfPeople: 4 })).quotedMinutes).toBe(first.quotedMinutes);
  });

  test("is zero in an empty restaurant, unless the host enters another wait", async () => {
    using house = openHouse();
    house.at = EVENING;
    expect((await add(house)).quotedMinutes).toBe(0);
    expect((await add(house, { quotedMinutes: 40 })).quotedMinutes).toBe(40);
  });

  test("is unknown if the party is larger than the restaurant", async () => {
    using house = await fullHouse();
    expect((await add(house, { numberOfPeople: 11 })).quotedMinutes).toBeNull();
  });

  test("is the time until a block of the tables ends", async () => {
    using house = openHouse({ ...PLAIN, seats: null, tables: { mode: "required" } });
    putFloor(house.stores, BISTRO, { areas: { Room: "1:2" } });
    house.at = EVENING;
    const blocked = { tables: ["1"], date: FRIDAY, from: "7:00 PM", to: "7:40 PM", reason: "rain" };
    await house.ok("block_tables", blocked, HOST);
    expect((await add(house)).quotedMinutes).toBe(40);
  });

  test("is the time until a table for the party is free, if the restaurant uses tables", async () => {
    using house = openHouse({ ...PLAIN, seats: null, tables: { mode: "required" } });
    putFloor(house.stores, BISTRO, { areas: { Room: "1:2 2:4" } });
    const first = await house.book({ numberOfPeople: 2, date: FRIDAY, time: "7:00 PM" });
    const second = await house.book({ numberOfPeople: 4, date: FRIDAY, time: "7:00 PM" });
    house.at = EVENING;
    for (const id of [first, second]) await house.ok("mark_seated", { id }, HOST);
    house.at = EVENING + 30 * MINUTE;
    const leaves = house.stored(first).endAt;
    const { structured } = await house.invoke(doorWaits, {}, HOST);
    const { open, waits } = structured as unknown as DoorWaits;
    const { quotedMinutes } = await add(house);
    expect(quotedMinutes).toBe(Math.ceil((leaves - house.at) / (5 * MINUTE)) * 5);
    expect([open, waits[0], waits[3]]).toEqual([
      true,
      { numberOfPeople: 2, minutes: quotedMinutes },
      { numberOfPeople: 8, minutes: null },
    ]);
    // The first party gets the table that becomes free first, the second party the next table, and
    // the third waits until either is free again.
    const next = Math.ceil((house.stored(second).endAt - house.at) / (5 * MINUTE)) * 5;
    expect((await add(house)).quotedMinutes).toBe(next);
    const third = (await add(house)).quotedMinutes;
    expect(third === null || third > next).toBe(true);
  });

  test("considers both seats and tables if both are limited: after the wait the party can be seated", async () => {
    using house = openHouse({ ...PLAIN, seats: 4, tables: { mode: "required" } });
    putFloor(house.stores, BISTRO, { areas: { Room: "1:2 2:4" } });
    const first = await house.book({ numberOfPeople: 4, date: FRIDAY, time: "7:00 PM" });
    house.at = EVENING;
    await house.ok("mark_seated", { id: first }, HOST);
    house.at = EVENING + 30 * MINUTE;
    const id = await added(house);
    expect(entryOf(house, id)?.quotedMinutes).toBeGreaterThan(0);
    house.at += (entryOf(house, id)?.quotedMinutes ?? 0) * MINUTE;
    await house.ok("mark_completed", { id: first }, HOST);
    await house.invoke(seatFromDoor, { id }, HOST);
    expect(entryOf(house, id)?.status).toBe("booked");
  });

  test("is not given while the restaurant is closed: the walk-in is refused and not added", async () => {
    using house = openHouse();
    house.at = EVENING - 8 * HOUR;
    const refused = await house.refused(addToDoor, { name: "Max", numberOfPeople: 2 }, HOST);
    expect(refused.code).toBe("OUTSIDE_SERVICE");
    expect((await house.invoke(doorWaits, {}, HOST)).structured).toEqual({
      open: false,
      ahead: 0,
      waits: [],
    });
    expect(await line(house)).toEqual([]);
  });
});

describe("beside the waitlist, the door list", () => {
  test("gets no automatic offers: freed seats go to a waitlist entry, even if the party at the door came first", async () => {
    using house = openHouse({ ...PLAIN, seats: 10 });
    house.at = EVENING - HOUR;
    const id = await house.book({ numberOfPeople: 10, date: FRIDAY, time: "7:00 PM" });
    const door = await added(house, { phone: MAX });
    house.at += MINUTE;
    const wish = { name: "Wim", phone: ADA, numberOfPeople: 2, date: FRIDAY, time: "7:00 PM" };
    await house.ok("add_to_waitlist", wish);
    await house.ok("cancel_booking", { id });
    expect(house.stores.offers.liveOfPhone(MAX)).toBeNull();
    expect(house.stores.offers.liveOfPhone(ADA)).not.toBeNull();
    expect(entryOf(house, door)).toMatchObject({
      status: "waiting",
      offersSent: 0,
      passedOver: [],
    });
  });

  test("counts its positions separately", async () => {
    using house = await fullHouse();
    const wish = { name: "Wim", phone: ADA, numberOfPeople: 2, date: FRIDAY, time: "8:15 PM" };
    await house.ok("add_to_waitlist", wish);
    await added(house);
    expect((await line(house)).map(({ kind, position }) => [kind, position])).toEqual([
      [undefined, 1],
      ["door", 1],
    ]);
    const { structured, text } = await house.invoke("list_waitlist", { date: FRIDAY });
    expect(JSON.stringify(structured)).toContain('"kind":"door"');
    expect(text).toContain("at the door since 7:30 PM, waiting; only a host can seat them");
  });

  test("keeps a party whose phone is also on the waitlist as a separate entry", async () => {
    using house = await fullHouse();
    const door = await added(house, { phone: ADA });
    const wish = { name: "Wim", phone: ADA, numberOfPeople: 4, date: FRIDAY, time: "8:15 PM" };
    await house.ok("add_to_waitlist", wish);
    expect(entryOf(house, door)).toMatchObject({ partySize: 2, kind: "door" });
    expect(await line(house)).toHaveLength(2);
  });

  test("loses a party when its service has closed, not before", async () => {
    using house = await fullHouse();
    const id = await added(house);
    const { latestAt = 0 } = entryOf(house, id) ?? {};
    const lapses = (now: number): boolean => {
      const entry = entryOf(house, id);
      const brand = house.stores.brands.get(BISTRO);
      if (entry === null || brand === null) throw new Error("The entry or its brand is missing.");
      return lapseEntry(entry, {
        brand,
        now,
        stores: house.stores,
        random: () => new Uint8Array(8),
      });
    };
    const { waitlistQueue } = house.stores;
    expect(waitlistQueue.lapsing(latestAt, 10)).toEqual([]);
    expect(waitlistQueue.nextLapsingAt()).toBe(latestAt);
    expect(lapses(latestAt)).toBe(false);
    expect(waitlistQueue.lapsing(latestAt + 1, 10).map((one) => one.id)).toEqual([id]);
    expect(lapses(latestAt + 1)).toBe(true);
  });
});

describe("calling a party on the door list", () => {
  test("sends a text that says until when the table is kept, even in quiet hours", async () => {
    using house = await fullHouse({ quietHours: { from: "19:00", to: "10:00" } });
    const id = await added(house, { phone: MAX });
    await house.ok("mark_completed", { id: house.first }, HOST);
    const { structured } = await house.invoke(callParty, { id }, HOST);
    expect(structured).toMatchObject({ readyUntil: house.at + 10 * MINUTE });
    house.at += MINUTE;
    const again = await house.invoke(callParty, { id }, HOST);
    expect(again.structured).toMatchObject({ changed: false });
    const thread = house.stores.messageList.thread(BISTRO, MAX, 5);
    expect(house.stores.messages.get(thread[0]?.id ?? "")?.expiresAt).toBe(house.at + 9 * MINUTE);
    expect(thread.map(({ body }) => body)).toEqual([
      "The bistro: Max, your table is ready. Please come in, we are holding it until 7:40 PM.",
    ]);
  });

  test("sends a text that promises no table if none is kept", async () => {
    using house = await fullHouse();
    const id = await added(house, { phone: MAX });
    await house.invoke(callParty, { id }, HOST);
    expect(house.stores.messageList.thread(BISTRO, MAX, 5).map(({ body }) => body)).toEqual([
      "The bistro: Max, your table is ready. Please come in.",
    ]);
  });

  test("sends no text if there is no phone; if the restaurant does not text the phone, a warning says to call out the name", async () => {
    using house = await fullHouse();
    const silent = await added(house);
    await house.ok("mark_completed", { id: house.first }, HOST);
    expect((await house.invoke(callParty, { id: silent }, HOST)).structured).toMatchObject({
      readyUntil: house.at + 10 * MINUTE,
      warnings: [],
    });
    const abroad = await added(house, { phone: "+41446681800" });
    const { structured } = await house.invoke(callParty, { id: abroad }, HOST);
    const { warnings } = structured as unknown as DoorResult;
    expect(warnings.map(({ message }) => message)).toEqual([
      "No text was sent: the restaurant does not text phones of this country or kind. Call out the name of the party.",
    ]);
    expect(house.stores.messageList.thread(BISTRO, "+41446681800", 5)).toEqual([]);
  });
});

describe("seating a party from the door list", () => {
  test("makes a walk-in with phone and notes, sends no text, and removes the party from the list", async () => {
    using house = await fullHouse();
    const id = await added(house, { phone: MAX, notes: "Pram" });
    await house.ok("mark_completed", { id: house.first }, HOST);
    const { structured } = await house.invoke(seatFromDoor, { id }, HOST);
    const { reservation, warnings } = structured as unknown as {
      reservation: { id: string };
      warnings: object[];
    };
    expect(warnings).toEqual([]);
    expect(house.stored(reservation.id)).toMatchObject({
      name: "Max",
      phone: MAX,
      notes: "Pram",
      status: "seated",
      flags: ["walk_in"],
    });
    expect(house.stores.messageList.thread(BISTRO, MAX, 5)).toEqual([]);
    expect(entryOf(house, id)).toMatchObject({ status: "booked", bookingId: reservation.id });
    expect(await line(house)).toEqual([]);
  });

  test("is refused if the restaurant is full, and the party stays on the list", async () => {
    using house = await fullHouse();
    const id = await added(house);
    expect((await house.refused(seatFromDoor, { id }, HOST)).code).toBe("CAPACITY_FULL");
    expect(entryOf(house, id)?.status).toBe("waiting");
  });

  test("a second time is refused, and the party is seated once", async () => {
    using house = openHouse();
    house.at = EVENING;
    const id = await added(house);
    await house.invoke(seatFromDoor, { id }, HOST);
    const refused = await house.refused(seatFromDoor, { id }, HOST);
    expect(refused).toMatchObject({ code: "INVALID_TRANSITION" });
    expect((await house.refused(callParty, { id }, HOST)).code).toBe("INVALID_TRANSITION");
    const seated = house.stores.reservations.occupying(BISTRO, EVENING, EVENING + HOUR);
    expect(seated).toHaveLength(1);
  });

  test("can be undone, which puts the party back in its position on the list", async () => {
    using house = openHouse();
    house.at = EVENING;
    const id = await added(house);
    house.at += MINUTE;
    await added(house, { name: "Nora" });
    const { structured } = await house.invoke(seatFromDoor, { id }, HOST);
    const booking = (structured as unknown as { reservation: { id: string } }).reservation.id;
    await house.invoke(undoWalkIn, { id: booking }, HOST);
    expect(house.stored(booking).status).toBe("cancelled");
    expect(entryOf(house, id)).toMatchObject({ status: "waiting", bookingId: null });
    expect((await line(house)).map(({ name }) => name)).toEqual(["Max", "Nora"]);
  });
});

test("a waitlist entry can be neither called nor seated from the door list", async () => {
  using house = await fullHouse();
  const wish = { name: "Wim", phone: ADA, numberOfPeople: 2, date: FRIDAY, time: "8:15 PM" };
  const { structured } = await house.invoke("add_to_waitlist", wish);
  const { id } = (structured as unknown as { entry: { id: string } }).entry;
  for (const operation of [callParty, seatFromDoor]) {
    expect((await house.refused(operation, { id }, HOST)).code).toBe("NOT_FOUND");
  }
  await house.invoke(pauseEntry, { id }, HOST);
});
