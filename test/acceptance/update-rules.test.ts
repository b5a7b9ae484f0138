// Goal: an update is checked only for what it changes, and leaves everything else as it was.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { PLAIN, ROOMY } from "./houses.ts";
import { dayAfter, HOUR, instant, MINUTE, ROME, when } from "./moments.ts";
import { type Desk, startDesk } from "./support.ts";
import type { Success } from "./wire.ts";
import type { ErrorCode } from "./wire-codes.ts";

setDefaultTimeout(30_000);

const TODAY = "2026-11-20";
const PHONE = "+12127365000";
let desk: Desk;
let key: string;
let days = 1;
const freshDay = () => dayAfter(TODAY, ++days);
const HOUSES = {
  roomy: ROOMY,
  paced: { ...PLAIN, paceCovers: 8, maxPartySize: 8 },
  small: { ...PLAIN, seats: 10, maxPartySize: 8 },
  notice: { ...ROOMY, minNoticeMinutes: 24 * 60, bookingWindowDays: 60 },
  allows: { ...PLAIN, largeParty: { from: 9, mode: "allow" } },
  refuses: { ...PLAIN, largeParty: { from: 9, mode: "refuse" } },
  reviews: { ...PLAIN, largeParty: { from: 9, mode: "pending" } },
};
type House = keyof typeof HOUSES;
beforeAll(async () => {
  desk = await startDesk("2026-11-20T10:00:00-05:00");
  for (const [slug, settings] of Object.entries(HOUSES)) await desk.brand(slug, settings);
  await desk.brand("rome", ROOMY, ROME, "IT");
  key = await desk.key([...Object.keys(HOUSES), "rome"]);
});
afterAll(() => desk?.close());

async function book(brand: House, size: number, date: string, wall = "19:00", extra: object = {}) {
  const args = { brand, name: "Ada", phone: PHONE, numberOfPeople: size, ...when(date, wall) };
  const { reservation } = await desk.ok("create_booking", { ...args, ...extra }, key);
  return reservation as Success<"get_booking">["reservation"];
}
const update = (brand: House, id: string, changes: object) =>
  desk.ok("update_booking", { brand, id, ...changes }, key);
const refuse = (code: ErrorCode, brand: House, id: string, changes: object) =>
  desk.refused("update_booking", { brand, id, ...changes }, code, key);

describe("what counts as a change", () => {
  test("an update without a field is refused as NOTHING_TO_UPDATE, and a null counts as no field", async () => {
    const { id } = await book("roomy", 2, freshDay());
    await refuse("NOTHING_TO_UPDATE", "roomy", id, {});
    await refuse("NOTHING_TO_UPDATE", "roomy", id, {
      numberOfPeople: null,
      notes: null,
      date: null,
    });
    await refuse("NOTHING_TO_UPDATE", "roomy", id, { idempotencyKey: "a-key" });
  });
  test("an update with the current values succeeds and changes nothing", async () => {
    const day = freshDay();
    const before = await book("roomy", 2, day, "19:00", { notes: "quiet" });
    const same = { numberOfPeople: 2, ...when(day, "19:00"), notes: "quiet", foodDrinkNotes: "" };
    const result = await update("roomy", before.id, same);
    expect(result).toMatchObject({ changed: false, notifications: [], waitlist: null });
    expect(result.reservation).toEqual(before);
  });
  test("a change increases the revision by one and leaves the other fields alone", async () => {
    const before = await book("roomy", 2, freshDay(), "19:00", { notes: "quiet" });
    const { reservation } = await update("roomy", before.id, { foodDrinkNotes: "vegan" });
    const { revision, updatedAt } = reservation;
    expect(reservation).toEqual({ ...before, foodDrinkNotes: "vegan", revision, updatedAt });
    expect(revision).toBe(before.revision + 1);
    expect(updatedAt).toBeGreaterThanOrEqual(before.updatedAt);
  });
  test.each(["name", "phone", "email", "notifyCustomer", "status"])(
    "%s is not a parameter of an update",
    async (field) => {
      const { id } = await book("roomy", 2, freshDay());
      const refused = await refuse("INVALID_INPUT", "roomy", id, { [field]: "x", notes: "y" });
      expect(refused.message).toContain(field);
    },
  );
});

describe("date and time separately", () => {
  test("a time alone keeps the date", async () => {
    const day = freshDay();
    const { id } = await book("roomy", 2, day);
    const { reservation } = await update("roomy", id, { time: "8:15 PM" });
    expect(reservation).toMatchObject({ ...when(day, "20:15"), timestamp: instant(day, "20:15") });
    expect(reservation.endTimestamp).toBe(instant(day, "20:15") + 90 * MINUTE);
  });
  test("a date alone keeps the wall time, even if the clock changes in between", async () => {
    const { id } = await book("roomy", 2, "2027-03-12");
    const { reservation } = await update("roomy", id, { date: when("2027-03-16", "00:00").date });
    expect(reservation).toMatchObject({
      ...when("2027-03-16", "19:00"),
      timestamp: instant("2027-03-16", "19:00"),
    });
    expect(reservation.timestamp - instant("2027-03-12", "19:00")).toBe(4 * 24 * HOUR - HOUR);
  });
  test("a wrong weekday is refused", async () => {
    const { id } = await book("roomy", 2, freshDay());
    await refuse("WEEKDAY_MISMATCH", "roomy", id, { date: "Monday, November 20, 2026" });
  });
});

