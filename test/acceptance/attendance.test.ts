// Goal: the restaurant's settings decide which guests are asked to confirm, which must leave a
// phone, and which are flagged for a call.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { ROOMY } from "./houses.ts";
import { dayAfter, HOUR, instant, MINUTE, when, wordsOf } from "./moments.ts";
import { type Desk, startDesk } from "./support.ts";

setDefaultTimeout(30_000);

const TODAY = "2026-11-20";
const PHONE = "+12127365000";
const ASKED = { ...ROOMY, largeParty: { from: 9, mode: "allow" }, attendance: {} };
let desk: Desk;
let key: string;
beforeAll(async () => {
  desk = await startDesk("2026-11-20T10:00:00-05:00");
  await desk.brand("asks", ASKED);
  await desk.brand("fours", { ...ASKED, attendance: { fromParty: 4 } });
  await desk.brand("never", { ...ASKED, attendance: { enabled: false } });
  await desk.brand("release", { ...ASKED, attendance: { onNoReply: "release" } });
  key = await desk.key(["asks", "fours", "never", "release"]);
});
afterAll(() => desk?.close());

const FAR = dayAfter(TODAY, 5);
const args = (size: number, date: string, extra: object = {}) => ({
  brand: "asks",
  name: "Ada",
  phone: PHONE,
  numberOfPeople: size,
  ...when(date, "19:00"),
  ...extra,
});
const create = (...what: Parameters<typeof args>) => desk.ok("create_booking", args(...what), key);
const codes = (warnings: readonly { code: string }[]) => warnings.map((one) => one.code);

describe("when booking,", () => {
  test("a party with a phone is asked to confirm if it books far enough ahead", async () => {
    const { reservation, warnings } = await create(2, FAR);
    expect(reservation).toMatchObject({ attendance: "pending", flags: [] });
    expect(warnings.filter((one) => one.code === "CALL_TO_CONFIRM")).toEqual([]);
  });
  test("a party is asked if its start is at least minLeadHours away, by default 26", async () => {
    const now = await desk.now();
    const day = dayAfter(TODAY, 1);
    expect(instant(day, "19:00") - now).toBeGreaterThan(26 * HOUR);
    expect((await create(2, day)).reservation.attendance).toBe("pending");
    const early = args(2, day, when(day, "17:00"));
    await desk.set("asks", "attendance.minLeadHours=32");
    const near = await desk.ok("create_booking", early, key);
    expect(near.reservation).toMatchObject({ attendance: "not_required", flags: [] });
    await desk.set("asks", "attendance.minLeadHours=26");
  });
  test("a party on the same day is not asked, and there is no warning", async () => {
    const { reservation, warnings } = await create(2, TODAY);
    expect(reservation).toMatchObject({ attendance: "not_required", flags: [] });
    expect(warnings.filter((one) => one.code === "CALL_TO_CONFIRM")).toEqual([]);
  });
  test("a party below fromParty is not asked", async () => {
    const three = await create(3, FAR, { brand: "fours" });
    expect(three.reservation).toMatchObject({ attendance: "not_required", flags: [] });
    expect((await create(4, FAR, { brand: "fours" })).reservation.attendance).toBe("pending");
  });
  test("no party is asked while asking is switched off", async () => {
    const { reservation } = await create(4, FAR, { brand: "never" });
    expect(reservation).toMatchObject({ attendance: "not_required", flags: [] });
  });
});

describe("without a phone,", () => {
  test("a small party is accepted, not asked, and flagged for a call", async () => {
    const { reservation, warnings } = await create(6, FAR, { phone: null });
    expect(reservation).toMatchObject({ attendance: "not_required", flags: ["call_to_confirm"] });
    expect(codes(warnings)).toContain("CALL_TO_CONFIRM");
    expect(warnings.find((one) => one.code === "NO_SMS")).toMatchObject({ why: "no_phone" });
  });
  test("a party of phoneRequiredFrom or more is refused, and no other time is suggested", async () => {
    const refused = await desk.refused(
      "create_booking",
      args(7, FAR, { phone: null }),
      "ATTENDANCE_CONTACT_REQUIRED",
      key,
    );
    expect(refused.message).toContain("7");
    expect(refused).toMatchObject({ suggestions: [], retryable: false });
  });
  test("an e-mail address does not replace the phone", async () => {
    const call = args(7, FAR, { phone: null, email: "ada@example.com" });
    await desk.refused("create_booking", call, "ATTENDANCE_CONTACT_REQUIRED", key);
  });
  test("a party on the same day is accepted, because it would not be asked", async () => {
    const { reservation } = await create(8, TODAY, { phone: null });
    expect(reservation.attendance).toBe("not_required");
  });
  test("a large party is refused even on the same day", async () => {
    const call = args(9, TODAY, { phone: null });
    await desk.refused("create_booking", call, "ATTENDANCE_CONTACT_REQUIRED", key);
  });
  test("the refusal names the large party, the missing phone and the lack of seats together", async () => {
    const call = args(9000, FAR, { phone: null });
    const refused = await desk.refused("create_booking", call, "PARTY_TOO_LARGE", key);
    expect(codes(refused.reasons)).toContain("ATTENDANCE_CONTACT_REQUIRED");
    expect(codes(refused.reasons)).toContain("CAPACITY_FULL");
  });
});

