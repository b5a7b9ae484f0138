// Goal: a cancellation or a status mark changes the reservation's status, texts and seats and writes
// the log; a repeat changes nothing.
import { describe, expect, test } from "bun:test";
import type { WriteResult } from "../../../src/operations/reservation/wire.ts";
import { said } from "../../support/said.ts";
import { ADA, caller, DAY, EVENING, HOUR, type House, MINUTE, openHouse, PLAIN } from "../house.ts";

const ASKING = { ...PLAIN, attendance: {} };
const last = (house: House, id: string) => house.stores.audit.ofReservation(id, 1)[0];

describe("cancel_booking", () => {
  test("stores the reason in the log and sends one text", async () => {
    using house = openHouse(ASKING);
    const id = await house.book({ phone: ADA });
    house.deliver();
    const answer = await house.ok("cancel_booking", { id, reason: " Ill " });
    expect(answer).toMatchObject({
      changed: true,
      reservation: { status: "cancelled", cancelledAt: house.at, revision: 2 },
      notifications: [{ kind: "cancellation", state: "queued", phone: "5000" }],
      waitlist: { willRun: true, waiting: 0 },
    });
    expect(last(house, id)).toMatchObject({
      operation: "cancel_booking",
      reason: "Ill",
      before: { status: "booked", cancelledAt: null },
      after: { status: "cancelled", cancelledAt: house.at },
    });
    expect(house.texts(id)).toEqual(["confirmation delivered", "cancellation due"]);
  });
  test("changes, sends and frees nothing if it is repeated", async () => {
    using house = openHouse();
    const id = await house.book({ phone: ADA });
    await house.ok("cancel_booking", { id, reason: "Ill" });
    const rows = house.rows();
    house.at += HOUR;
    expect(await house.ok("cancel_booking", { id, reason: "Really" })).toMatchObject({
      changed: false,
      notifications: [],
      waitlist: null,
      reservation: { revision: 2 },
    });
    expect(house.rows()).toEqual(rows);
  });
  test("frees the rest of the stay and counts the guests who wait for it", async () => {
    using house = openHouse();
    const id = await house.book();
    const wish = { name: "Eve", numberOfPeople: 2, date: "Friday, November 20, 2026" };
    await house.ok("add_to_waitlist", { ...wish, phone: "+12127365001", time: "7:30 PM" });
    await house.ok("add_to_waitlist", { ...wish, phone: "+12127365002", time: "5:00 PM" });
    await house.ok("add_to_waitlist", { ...wish, phone: "+12127365003", time: "9:30 PM" });
    house.at = EVENING + 30 * MINUTE;
    const { waitlist } = await house.ok("cancel_booking", { id });
    expect(waitlist).toEqual({ willRun: true, waiting: 1 });
    expect(house.freed()).toEqual(["cancel_booking 7:30 PM-8:45 PM"]);
  });
  test("of a stay that is over frees nothing and sends no text", async () => {
    using house = openHouse();
    const id = await house.book({ phone: ADA });
    house.deliver();
    house.at = EVENING + 5 * HOUR;
    const answer = await house.ok("cancel_booking", { id });
    expect(answer).toMatchObject({ changed: true, notifications: [], waitlist: null });
    expect(house.rows()).toMatchObject({ slot_freed: 0 });
  });
  test("does not use the waitlist if the brand has switched it off", async () => {
    using house = openHouse({ ...PLAIN, waitlist: { enabled: false } });
    const id = await house.book();
    expect(await house.ok("cancel_booking", { id })).toMatchObject({ waitlist: null });
    expect(house.freed()).toEqual([]);
  });
});

