// Goal: a booking is stored as requested, and its answer says what the host must know; a dry run
// changes nothing. Method: bookings over a real database, compared with the stored rows.
import { describe, expect, test } from "bun:test";
import { errorText } from "../../src/operations/call/refusals.ts";
import { offer } from "../storage/samples.ts";
import { said } from "../support/said.ts";
import { ADA, BISTRO, caller, EVENING, FRIDAY, HOUR, MINUTE, openHouse, PLAIN } from "./house.ts";

const WISH = { name: "Ada", numberOfPeople: 4, date: FRIDAY, time: "7:00 PM" };
const GUEST = { ...WISH, phone: ADA };

describe("the stored reservation", () => {
  test("has the requested values, the stay, the service and its creator", async () => {
    using house = openHouse();
    const wish = { ...GUEST, email: "ada@example.com", notes: "Window", time: "7:10 PM" };
    const id = await house.book(wish, caller({ principal: "key-9" }));
    const startAt = EVENING + 10 * MINUTE;
    expect(house.stored(id)).toMatchObject({
      id,
      brand: BISTRO,
      name: "Ada",
      phone: ADA,
      email: "ada@example.com",
      partySize: 4,
      startAt,
      endAt: startAt + 105 * MINUTE,
      serviceDate: "2026-11-20",
      service: "Dinner",
      status: "booked",
      notes: "Window",
      source: "tool",
      createdBy: "key-9",
      createdAt: house.at,
      revision: 1,
    });
    expect(house.rows()).toMatchObject({ reservation: 1, audit: 1, message: 1, slot_freed: 0 });
  });
  test.each(["(212) 736-5000", "0012127365000", "+1 212.736.5000"])(
    "has the phone %p in E.164",
    async (phone) => {
      using house = openHouse();
      expect(house.stored(await house.book({ phone })).phone).toBe(ADA);
    },
  );
  const flags: [string, object, object, number, string[]][] = [
    ["a walk-in", {}, {}, EVENING - 15 * MINUTE, ["walk_in"]],
    ["a booking at the door with a phone (not a walk-in)", {}, { phone: ADA }, EVENING, []],
    [
      "a booking without a phone 16 minutes ahead (not a walk-in)",
      {},
      {},
      EVENING - 16 * MINUTE,
      [],
    ],
    [
      "an admitted large party",
      { largeParty: { from: 4, mode: "allow" } },
      { phone: ADA },
      EVENING,
      ["large", "call_to_confirm"],
    ],
    [
      "a booking whose guest must be called",
      { attendance: { minLeadHours: 0 } },
      {},
      EVENING - 2 * HOUR,
      ["call_to_confirm"],
    ],
  ];
  test.each(flags)(
    "has the right flags if it is %s",
    async (_name, settings, change, at, expected) => {
      using house = openHouse({ ...PLAIN, ...settings });
      house.at = at;
      expect(house.stored(await house.book(change)).flags).toEqual(expected as never);
    },
  );
});

describe("a dry run of create_booking", () => {
  test("gives the answer of the booking, without an id", async () => {
    using house = openHouse({ ...PLAIN, attendance: {} });
    const rows = house.rows();
    const { structured: dry, text } = await house.invoke("create_booking", {
      ...GUEST,
      dryRun: true,
    });
    expect(house.rows()).toEqual(rows);
    expect(text).toContain("(no id yet)");
    const real = await house.ok("create_booking", GUEST);
    expect(dry).toEqual({ ...real, dryRun: true, reservation: { ...real.reservation, id: null } });
  });
});

describe("the seats of a hold", () => {
  test("can be booked by the guest with the hold's phone, and by nobody else", async () => {
    using house = openHouse({ ...PLAIN, seats: 4, maxPartySize: 4 });
    const { entry } = await house.ok<{ entry: { id: string } }>("add_to_waitlist", GUEST);
    const waiting = house.stores.waitlist.entry(entry.id);
    if (waiting === null) throw new Error("The entry is gone");
    await house.writer.write(() => house.stores.waitlist.update({ ...waiting, status: "offered" }));
    const held = { startAt: EVENING, endAt: EVENING + 105 * MINUTE, holdUntil: house.at + HOUR };
    house.hold(offer({ entryId: entry.id, brand: BISTRO, phone: ADA, partySize: 4, ...held }));
    const other = await house.refused("create_booking", { ...WISH, phone: "+12127365001" });
    expect(other).toMatchObject({ code: "HELD_FOR_WAITLIST", retryAt: held.holdUntil });
    const { warnings, reservation } = await house.ok("create_booking", GUEST);
    expect(warnings.map(({ code }) => code)).toEqual(["WAITING_ENTRY_BOOKED"]);
    expect(house.stores.waitlist.entry(entry.id)).toMatchObject({
      status: "booked",
      bookingId: reservation.id,
    });
    expect(house.stores.waitlist.offerOf(entry.id)).toBeNull();
  });
});