describe("a changed start", () => {
  test("is refused in the past, within the minimum notice, beyond the booking window and outside a service", async () => {
    const { id } = await book("notice", 2, dayAfter(TODAY, 10));
    await refuse("IN_THE_PAST", "notice", id, when("2026-11-19", "19:00"));
    await refuse("NOTICE_TOO_SHORT", "notice", id, when(TODAY, "19:00"));
    await refuse("BEYOND_WINDOW", "notice", id, when(dayAfter(TODAY, 70), "19:00"));
    await refuse("OUTSIDE_SERVICE", "notice", id, { time: "3:00 PM" });
  });
  test("is not blocked by the party's own seats", async () => {
    const { id } = await book("small", 8, freshDay());
    await update("small", id, { time: "7:30 PM" });
  });
  test("at a full time is refused with suggested times that work", async () => {
    const day = freshDay();
    await book("small", 8, day, "20:00");
    const { id } = await book("small", 4, day, "17:00");
    const full = await refuse("CAPACITY_FULL", "small", id, { time: "8:00 PM" });
    expect(full.suggestions.length).toBeGreaterThan(0);
    for (const suggestion of full.suggestions)
      await update("small", id, { ...suggestion, dryRun: true });
  });
  test("is checked for pace only if it is in another slot, but a larger party is always checked", async () => {
    const day = freshDay();
    const { id } = await book("paced", 6, day);
    await book("paced", 2, day);
    await update("paced", id, { time: "7:10 PM" });
    await refuse("PACE_FULL", "paced", id, { numberOfPeople: 7 });
    await update("paced", id, { numberOfPeople: 5 });
    const other = await book("paced", 4, day, "19:30");
    await refuse("PACE_FULL", "paced", other.id, { time: "7:05 PM" });
  });
});

describe("a changed size", () => {
  test("is accepted within the minimum notice and beyond the booking window, and so is a new note", async () => {
    const { id } = await book("notice", 2, dayAfter(TODAY, 10));
    await desk.set("notice", "minNoticeMinutes=40000", "bookingWindowDays=5");
    const { reservation } = await update("notice", id, { numberOfPeople: 3, notes: "x" });
    expect(reservation.numberOfPeople).toBe(3);
    await desk.set("notice", "minNoticeMinutes=1440", "bookingWindowDays=60");
  });
  test("of a growing party is checked for free seats and for the largest allowed size", async () => {
    const day = freshDay();
    await book("small", 6, day);
    const { id } = await book("small", 4, day);
    const refused = await refuse("PARTY_TOO_LARGE", "small", id, { numberOfPeople: 9 });
    expect(refused.reasons.map((reason) => reason.code)).toContain("CAPACITY_FULL");
    await refuse("CAPACITY_FULL", "small", id, { numberOfPeople: 5 });
  });
  test("moves the end of the stay, because a larger party has a longer turn", async () => {
    const day = freshDay();
    const { id } = await book("roomy", 2, day);
    const { reservation } = await update("roomy", id, { numberOfPeople: 4 });
    expect(reservation.endTimestamp).toBe(instant(day, "19:00") + 105 * MINUTE);
  });
  test("of a party that becomes smaller is accepted even over the limit", async () => {
    const day = freshDay();
    const { id } = await book("small", 8, day);
    await desk.set("small", "seats=4", "maxPartySize=4");
    const { reservation } = await update("small", id, { numberOfPeople: 7 });
    expect(reservation.numberOfPeople).toBe(7);
    await desk.set("small", "seats=10", "maxPartySize=8");
  });
  test("frees seats for the waitlist if the party becomes smaller; a move does too, a note does not", async () => {
    const { id } = await book("roomy", 4, freshDay());
    const freed = { willRun: true, waiting: 0 } as const;
    expect((await update("roomy", id, { numberOfPeople: 3 })).waitlist).toEqual(freed);
    expect((await update("roomy", id, { time: "8:00 PM" })).waitlist).toEqual(freed);
    expect((await update("roomy", id, { numberOfPeople: 4 })).waitlist).toBeNull();
    expect((await update("roomy", id, { notes: "x" })).waitlist).toBeNull();
  });
  test("of a seated party may exceed the limit, with the warning OVER_LIMIT", async () => {
    const day = freshDay();
    const { id } = await book("small", 6, day);
    await book("small", 4, day);
    await desk.goTo(instant(day, "19:00"));
    await desk.ok("mark_seated", { brand: "small", id }, key);
    const grown = await update("small", id, { numberOfPeople: 8 });
    expect(grown.reservation).toMatchObject({ numberOfPeople: 8, status: "seated" });
    const warning = grown.warnings.find((one) => one.code === "OVER_LIMIT");
    expect(warning).toMatchObject({ covers: 12, limit: 10 });
    await refuse("INVALID_TRANSITION", "small", id, { time: "8:00 PM" });
  });
  test("of a booked party is accepted after the start", async () => {
    const day = freshDay();
    const { id } = await book("roomy", 2, day);
    await desk.goTo(instant(day, "19:45"));
    expect((await update("roomy", id, { numberOfPeople: 3 })).changed).toBe(true);
  });
});