describe("a status mark", () => {
  test("withdraws the questions about attendance but not the confirmation", async () => {
    using house = openHouse({
      ...PLAIN,
      attendance: { minLeadHours: 0 },
      quietHours: { from: "00:00", to: "00:00" },
    });
    house.at = EVENING - 6 * HOUR;
    const id = await house.book({ phone: ADA });
    expect(house.texts(id)).toEqual(["confirmation due", "attendance_ask due", "follow_up due"]);
    house.at = EVENING - 3 * HOUR;
    await house.ok("mark_arrived", { id });
    expect(house.texts(id)).toEqual(["confirmation due"]);
  });
  test("of a no-show withdraws all texts and frees the rest of the stay", async () => {
    using house = openHouse();
    const id = await house.book({ phone: ADA });
    house.at = EVENING + 15 * MINUTE;
    const answer = await house.ok("mark_no_show", { id });
    expect(answer).toMatchObject({
      notifications: [],
      waitlist: { willRun: true },
      reservation: { status: "no_show" },
    });
    expect(house.texts(id)).toEqual(["confirmation void"]);
    expect(house.freed()).toEqual(["mark_no_show 7:15 PM-8:45 PM"]);
  });
  test.each([
    ["mark_arrived", EVENING - 3 * HOUR],
    ["mark_seated", EVENING - 3 * HOUR],
    ["mark_no_show", EVENING + 15 * MINUTE],
  ])(
    "%s is refused if it is too early, with the time from which it is allowed",
    async (tool, from) => {
      using house = openHouse();
      const id = await house.book();
      house.at = from - 1;
      const refusal = await house.refused(tool, { id });
      expect(refusal).toMatchObject({ code: "TOO_EARLY", retryable: true, retryAt: from });
      house.at = from;
      expect(await house.ok(tool, { id })).toMatchObject({ changed: true });
    },
  );
  test("sets its own time and does not change the times of other marks", async () => {
    using house = openHouse();
    const id = await house.book();
    const stamps = async (tool: string, at: number) => {
      house.at = at;
      const { reservation } = await house.ok(tool, { id });
      return [reservation.arrivedAt, reservation.seatedAt, reservation.completedAt];
    };
    expect(await stamps("mark_arrived", EVENING - 5)).toEqual([EVENING - 5, null, null]);
    expect(await stamps("mark_seated", EVENING)).toEqual([EVENING - 5, EVENING, null]);
    expect(await stamps("mark_completed", EVENING + 9)).toEqual([
      EVENING - 5,
      EVENING,
      EVENING + 9,
    ]);
    expect(await stamps("mark_completed", EVENING + HOUR)).toEqual([
      EVENING - 5,
      EVENING,
      EVENING + 9,
    ]);
  });
  test("that ends a stay early passes the seats to the waitlist only if the brand says so", async () => {
    for (const onEarlyCompletion of [false, true]) {
      using house = openHouse({ ...PLAIN, waitlist: { onEarlyCompletion } });
      const id = await house.book();
      house.at = EVENING + HOUR;
      await house.ok("mark_seated", { id });
      house.at += 30 * MINUTE;
      const { waitlist } = await house.ok("mark_completed", { id });
      expect(waitlist === null).toBe(!onEarlyCompletion);
      expect(house.freed()).toEqual(onEarlyCompletion ? ["mark_completed 8:30 PM-9:45 PM"] : []);
    }
  });
});

describe("a no-show who comes later", () => {
  const late = async (house: House): Promise<string> => {
    const id = await house.book({ numberOfPeople: 20 });
    house.at = EVENING + 20 * MINUTE;
    await house.ok("mark_no_show", { id });
    return id;
  };
  test.each(["mark_arrived", "mark_seated"])(
    "is admitted by %s while the seats are free",
    async (tool) => {
      using house = openHouse();
      const id = await late(house);
      house.at += HOUR;
      expect(await house.ok(tool, { id })).toMatchObject({ changed: true });
    },
  );
  test("is admitted until the service closes", async () => {
    using house = openHouse();
    const id = await late(house);
    house.at = EVENING + 4.5 * HOUR;
    const refusal = await house.refused("mark_arrived", { id });
    expect(refusal.code).toBe("INVALID_TRANSITION");
    house.at -= 1;
    await house.ok("mark_arrived", { id });
  });
  test("is refused if the seats were given away", async () => {
    using house = openHouse();
    const id = await late(house);
    await house.book({ numberOfPeople: 11, time: "7:30 PM" });
    for (const tool of ["mark_arrived", "mark_seated"]) {
      const refusal = await house.refused(tool, { id });
      expect(refusal.reasons.map(({ code }) => code)).toEqual(["SLOT_REUSED", "CAPACITY_FULL"]);
      expect(said(refusal)).toContain(
        'or ask a manager to override. check_availability { numberOfPeople: 20, date: "Friday, November 20, 2026", ' +
          'time: "7:20 PM" } lists the nearest free times.',
      );
    }
  });
});

describe("the words of an answer", () => {
  test("have the id, day, time, size, status and each warning, but only the last digits of the phone", async () => {
    using house = openHouse({ ...PLAIN, seats: 6 });
    await house.book({ time: "8:45 PM" });
    const id = await house.book({ phone: ADA });
    house.at = EVENING + HOUR;
    const { text, structured } = await house.invoke("mark_seated", { id });
    for (const word of [id, "Friday, November 20, 2026", "7:00 PM", "party of 4", "seated"]) {
      expect(text).toContain(word);
    }
    for (const { code, message } of (structured as unknown as WriteResult).warnings) {
      expect(text).toContain(`${code}: ${message}`);
    }
    const other = await house.book({
      phone: ADA,
      time: "5:00 PM",
      date: "Saturday, November 21, 2026",
    });
    house.deliver();
    const cancelled = await house.invoke("cancel_booking", { id: other });
    expect(cancelled.text).toContain("phone ending 5000");
    expect(cancelled.text).not.toContain(ADA);
  });
});

test("the history of a reservation names the actor of each change", async () => {
  using house = openHouse();
  const id = await house.book();
  house.at += DAY;
  const bot = caller({ principal: "key-2", actor: { kind: "api_key", id: "key-2", name: "Bot" } });
  await house.ok("cancel_booking", { id, reason: "Double" }, bot);
  const { history } = await house.ok<{ history: object[] }>("get_booking", { id });
  expect(history).toMatchObject([
    { at: house.at, operation: "cancel_booking", actor: "Bot" },
    { operation: "create_booking", actor: "Front desk" },
  ]);
  expect(JSON.stringify(history[0])).toContain("Double");
});
