// Goal: dates and times are parsed strictly, are never moved to another day, and are right on the two
// days of the year on which the clocks change.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { LUNCH, PLAIN } from "./houses.ts";
import { HOUR, instant, LONDON, MINUTE, NEW_YORK, ROME, when, wordsOf } from "./moments.ts";
import { type Desk, startDesk } from "./support.ts";

setDefaultTimeout(30_000);

const NIGHT = {
  name: "Night",
  days: ["mon", "tue", "wed", "thu", "fri", "sat", "sun"],
  opens: "22:00",
  lastSeating: "02:45",
  closes: "03:00",
  limits: {},
};
const SEVEN_PM = 1795219200000;
const FOLD_EARLY = 1793511000000;
const FOLD_LATE = 1793514600000;

let desk: Desk;
let key: string;
beforeAll(async () => {
  desk = await startDesk("2026-10-20T10:00:00-04:00");
  await desk.brand("dinner", { ...PLAIN, seats: 5000, services: [LUNCH, ...PLAIN.services] });
  await desk.brand("night", { ...PLAIN, seats: 5000, services: [NIGHT] });
  await desk.brand("london", { ...PLAIN, seats: 5000, services: [NIGHT] }, LONDON, "GB");
  await desk.brand("rome", { ...PLAIN, seats: 5000 }, ROME, "IT");
  await desk.brand("notice", { ...PLAIN, minNoticeMinutes: 120, bookingWindowDays: 30 });
  await desk.brand("saturday", { ...PLAIN, services: [{ ...NIGHT, days: ["sat"] }] });
  key = await desk.key(["dinner", "night", "london", "rome", "notice", "saturday"]);
});
afterAll(() => desk?.close());

const guest = { brand: "dinner", name: "Ada", numberOfPeople: 2 };
const create = async (args: object) => await desk.ok("create_booking", { ...guest, ...args }, key);

describe("parsing", () => {
  const accepted: [string, string][] = [
    ["Friday, November 20, 2026", "7:00 PM"],
    ["friday, november 20, 2026", "7:00 pm"],
    ["FRI, NOV 20, 2026", "07:00 PM"],
    ["Fri Nov 20 2026", "7:00 PM"],
    ["Friday November 20 2026", "7:00\u202fPM"],
    ["  Friday,\u00a0November \u202f 20,  2026 ", " 7:00\u00a0PM "],
    ["Friday, Nov 20, 2026", "7:00 PM"],
  ];
  test.each(accepted)("%j at %j is 7:00 PM on November 20", async (date, time) => {
    const { reservation } = await create({ date, time });
    expect(reservation).toMatchObject({
      date: "Friday, November 20, 2026",
      time: "7:00 PM",
      timestamp: SEVEN_PM,
      serviceDate: "2026-11-20",
    });
  });
  const refusedDates = [
    "Friday, November 20",
    "November 20, 2026",
    "Tuesday, February 30, 2027",
    "Friday, November 0, 2026",
    "Friday, Novembre 20, 2026",
    "Friday, November 20, 26",
    "tomorrow",
    "11/20/2026",
    "",
  ];
  test.each(refusedDates)(
    "the date %j is refused as INVALID_INPUT, and not moved to another day",
    async (date) => {
      const args = { ...guest, date, time: "7:00 PM" };
      await desk.refused("create_booking", args, "INVALID_INPUT", key);
    },
  );
  test.each(["19:00:00", "7 PM", "7:00", "13:00 PM", "0:30 AM", "7:60 PM", "noon", "7:00PMish"])(
    "the time %j is refused as INVALID_INPUT",
    async (time) => {
      const args = { ...guest, date: "Friday, November 20, 2026", time };
      await desk.refused("create_booking", args, "INVALID_INPUT", key);
    },
  );
  test("a refused format is answered with the exact strings to send", async () => {
    const args = { ...guest, date: "2026/11/20", time: "7:00" };
    const refused = await desk.refused("create_booking", args, "INVALID_INPUT", key);
    expect(refused.text).toContain("Friday, November 20, 2026");
    expect(refused.text).toContain('"7:00 AM" or "7:00 PM"');
    expect(refused.reasons.length).toBeGreaterThanOrEqual(2);
  });
  test("four tools accept an ISO date and a 24-hour time; answers use the display format", async () => {
    const iso = { date: "2026-11-20", time: "19:00" };
    const shown = { date: "Friday, November 20, 2026", time: "7:00 PM" };
    const { brand } = guest;
    const { reservation } = await desk.ok("create_booking", { ...guest, ...iso }, key);
    expect(reservation).toMatchObject(shown);
    const id = reservation.id as string;
    const moved = await desk.ok("update_booking", { brand, id, time: "19:15" }, key);
    expect(moved.reservation).toMatchObject({ ...shown, time: "7:15 PM" });
    const wish = { ...guest, phone: "+12127365099", ...iso, latestTime: "21:00" };
    const { entry } = await desk.ok("add_to_waitlist", wish, key);
    expect(entry).toMatchObject({ date: shown.date, latestTime: "9:00 PM" });
    const asked = { brand, numberOfPeople: 2, ...iso };
    expect((await desk.ok("check_availability", asked, key)).slots[0]).toMatchObject(shown);
    const same = { ...guest, ...shown, idempotencyKey: crypto.randomUUID() };
    const first = await desk.ok("create_booking", same, key);
    expect(await desk.ok("create_booking", { ...same, ...iso }, key)).toEqual(first);
  });
  test("a wrong weekday is refused with both dates that may be meant", async () => {
    const args = { ...guest, date: "Thursday, November 20, 2026", time: "7:00 PM" };
    const refused = await desk.refused("create_booking", args, "WEEKDAY_MISMATCH", key);
    expect(refused.message).toContain("Thursday, November 19");
    expect(refused.message).toContain("Friday, November 20");
  });
  test("12:30 PM is half an hour after noon", async () => {
    const { reservation } = await create({ ...when("2026-11-21", "12:30") });
    expect(reservation).toMatchObject({
      timestamp: instant("2026-11-21", "12:30"),
      service: "Lunch",
    });
  });
});