describe("an update to a large party", () => {
  test.each(["refuses", "reviews"] as const)(
    "is refused as LARGE_PARTY_REVIEW and changes nothing if the restaurant %s large parties",
    async (brand) => {
      const before = await book(brand, 8, freshDay());
      const refused = await refuse("LARGE_PARTY_REVIEW", brand, before.id, { numberOfPeople: 9 });
      expect(refused.suggestions).toEqual([]);
      const after = await desk.ok("get_booking", { brand, id: before.id }, key);
      expect(after.reservation).toEqual(before);
    },
  );
  test("is refused as LARGE_PARTY_REVIEW if it makes a pending party larger, but not if it makes the party smaller", async () => {
    const { id, status } = await book("reviews", 10, freshDay());
    expect(status).toBe("pending");
    await refuse("LARGE_PARTY_REVIEW", "reviews", id, { numberOfPeople: 11 });
    const { reservation } = await update("reviews", id, { numberOfPeople: 9 });
    expect(reservation).toMatchObject({ numberOfPeople: 9, status: "pending" });
  });
  test("is accepted with a flag if the restaurant allows large parties", async () => {
    const { id } = await book("allows", 8, freshDay());
    const grown = await update("allows", id, { numberOfPeople: 9 });
    expect(grown.reservation).toMatchObject({ status: "booked", flags: ["large"] });
    expect(grown.warnings.map((one) => one.code)).toContain("LARGE_PARTY");
    expect((await update("allows", id, { numberOfPeople: 8 })).reservation.flags).toEqual([]);
  });
});

describe("notes", () => {
  test("are accepted even for a cancelled reservation", async () => {
    const { id } = await book("roomy", 2, freshDay());
    await desk.ok("cancel_booking", { brand: "roomy", id }, key);
    const { reservation } = await update("roomy", id, { seatingNotes: "was by the door" });
    expect(reservation).toMatchObject({ status: "cancelled", seatingNotes: "was by the door" });
  });
  test("can be replaced, appended to and cleared, and the answer has the previous note", async () => {
    const { id } = await book("roomy", 2, freshDay());
    const note = (more: object) => desk.ok("add_note", { brand: "roomy", id, ...more }, key);
    const first = await note({ note: "one", append: true });
    expect(first.reservation.notes).toBe("one");
    expect(first.previous).toEqual({ field: "notes", text: "" });
    const second = await note({ note: "two", append: true });
    expect(second.reservation.notes).toBe("one\ntwo");
    expect(second.previous.text).toBe("one");
    expect((await note({ note: "three" })).reservation.notes).toBe("three");
    expect((await note({ note: "three" })).changed).toBe(false);
    expect((await note({ note: "" })).reservation.notes).toBe("");
    const tab = await note({ note: "nuts", field: "foodDrinkNotes" });
    expect(tab.reservation).toMatchObject({ notes: "", foodDrinkNotes: "nuts" });
    expect(tab.previous).toEqual({ field: "foodDrinkNotes", text: "" });
  });
  test("keep their spaces, newlines and tabs but lose other control characters", async () => {
    const { id } = await book("roomy", 2, freshDay());
    const call = { brand: "roomy", id, note: "  a\u0000b\u0007\tc\nd  " };
    expect((await desk.ok("add_note", call, key)).reservation.notes).toBe("  ab\tc\nd  ");
  });
  test("are limited to 4,000 characters per field", async () => {
    const { id } = await book("roomy", 2, freshDay());
    const long = { brand: "roomy", id, note: "x".repeat(3999) };
    await desk.ok("add_note", long, key);
    const over = { brand: "roomy", id, note: "y", append: true };
    const refused = await desk.refused("add_note", over, "INVALID_INPUT", key);
    expect(refused.message).toMatch(/4,?000/);
    await desk.ok("add_note", { ...long, note: "x".repeat(4000) }, key);
    await desk.refused("add_note", { ...long, note: "x".repeat(4001) }, "INVALID_INPUT", key);
    await refuse("INVALID_INPUT", "roomy", id, { notes: "x".repeat(4001) });
  });
});
