// Goal: the rules for new bookings also apply when a reservation is moved or restored. A pending
// request leaves the restaurant time to decide, and no party is restored at a closed time.

import { expect, test } from "bun:test";
import { attendanceDeadline } from "../../src/background/reservation-steps.ts";
import { silentLog } from "../background/machine.ts";
import { fixedRandom } from "../support/fixed-random.ts";
import { MANAGER } from "./desk/people.ts";
import { ADA, EVENING, FRIDAY, HOUR, MINUTE, openHouse, PLAIN } from "./house.ts";

test("a request cannot be moved to a start too soon for a decision", async () => {
  using house = openHouse({ ...PLAIN, largeParty: { from: 6, mode: "pending" } });
  const id = await house.book({ numberOfPeople: 8, phone: ADA, time: "9:00 PM" });
  house.at = EVENING - 4 * HOUR;
  expect((await house.refused("update_booking", { id, time: "5:30 PM" })).code).toBe(
    "LARGE_PARTY_REVIEW",
  );
  const moved = await house.ok("update_booking", { id, time: "8:30 PM" });
  expect(moved.reservation.status).toBe("pending");
});

test("a cancellation cannot be undone on a day that was closed meanwhile", async () => {
  using house = openHouse();
  const id = await house.book();
  await house.ok("cancel_booking", { id });
  house.set({ ...PLAIN, specialDays: { "2026-11-20": { closed: true } } });
  const { reasons } = await house.refused("undo_last_change", { id });
  expect(reasons.map(({ code }) => code)).toEqual(["SLOT_REUSED", "CLOSED"]);
});

test("a note can be undone on a day that was closed meanwhile", async () => {
  using house = openHouse();
  const id = await house.book();
  await house.ok("add_note", { id, note: "window" });
  house.set({ ...PLAIN, specialDays: { "2026-11-20": { closed: true } } });
  expect((await house.ok("undo_last_change", { id })).reservation.notes).toBe("");
});

test("if two services have the same name, a no-show can arrive until the booked service ends", async () => {
  const days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
  const service = (opens: string, lastSeating: string, closes: string) => ({
    name: "Table",
    days,
    opens,
    lastSeating,
    closes,
    limits: {},
  });
  using house = openHouse({
    ...PLAIN,
    services: [service("12:00", "13:00", "14:00"), service("17:00", "21:30", "23:30")],
  });
  const id = await house.book({ date: FRIDAY });
  house.at = EVENING + 20 * MINUTE;
  await house.ok("mark_no_show", { id });
  expect((await house.ok("mark_arrived", { id })).reservation.status).toBe("arrived");
});

test("a guest with a pending request is not asked to confirm", async () => {
  using house = openHouse({ ...PLAIN, largeParty: { from: 6, mode: "pending" }, attendance: {} });
  const id = await house.book({ numberOfPeople: 8, phone: ADA });
  expect(house.stored(id)).toMatchObject({ status: "pending", attendance: "pending" });
  expect(house.texts(id)).toEqual(["request_received due"]);
});

test("a guest who was asked to confirm is asked again after a move at short notice", async () => {
  using house = openHouse({ ...PLAIN, attendance: {} });
  const id = await house.book({ phone: ADA });
  house.at = EVENING - 23 * HOUR;
  house.deliver();
  const moved = await house.ok("update_booking", { id, time: "7:15 PM" });
  expect(moved.reservation.attendance).toBe("pending");
  expect(house.texts(id).filter((text) => text.endsWith("due"))).toEqual([
    "attendance_ask due",
    "follow_up due",
  ]);
});

test.each([
  ["after the deadline, silence does not cancel it again", 2, "booked"],
  ["before the deadline, silence cancels it", 4, "cancelled"],
])("if a manager restores a reservation %s", async (_, hoursBefore, status) => {
  using house = openHouse({ ...PLAIN, attendance: { onNoReply: "release" } });
  const id = await house.book({ phone: ADA });
  house.at = EVENING - 10 * HOUR;
  house.deliver();
  await house.ok("cancel_booking", { id });
  house.at = EVENING - hoursBefore * HOUR;
  await house.ok("undo_last_change", { id }, MANAGER);
  house.at = EVENING - 2 * HOUR;
  const machine = { ...house, clock: () => house.at, random: fixedRandom(), log: silentLog };
  expect(await attendanceDeadline(machine).run(house.at)).toBe(1);
  expect(house.stored(id)).toMatchObject({
    status,
    attendance: "no_reply",
    flags: ["call_to_confirm"],
  });
});

test.each([
  ["another time", { time: "8:00 PM" }],
  ["a smaller party", { numberOfPeople: 7 }],
])(
  "texts about a request changed to %s never call it a reservation, even after an undo",
  async (_, change) => {
    const settings = { largeParty: { from: 6, mode: "pending" }, updateNotification: true };
    using house = openHouse({ ...PLAIN, ...settings });
    const id = await house.book({ numberOfPeople: 8, phone: ADA });
    house.deliver();
    house.at += MINUTE;
    await house.ok("update_booking", { id, ...change });
    house.deliver();
    expect(house.texts(id)).toEqual(["request_received delivered", "request_received delivered"]);
    await house.ok("undo_last_change", { id });
    expect(house.texts(id).slice(2)).toEqual(["request_received due"]);
  },
);
