// Goal: each change queues the right texts, and its answer tells the caller which texts are queued,
// which are not, and why not.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { ROOMY } from "./houses.ts";
import { dayAfter, instant, MINUTE, when } from "./moments.ts";
import { type Desk, startDesk } from "./support.ts";

setDefaultTimeout(30_000);

const TODAY = "2026-11-20";
let desk: Desk;
let key: string;
let phones = 0;
/** A phone that no test has used yet. */
const freshPhone = () => `+1212736${String(5000 + ++phones)}`;
beforeAll(async () => {
  desk = await startDesk("2026-11-20T10:00:00-05:00");
  await desk.brand("house", ROOMY);
  await desk.brand("chatty", { ...ROOMY, updateNotification: true });
  await desk.brand("quiet", { ...ROOMY, cancelNotification: false });
  await desk.brand("review", { ...ROOMY, largeParty: { from: 9, mode: "pending" } });
  key = await desk.key(["house", "chatty", "quiet", "review"]);
});
afterAll(() => desk?.close());

const create = (extra: object = {}) =>
  desk.ok(
    "create_booking",
    {
      brand: "house",
      name: "Ada",
      numberOfPeople: 2,
      ...when(dayAfter(TODAY, 3), "19:00"),
      ...extra,
    },
    key,
  );

describe("a confirmation", () => {
  test("is queued with body, segments and the phone's last four digits, and delivered", async () => {
    const phone = freshPhone();
    const { reservation, notifications } = await create({ phone });
    expect(notifications).toHaveLength(1);
    expect(notifications[0]).toMatchObject({
      kind: "confirmation",
      recipient: "guest",
      phone: phone.slice(-4),
      segments: 1,
      state: "queued",
      why: null,
    });
    const body = notifications[0]?.body ?? "";
    expect(body).toContain("The house");
    expect(body).toContain("7:00 PM");
    await desk.advance(MINUTE);
    const [text, ...others] = await desk.texts({ brand: "house", phone });
    expect(others).toEqual([]);
    expect(text).toMatchObject({
      brand: "house",
      kind: "confirmation",
      to: phone,
      state: "delivered",
      segments: 1,
      reservationId: reservation.id as string,
      entryId: null,
    });
    expect(text?.body).not.toContain("{link}");
    const seen = await desk.ok("get_booking", { brand: "house", id: reservation.id }, key);
    expect(seen.messages).toMatchObject([{ kind: "confirmation", state: "delivered" }]);
  });
  test("is sent even in quiet hours, because it answers what the guest just did", async () => {
    const late = await startDesk("2026-11-20T22:30:00-05:00");
    const phone = freshPhone();
    const lateKey = await late.house("late", ROOMY);
    const call = { name: "Ada", phone, numberOfPeople: 2, ...when(dayAfter(TODAY, 3), "19:00") };
    await late.ok("create_booking", call, lateKey);
    await late.advance(MINUTE);
    expect(await late.texts({ phone })).toMatchObject([{ state: "delivered" }]);
    await late.close();
  });
  test("is not sent without a phone; the answer says why", async () => {
    const { notifications, warnings } = await create();
    expect(notifications).toMatchObject([
      { kind: "confirmation", state: "not_sent", why: "no_phone" },
    ]);
    expect(warnings.find((one) => one.code === "NO_SMS")).toMatchObject({ why: "no_phone" });
  });
  test("is not sent for a silent reservation; the answer says why", async () => {
    const phone = freshPhone();
    const { notifications } = await create({ phone, notifyCustomer: false });
    expect(notifications).toMatchObject([
      { kind: "confirmation", state: "not_sent", why: "silent" },
    ]);
    await desk.advance(MINUTE);
    expect(await desk.texts({ phone })).toEqual([]);
  });
  test("does not fill in placeholders, such as {link}, in a guest's name", async () => {
    const phone = freshPhone();
    await create({ phone, name: "Bobby {link} {brandName}" });
    await desk.advance(MINUTE);
    const [text] = await desk.texts({ phone });
    expect(text?.body.split("http").length ?? 0).toBeLessThanOrEqual(2);
    expect(text?.body.split("The house").length ?? 0).toBe(2);
  });
});