describe("a timestamp", () => {
  const start = when("2026-11-20", "19:00");
  test("of the right instant is accepted; its seconds are dropped", async () => {
    const { reservation } = await create({ ...start, timestamp: SEVEN_PM + 59_999 });
    expect(reservation.timestamp).toBe(SEVEN_PM);
  });
  test("made by reading the wall time as UTC is refused, and the answer says so", async () => {
    const args = { ...guest, ...start, timestamp: SEVEN_PM - 5 * HOUR };
    const refused = await desk.refused("create_booking", args, "TIMESTAMP_MISMATCH", key);
    expect(refused.message).toMatch(/UTC/);
    expect(refused.message).toContain("7:00 PM");
    expect(refused.message).toContain("2:00 PM");
  });
  test("in seconds is refused, and the answer says so", async () => {
    const args = { ...guest, ...start, timestamp: SEVEN_PM / 1000 };
    const refused = await desk.refused("create_booking", args, "TIMESTAMP_MISMATCH", key);
    expect(refused.message).toMatch(/seconds/i);
  });
  test("alone in an update is compared with the reservation's date and time", async () => {
    const { reservation } = await create(start);
    const id = reservation.id;
    const same = { brand: "dinner", id, timestamp: SEVEN_PM };
    expect((await desk.ok("update_booking", same, key)).changed).toBe(false);
    const other = { brand: "dinner", id, timestamp: SEVEN_PM + HOUR };
    await desk.refused("update_booking", other, "TIMESTAMP_MISMATCH", key);
  });
});