describe("guests who get no text:", () => {
  test("a silent reservation needs no phone, is not asked, and is flagged for a call", async () => {
    const { reservation, warnings } = await create(8, FAR, { phone: null, notifyCustomer: false });
    expect(reservation).toMatchObject({ attendance: "not_required", notifyCustomer: false });
    expect(reservation.flags).toContain("call_to_confirm");
    expect(warnings.find((one) => one.code === "NO_SMS")).toBeDefined();
    const withPhone = await create(2, FAR, { notifyCustomer: false });
    expect(withPhone.reservation.attendance).toBe("not_required");
    expect(withPhone.warnings.find((one) => one.code === "NO_SMS")).toMatchObject({
      why: "silent",
    });
  });
  test("a walk-in is not asked, even a large party", async () => {
    await desk.goTo(instant(TODAY, "17:00"));
    const start = wordsOf(instant(TODAY, "17:05"));
    const call = { brand: "asks", name: "Door", numberOfPeople: 9, ...start };
    const { reservation } = await desk.ok("create_booking", call, key);
    expect(reservation.attendance).toBe("not_required");
    expect(reservation.flags).toContain("walk_in");
    expect(reservation.flags).not.toContain("call_to_confirm");
  });
  test("a phone that opted out counts as no phone", async () => {
    const phone = "+12127365777";
    await create(2, FAR, { phone });
    await desk.reply("asks", phone, "STOP");
    const { reservation, warnings, notifications } = await create(2, FAR, { phone });
    expect(reservation.attendance).toBe("not_required");
    expect(reservation.flags.toSorted()).toEqual(["call_to_confirm", "sms_off"]);
    expect(warnings.find((one) => one.code === "NO_SMS")).toMatchObject({ why: "opted_out" });
    expect(notifications.filter((one) => one.state === "queued")).toEqual([]);
    await desk.refused(
      "create_booking",
      args(7, FAR, { phone }),
      "ATTENDANCE_CONTACT_REQUIRED",
      key,
    );
  });
});

describe("when updating,", () => {
  test("a guest whose reservation moves to a later day is asked, even if other changes follow", async () => {
    const { reservation } = await create(2, TODAY, when(TODAY, "20:00"));
    expect(reservation.attendance).toBe("not_required");
    const id = reservation.id;
    const moved = await desk.ok(
      "update_booking",
      { brand: "asks", id, date: when(FAR, "20:00").date },
      key,
    );
    expect(moved.reservation.attendance).toBe("pending");
    const more = { brand: "asks", id, numberOfPeople: 4, notes: "x" };
    expect((await desk.ok("update_booking", more, key)).reservation.attendance).toBe("pending");
  });
  test("growing to phoneRequiredFrom without a phone is refused", async () => {
    const { reservation } = await create(6, FAR, { phone: null });
    const grow = { brand: "asks", id: reservation.id, numberOfPeople: 7 };
    await desk.refused("update_booking", grow, "ATTENDANCE_CONTACT_REQUIRED", key);
  });
});

describe("too late to ask:", () => {
  test("a large party booked half an hour before the deadline is flagged for a call", async () => {
    const now = await desk.now();
    const start = wordsOf(now + 3 * HOUR + 30 * MINUTE);
    const { reservation, warnings } = await create(9, TODAY, start);
    expect(reservation.attendance).toBe("not_required");
    expect(reservation.flags).toContain("call_to_confirm");
    expect(codes(warnings)).toContain("CALL_TO_CONFIRM");
  });
});