describe("a cancellation", () => {
  test("is sent if the brand's setting is on", async () => {
    const phone = freshPhone();
    const { reservation } = await create({ phone });
    const call = { brand: "house", id: reservation.id };
    const { notifications } = await desk.ok("cancel_booking", call, key);
    expect(notifications).toMatchObject([
      { kind: "cancellation", recipient: "guest", phone: phone.slice(-4), state: "queued" },
    ]);
    await desk.advance(MINUTE);
    const kinds = (await desk.texts({ phone })).map((text) => text.kind);
    expect(kinds.toSorted()).toEqual(["cancellation", "confirmation"]);
    expect((await desk.ok("cancel_booking", call, key)).notifications).toEqual([]);
  });
  test("is not sent if the brand's setting is off", async () => {
    const { reservation } = await create({ brand: "quiet", phone: freshPhone() });
    const call = { brand: "quiet", id: reservation.id };
    expect((await desk.ok("cancel_booking", call, key)).notifications).toEqual([]);
  });
  test("is sent for a silent reservation too, because the brand's setting decides", async () => {
    const { reservation } = await create({ phone: freshPhone(), notifyCustomer: false });
    const call = { brand: "house", id: reservation.id };
    expect((await desk.ok("cancel_booking", call, key)).notifications).toMatchObject([
      { kind: "cancellation", state: "queued" },
    ]);
  });
});

describe("a text about an update", () => {
  test("is not sent by default", async () => {
    const { reservation } = await create({ phone: freshPhone() });
    await desk.advance(MINUTE);
    const call = { brand: "house", id: reservation.id, time: "8:00 PM" };
    expect((await desk.ok("update_booking", call, key)).notifications).toEqual([]);
  });
  test("is sent, once switched on, about a move but not about a note", async () => {
    const { reservation } = await create({ brand: "chatty", phone: freshPhone() });
    await desk.advance(MINUTE);
    const call = { brand: "chatty", id: reservation.id };
    const moved = await desk.ok("update_booking", { ...call, time: "8:00 PM" }, key);
    expect(moved.notifications).toMatchObject([{ kind: "update", state: "queued" }]);
    expect(moved.notifications[0]?.body).toContain("8:00 PM");
    const noted = await desk.ok("update_booking", { ...call, notes: "x" }, key);
    expect(noted.notifications).toEqual([]);
  });
});

describe("other rules:", () => {
  test("for a large party's request, the text says that it was received, not that it is confirmed", async () => {
    const { reservation, notifications, warnings } = await create({
      brand: "review",
      phone: freshPhone(),
      numberOfPeople: 10,
    });
    expect(reservation).toMatchObject({ status: "pending", flags: ["large"] });
    expect(notifications[0]).toMatchObject({ kind: "request_received", state: "queued" });
    expect(notifications.map((one) => one.kind)).not.toContain("confirmation");
    expect(warnings.map((one) => one.code)).toContain("LARGE_PARTY");
  });
  test("marking a party and adding a note send no texts", async () => {
    await desk.goTo(instant(TODAY, "17:00"));
    const phone = freshPhone();
    const { reservation } = await create({ phone, ...when(TODAY, "17:30") });
    const call = { brand: "house", id: reservation.id };
    for (const tool of ["mark_arrived", "mark_seated", "mark_completed"] as const)
      expect((await desk.ok(tool, call, key)).notifications).toEqual([]);
    const note = { ...call, note: "x" };
    expect((await desk.ok("add_note", note, key)).notifications).toEqual([]);
    await desk.advance(MINUTE);
    expect(await desk.texts({ phone })).toHaveLength(1);
  });
  test("the log does not contain the full phone number", async () => {
    const phone = freshPhone();
    await create({ phone });
    await desk.advance(MINUTE);
    expect(desk.log).not.toContain(phone);
  });
  test("the answer to a cancellation says that the waitlist will run, and how many guests wait", async () => {
    const day = dayAfter(TODAY, 6);
    const { reservation } = await create({ phone: freshPhone(), ...when(day, "19:00") });
    for (const name of ["Eve", "Fay"]) {
      const entry = { brand: "house", name, phone: freshPhone(), numberOfPeople: 2 };
      await desk.ok("add_to_waitlist", { ...entry, ...when(day, "19:00") }, key);
    }
    const call = { brand: "house", id: reservation.id };
    const { waitlist } = await desk.ok("cancel_booking", call, key);
    expect(waitlist).toEqual({ willRun: true, waiting: 2 });
  });
  test("booking with a waiting guest's phone marks the waitlist entry as booked", async () => {
    const phone = freshPhone();
    const day = dayAfter(TODAY, 7);
    const entry = { brand: "house", name: "Gil", phone, numberOfPeople: 2, ...when(day, "19:00") };
    const added = await desk.ok("add_to_waitlist", entry, key);
    const booked = await create({ phone, ...when(day, "19:15") });
    expect(booked.warnings.find((one) => one.code === "WAITING_ENTRY_BOOKED")).toMatchObject({
      entryId: added.entry.id as string,
    });
    const list = await desk.ok("list_waitlist", { brand: "house" }, key);
    expect(list.entries.map((one) => one.id)).not.toContain(added.entry.id as string);
  });
  test("the test interface shows no texts without a key", async () => {
    const response = await fetch(`${desk.ready.test}/messages`);
    expect(response.status).toBe(401);
  });
});