describe("clock changes", () => {
  test("when an hour is repeated, both instants of 1:30 AM can be booked, and a warning names the other", async () => {
    const night = { ...guest, brand: "night", ...when("2026-11-01", "01:30") };
    const first = await desk.ok("create_booking", night, key);
    expect(first.reservation.timestamp).toBe(FOLD_EARLY);
    expect(first.reservation).toMatchObject({ time: "1:30 AM", serviceDate: "2026-10-31" });
    const warning = first.warnings.find((one) => one.code === "AMBIGUOUS_TIME");
    expect(warning).toMatchObject({ otherTimestamp: FOLD_LATE });
    const second = await desk.ok("create_booking", { ...night, timestamp: FOLD_LATE }, key);
    expect(second.reservation.timestamp).toBe(FOLD_LATE);
    const move = { brand: "night", id: first.reservation.id, timestamp: FOLD_LATE };
    const moved = await desk.ok("update_booking", move, key);
    expect(moved).toMatchObject({ changed: true });
    expect(moved.reservation.timestamp).toBe(FOLD_LATE);
    expect(moved.reservation.endTimestamp).toBe(FOLD_LATE + 90 * MINUTE);
  });
  test("London's hour is repeated on the day on which London's clocks change", async () => {
    const night = { ...guest, brand: "london", ...when("2026-10-25", "01:30") };
    const { reservation, warnings } = await desk.ok("create_booking", night, key);
    expect(reservation.timestamp).toBe(1792888200000);
    expect(warnings.find((one) => one.code === "AMBIGUOUS_TIME")).toMatchObject({
      otherTimestamp: 1792891800000,
    });
  });
  test("a time in the skipped hour is refused with the nearest slots", async () => {
    const night = { ...guest, brand: "night", ...when("2027-03-14", "02:30") };
    const refused = await desk.refused("create_booking", night, "NONEXISTENT_TIME", key);
    expect(refused.message).toContain("1:45 AM");
    expect(refused.message).toContain("3:00 AM");
    for (const suggestion of refused.suggestions)
      await desk.ok("create_booking", { ...night, ...suggestion, dryRun: true }, key);
  });
  test("a night service has starts during 4, 5 or 6 real hours, depending on the clock change", async () => {
    for (const [date, hours] of [
      ["2027-03-13", 4],
      ["2026-10-31", 6],
      ["2026-11-07", 5],
    ] as const) {
      const args = { brand: "night", date, numberOfPeople: 2 };
      const { slots } = await desk.ok("check_availability", args, key);
      expect(slots).toHaveLength(hours * 4);
      const first = slots[0]?.timestamp ?? 0;
      expect(slots.at(-1)?.timestamp).toBe(first + hours * HOUR - 15 * MINUTE);
      expect(new Set(slots.map((slot) => slot.timestamp)).size).toBe(slots.length);
    }
  });
  test("a stay across the repeated hour lasts as many real minutes as on other days", async () => {
    const start = { ...guest, brand: "night", ...when("2026-11-01", "00:45") };
    const { reservation } = await desk.ok("create_booking", start, key);
    expect(reservation.endTimestamp - reservation.timestamp).toBe(90 * MINUTE);
  });
  test("dates and times are read in the brand's zone", async () => {
    const rome = { ...guest, brand: "rome", ...when("2026-10-24", "20:00") };
    const { reservation } = await desk.ok("create_booking", rome, key);
    expect(reservation.timestamp).toBe(instant("2026-10-24", "20:00", ROME));
    expect(wordsOf(reservation.timestamp, ROME)).toEqual(when("2026-10-24", "20:00"));
  });
});

describe("service dates", () => {
  test("after midnight the date is the next day's, the service date is the evening's", async () => {
    const night = { ...guest, brand: "night", ...when("2026-11-08", "01:00") };
    const { reservation } = await desk.ok("create_booking", night, key);
    expect(reservation).toMatchObject({
      ...when("2026-11-08", "01:00"),
      serviceDate: "2026-11-07",
      service: "Night",
    });
    const day = await desk.ok("list_bookings", { brand: "night", date: "2026-11-07" }, key);
    expect(day.bookings.map((row) => row.id)).toContain(reservation.id as string);
  });
  test("a time after midnight with the evening's date is refused with a hint", async () => {
    const args = { ...guest, brand: "saturday", ...when("2026-11-21", "01:00") };
    const refused = await desk.refused("create_booking", args, "OUTSIDE_SERVICE", key);
    expect(refused.message).toContain("Sunday, November 22");
    const meant = { ...args, ...when("2026-11-22", "01:00") };
    const { reservation } = await desk.ok("create_booking", meant, key);
    expect(reservation.serviceDate).toBe("2026-11-21");
  });
  test("today is the service date of a service that still runs or ended less than three hours ago", async () => {
    await desk.goTo(instant("2026-10-22", "02:00"));
    const args = { brand: "night", name: "Owl", numberOfPeople: 2, ...when("2026-10-22", "02:05") };
    const { reservation } = await desk.ok("create_booking", args, key);
    expect(reservation.serviceDate).toBe("2026-10-21");
    const ids = async () =>
      (await desk.ok("list_bookings", { brand: "night" }, key)).bookings.map((row) => row.id);
    expect(await ids()).toContain(reservation.id as string);
    await desk.goTo(instant("2026-10-22", "05:59"));
    expect(await ids()).toContain(reservation.id as string);
    await desk.goTo(instant("2026-10-22", "06:01"));
    expect(await ids()).not.toContain(reservation.id as string);
  });
});