test("all reasons against a booking are named together, in the order of the rules", async () => {
  using house = openHouse({ ...PLAIN, seats: 8, largeParty: { from: 6, mode: "refuse" } });
  await house.book({ numberOfPeople: 4 });
  const refusal = await house.refused("create_booking", {
    ...WISH,
    phone: "12",
    numberOfPeople: 7,
  });
  expect(refusal.reasons.map(({ code }) => code)).toEqual([
    "PHONE_INVALID",
    "LARGE_PARTY_REVIEW",
    "CAPACITY_FULL",
  ]);
  expect(refusal.suggestions).toEqual([]);
});

test("a wrong phone is named together with the faults that the schema finds", async () => {
  using house = openHouse();
  const given = { ...WISH, phone: "12", numberOfPeople: "two", time: "late" };
  const refusal = await house.refused("create_booking", given);
  expect(refusal.reasons.map(({ parameter }) => parameter)).toEqual([
    "numberOfPeople",
    "time",
    "phone",
  ]);
  expect(refusal.reasons[2]?.code).toBe("PHONE_INVALID");
  for (const phone of [12, "", " ", undefined]) {
    const { reasons } = await house.refused("create_booking", { ...given, phone });
    const named = reasons.filter(({ parameter }) => parameter === "phone");
    expect(named).toHaveLength(phone === undefined ? 0 : 1);
  }
});

test("a refusal for a start within three hours says until when tonight is full, before it suggests other days", async () => {
  using house = openHouse();
  house.at = EVENING - HOUR;
  await house.book({ numberOfPeople: 30, time: "7:00 PM" });
  const wish = { name: "Bo", numberOfPeople: 3, date: FRIDAY, time: "7:30 PM" };
  const words = "No start is free for a party of 3 tonight between 7:30 PM and 9:30 PM.";
  const refusal = await house.refused("create_booking", wish);
  expect(said(refusal)).toEndWith(words);
  const lines = errorText(refusal).split("\n");
  expect(lines.slice(1)).toEqual([
    "The same call is accepted with any of these:",
    expect.stringContaining('time "9:30 PM"'),
    `${words} On another day the same call is accepted with:`,
    expect.stringContaining('date "Saturday, November 21, 2026", time "7:30 PM"'),
    expect.stringContaining('date "Sunday, November 22, 2026", time "7:30 PM"'),
  ]);
  const { name: _, ...asked } = wish;
  const { text } = await house.invoke("check_availability", asked);
  expect(text.split("\n").slice(-5)).toEqual([
    "Nearest that can be booked:",
    expect.stringContaining('time "9:30 PM"'),
    `${words} On another day:`,
    expect.stringContaining('date "Saturday, November 21, 2026", time "7:30 PM"'),
    expect.stringContaining('date "Sunday, November 22, 2026", time "7:30 PM"'),
  ]);
});

describe("a refusal lists all its reasons together, each with a remedy:", () => {
  const HOUSE = {
    ...PLAIN,
    paceCovers: 10,
    attendance: { enabled: true },
    largeParty: { from: 9, mode: "refuse" },
  };
  const wish = { name: "Eve", numberOfPeople: 12, date: FRIDAY, time: "7:00 PM" };
  const open = async () => {
    const house = openHouse(HOUSE);
    const times = ["7:00 PM", "7:15 PM", "7:30 PM"];
    for (const time of times) await house.book({ time, numberOfPeople: 8, phone: ADA });
    return house;
  };

  test("for a large party over the pace and the seats, without a phone", async () => {
    using house = await open();
    const { reasons, suggestions } = await house.refused("create_booking", wish);
    expect(suggestions).toEqual([]);
    expect(reasons.map((one) => [one.code, said(one)])).toEqual([
      ["LARGE_PARTY_REVIEW", expect.stringContaining("requestReview: true")],
      ["ATTENDANCE_CONTACT_REQUIRED", expect.stringContaining("Send the guest's phone.")],
      ["CAPACITY_FULL", expect.any(String)],
      ["PARTY_EXCEEDS_PACE", expect.stringContaining("There would be room at 5:00 PM on Friday")],
    ]);
    // Once every remedy is applied, no new reason appears.
    const cured = { ...wish, requestReview: true, phone: "+12127365001", time: "5:00 PM" };
    expect((await house.ok("create_booking", cured)).reservation.status).toBe("pending");
  });
  test("for a wrong timestamp, together with reasons that apply at any time", async () => {
    using house = await open();
    const { reasons } = await house.refused("create_booking", { ...wish, timestamp: 5 });
    expect(reasons.map(({ code }) => code)).toEqual([
      "TIMESTAMP_MISMATCH",
      "LARGE_PARTY_REVIEW",
      "ATTENDANCE_CONTACT_REQUIRED",
    ]);
  });
});