describe("notice, booking window and opening hours", () => {
  test("a start within the notice is refused, a later start is not", async () => {
    await desk.goTo(instant("2026-10-22", "16:00"));
    const args = { ...guest, brand: "notice", phone: "+12127365000" };
    const soon = { ...args, ...when("2026-10-22", "17:45") };
    const refused = await desk.refused("create_booking", soon, "NOTICE_TOO_SHORT", key);
    expect(refused.message).toContain("120");
    await desk.ok("create_booking", { ...args, ...when("2026-10-22", "18:15") }, key);
  });
  test("a start within 15 minutes needs no notice", async () => {
    await desk.goTo(instant("2026-10-22", "17:00"));
    const args = { ...guest, brand: "notice", phone: "+12127365000" };
    await desk.ok("create_booking", { ...args, ...when("2026-10-22", "17:10") }, key);
    const between = { ...args, ...when("2026-10-22", "17:30") };
    await desk.refused("create_booking", between, "NOTICE_TOO_SHORT", key);
  });
  test("a start beyond the booking window is refused as BEYOND_WINDOW, and one in the past as IN_THE_PAST", async () => {
    const args = { ...guest, brand: "notice" };
    await desk.ok("create_booking", { ...args, ...when("2026-11-21", "18:00") }, key);
    const beyond = { ...args, ...when("2026-11-22", "18:00") };
    const refused = await desk.refused("create_booking", beyond, "BEYOND_WINDOW", key);
    expect(refused.message).toContain("30");
    const past = { ...args, ...when("2026-10-21", "18:00") };
    await desk.refused("create_booking", past, "IN_THE_PAST", key);
  });
  test("a start on a closed special day is refused as CLOSED, with the day's note", async () => {
    await desk.set("dinner", 'specialDays={"2026-12-25":{"closed":true,"note":"Christmas"}}');
    const args = { ...guest, ...when("2026-12-25", "18:00") };
    const refused = await desk.refused("create_booking", args, "CLOSED", key);
    expect(refused.message).toContain("Christmas");
    expect(refused.suggestions.length).toBeGreaterThan(0);
  });
  test("a special day's services replace the usual ones", async () => {
    const day = {
      services: [{ name: "Brunch", opens: "10:00", lastSeating: "13:00", closes: "15:00" }],
    };
    await desk.set(
      "dinner",
      `specialDays=${JSON.stringify({ "2026-12-26": { ...day, note: "Boxing Day" } })}`,
    );
    const brunch = await create(when("2026-12-26", "10:30"));
    expect(brunch.reservation.service).toBe("Brunch");
    const args = { ...guest, ...when("2026-12-26", "18:00") };
    const refused = await desk.refused("create_booking", args, "OUTSIDE_SERVICE", key);
    expect(refused.message).toContain("Boxing Day");
  });
  test("the opening and the last seating can be booked", async () => {
    await create(when("2026-12-01", "21:30"));
    await create(when("2026-12-01", "17:00"));
    for (const wall of ["21:31", "16:59"])
      await desk.refused(
        "create_booking",
        { ...guest, ...when("2026-12-01", wall) },
        "OUTSIDE_SERVICE",
        key,
      );
  });
  test("a start between two slots is accepted", async () => {
    const { reservation } = await create(when("2026-12-01", "19:07"));
    expect(reservation.time).toBe("7:07 PM");
  });
});

test("the instants of these tests are in the zone of New York", () => {
  expect(instant("2026-11-20", "19:00", NEW_YORK)).toBe(SEVEN_PM);
});
