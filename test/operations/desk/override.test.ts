// Goal: a manager can admit a party over a limit, but not against other rules. The override is
// logged with its reason, and a waiting guest who loses a hold gets a text. Method: the
// dashboard's calls over a real database.
import { describe, expect, test } from "bun:test";
import type { WriteResult } from "../../../src/operations/reservation/wire.ts";
import { said } from "../../support/said.ts";
import {
  ADA,
  caller,
  DAY,
  EVENING,
  FRIDAY,
  HOUR,
  type House,
  MINUTE,
  openHouse,
  PLAIN,
} from "../house.ts";
import { BECAUSE, HOST, MANAGER, OWNER, offerTo, overrule, person } from "./people.ts";

const WISH = { name: "Nia", numberOfPeople: 4, date: FRIDAY, time: "7:00 PM" };
const MANAGER_ELSEWHERE = person("manager", "trattoria");

/** Thirty of thirty seats are taken from 7:00 PM on. */
async function full(house: House): Promise<void> {
  for (const size of [10, 10, 10]) await house.book({ numberOfPeople: size });
}

const lastChange = (house: House, id: string) => house.stores.audit.ofReservation(id, 1)[0];
/** Warnings about exceeded limits, without warnings about texts. */
const codes = ({ warnings }: Pick<WriteResult, "warnings">): string[] =>
  warnings.map(({ code }) => code).filter((code) => code !== "NO_SMS");

describe("a manager can override", () => {
  const at = (minutes: number) => (house: House) => {
    house.at = EVENING - minutes * MINUTE;
  };
  test.each([
    ["CAPACITY_FULL", PLAIN, full, {}],
    ["PARTIES_FULL", { ...PLAIN, maxPartiesPresent: 1 }, (house: House) => house.book(), {}],
    [
      "PACE_FULL",
      { ...PLAIN, paceCovers: 6, largeParty: { from: 7, mode: "refuse" } },
      (house: House) => house.book(),
      {},
    ],
    [
      "LARGE_PARTY_REVIEW",
      { ...PLAIN, largeParty: { from: 4, mode: "refuse" } },
      null,
      { phone: ADA },
    ],
    ["NOTICE_TOO_SHORT", { ...PLAIN, minNoticeMinutes: 120 }, at(60), {}],
    ["OUTSIDE_SERVICE", PLAIN, null, { time: "10:30 PM" }],
  ] as const)("%s", async (code, overrides, prepare, change) => {
    using house = openHouse(overrides);
    await prepare?.(house);
    const input = { ...WISH, email: "nia@example.com", ...change };
    expect((await house.refused("create_booking", input, MANAGER)).code).toBe(code);
    const { reservation } = await overrule(house, "create_booking", input);
    expect(reservation).toMatchObject({ status: "booked", source: "dashboard" });
    expect(lastChange(house, reservation.id as string)).toMatchObject({
      operation: "create_booking",
      reason: BECAUSE.override.reason,
      actor: { kind: "user", name: "Sam the manager" },
    });
  });

  test("PARTY_EXCEEDS_PACE", async () => {
    using house = openHouse({ ...PLAIN, paceCovers: 6, largeParty: { from: 7, mode: "allow" } });
    await house.book({ numberOfPeople: 2 });
    const input = { ...WISH, numberOfPeople: 8, phone: ADA };
    expect((await house.refused("create_booking", input, MANAGER)).code).toBe("PARTY_EXCEEDS_PACE");
    expect(codes(await overrule(house, "create_booking", input))).toContain("OVER_LIMIT");
  });

  test("several limits together, each of which is named", async () => {
    using house = openHouse({ ...PLAIN, paceCovers: 12, largeParty: { from: 12, mode: "refuse" } });
    for (const time of ["7:00 PM", "7:15 PM", "7:30 PM"])
      await house.book({ numberOfPeople: 9, time });
    const input = { ...WISH, numberOfPeople: 12, phone: ADA };
    const refusal = await house.refused("create_booking", input, MANAGER);
    expect(refusal.reasons.map(({ code }) => code)).toEqual([
      "LARGE_PARTY_REVIEW",
      "CAPACITY_FULL",
      "PACE_FULL",
    ]);
    const result = await overrule(house, "create_booking", input);
    expect(result.reservation.flags).toEqual(expect.arrayContaining(["large", "over_limit"]));
    const limits = result.warnings.filter(({ code }) => code === "OVER_LIMIT");
    expect(limits.map(({ covers, limit }) => [covers, limit])).toEqual([
      [39, 30],
      [21, 12],
    ]);
  });

  test("the rule that a large party needs approval: the party is booked at once", async () => {
    using house = openHouse({ ...PLAIN, largeParty: { from: 4, mode: "pending" } });
    house.at = EVENING - HOUR;
    const input = { ...WISH, phone: ADA };
    expect((await house.refused("create_booking", input)).code).toBe("LARGE_PARTY_REVIEW");
    expect((await overrule(house, "create_booking", input)).reservation.status).toBe("booked");
  });

  test("a limit when a booking is moved and enlarged; the log has the reason", async () => {
    using house = openHouse();
    const id = await house.book({ numberOfPeople: 2, time: "5:00 PM" });
    await full(house);
    const move = { id, time: "7:15 PM", numberOfPeople: 6 };
    expect((await house.refused("update_booking", move, MANAGER)).code).toBe("CAPACITY_FULL");
    const moved = await overrule(house, "update_booking", move);
    expect(codes(moved)).toContain("OVER_LIMIT");
    expect(moved.reservation).toMatchObject({ time: "7:15 PM", numberOfPeople: 6 });
    expect(lastChange(house, id)?.reason).toBe(BECAUSE.override.reason);
  });

  test("the lack of seats for a late guest whose seats were given away", async () => {
    using house = openHouse();
    const id = await house.book({ numberOfPeople: 6 });
    house.at = EVENING + 20 * MINUTE;
    await house.ok("mark_no_show", { id });
    for (const size of [10, 10, 10]) await house.book({ numberOfPeople: size, time: "7:20 PM" });
    expect((await house.refused("mark_seated", { id }, MANAGER)).code).toBe("SLOT_REUSED");
    const seated = await overrule(house, "mark_seated", { id });
    expect(seated.reservation.status).toBe("seated");
    expect(codes(seated)).toContain("OVER_LIMIT");
    expect(lastChange(house, id)?.reason).toBe(BECAUSE.override.reason);
  });

  test("the lack of seats for an undo", async () => {
    using house = openHouse();
    const id = await house.book({ numberOfPeople: 6 });
    await house.ok("cancel_booking", { id });
    await full(house);
    expect((await house.refused("undo_last_change", { id }, MANAGER)).code).toBe("SLOT_REUSED");
    const undone = await overrule(house, "undo_last_change", { id });
    expect(undone.reservation.status).toBe("booked");
    expect(codes(undone)).toContain("OVER_LIMIT");
    expect(lastChange(house, id)).toMatchObject({
      operation: "undo_last_change",
      reason: BECAUSE.override.reason,
    });
  });
});

describe("a manager cannot override", () => {
  test.each([
    ["IN_THE_PAST", {}, { date: "Friday, November 13, 2026" }],
    ["BEYOND_WINDOW", { bookingWindowDays: 2 }, {}],
    ["CLOSED", { specialDays: { "2026-11-20": { closed: true } } }, {}],
    ["OUTSIDE_SERVICE", {}, { time: "11:00 AM" }],
    ["PARTY_TOO_LARGE", { maxPartySize: 3 }, {}],
    ["ATTENDANCE_CONTACT_REQUIRED", { attendance: { phoneRequiredFrom: 4 } }, {}],
    ["PHONE_INVALID", {}, { phone: "12" }],
    ["WEEKDAY_MISMATCH", {}, { date: "Thursday, November 20, 2026" }],
  ])("%s", async (code, overrides, change) => {
    using house = openHouse({ ...PLAIN, ...overrides });
    const input = { ...WISH, ...change };
    const refusal = await house.refused("create_booking", input, OWNER, BECAUSE);
    expect(refusal.code).toBe(code as typeof refusal.code);
    expect(house.rows()).toMatchObject({ reservation: 0, audit: 0 });
  });

  test("a rule that is not a limit, even if a limit is exceeded too", async () => {
    using house = openHouse({ ...PLAIN, maxPartySize: 3, seats: 3 });
    await house.book({ numberOfPeople: 3 });
    const refusal = await house.refused("create_booking", WISH, MANAGER, BECAUSE);
    expect(refusal.reasons.map(({ code }) => code)).toEqual(["PARTY_TOO_LARGE", "CAPACITY_FULL"]);
  });

  test("the rule that a cancelled booking cannot be seated", async () => {
    using house = openHouse();
    const id = await house.book();
    await house.ok("cancel_booking", { id });
    const refusal = await house.refused("mark_seated", { id }, MANAGER, BECAUSE);
    expect(refusal.code).toBe("INVALID_TRANSITION");
  });
});

describe("an override", () => {
  test.each([
    ["a host", HOST],
    ["a manager of another brand", MANAGER_ELSEWHERE],
    ["a key", caller()],
    ["a key with a manager's roles", { ...caller(), roles: MANAGER.roles }],
  ])("is refused to %s", async (_name, from) => {
    using house = openHouse();
    await full(house);
    const before = house.rows();
    expect((await house.refused("create_booking", WISH, from, BECAUSE)).code).toBe(
      "FORBIDDEN_TOOL",
    );
    expect(house.rows()).toEqual(before);
  });

  test.each(["", "   ", "x".repeat(501)])(
    "needs a reason of 1 to 500 characters (%#)",
    async (reason) => {
      using house = openHouse();
      await full(house);
      const refusal = await house.refused("create_booking", WISH, MANAGER, {
        override: { reason },
      });
      expect(refusal.reasons[0]).toMatchObject({
        code: "INVALID_INPUT",
        parameter: "overrideReason",
      });
    },
  );

  test("cannot be sent in a call's input", async () => {
    using house = openHouse();
    for (const input of [{ override: BECAUSE.override }, { overrideReason: "please" }]) {
      const refusal = await house.refused("create_booking", { ...WISH, ...input }, MANAGER);
      expect(refusal.code).toBe("INVALID_INPUT");
    }
  });

  test("is not logged if no limit was exceeded", async () => {
    using house = openHouse();
    const result = await overrule(house, "create_booking", WISH);
    const { reservation } = result;
    expect(codes(result)).toEqual([]);
    expect(reservation.flags).not.toContain("over_limit");
    expect(lastChange(house, reservation.id as string)?.reason).toBeNull();
  });

  test("changes nothing in a dry run", async () => {
    using house = openHouse();
    await full(house);
    const before = house.rows();
    const result = await overrule(house, "create_booking", { ...WISH, dryRun: true });
    expect(codes(result)).toContain("OVER_LIMIT");
    expect(house.rows()).toEqual(before);
  });
});

describe("a hold for a waiting guest", () => {
  const WAITING = "+12127365001";

  test("can be taken by a manager, and the same call texts the guest", async () => {
    using house = openHouse({ ...PLAIN, seats: 8 });
    const offer = await offerTo(house, WAITING, 8);
    house.deliver();
    house.stores.offers.markSent(offer.id, house.at);
    expect((await house.refused("create_booking", WISH, MANAGER)).code).toBe("HELD_FOR_WAITLIST");
    const result = await overrule(house, "create_booking", WISH);
    // Four of eight seats are taken, so no limit is exceeded.
    expect(codes(result)).toEqual([]);
    expect(lastChange(house, result.reservation.id as string)?.reason).toBe(
      BECAUSE.override.reason,
    );
    expect(house.stores.offers.get(offer.id)?.state).toBe("withdrawn");
    expect(house.stores.waitlist.entry(offer.entryId)?.status).toBe("waiting");
    const told = result.notifications.find(({ kind }) => kind === "offer_gone");
    expect(told).toMatchObject({ recipient: "waiting_guest", phone: "5001", state: "queued" });
    expect(told?.body).toContain("You are still on the list");
    const queued = house.stores.messages.list({ brand: null, phone: WAITING });
    expect(queued.at(-1)).toMatchObject({ kind: "offer_gone", state: "due", body: told?.body });
  });

  test("is taken without a text if the offer was not sent yet", async () => {
    using house = openHouse({ ...PLAIN, seats: 8 });
    const offer = await offerTo(house, WAITING, 8);
    const result = await overrule(house, "create_booking", WISH);
    expect(result.notifications).not.toContainEqual(
      expect.objectContaining({ kind: "offer_gone" }),
    );
    const texts = house.stores.messages.list({ brand: null, phone: WAITING });
    expect(texts.map(({ kind, state }) => [kind, state])).toEqual([["offer", "void"]]);
    expect(house.stores.offers.get(offer.id)?.state).toBe("withdrawn");
  });

  test("stays if the new party would be over the limit even without the hold", async () => {
    using house = openHouse({ ...PLAIN, seats: 8 });
    const offer = await offerTo(house, WAITING, 4);
    await house.book({ numberOfPeople: 4 });
    const input = { ...WISH, numberOfPeople: 6 };
    expect((await house.refused("create_booking", input, MANAGER)).code).toBe("CAPACITY_FULL");
    expect(codes(await overrule(house, "create_booking", input))).toEqual(["OVER_LIMIT"]);
    expect(house.stores.offers.get(offer.id)?.state).toBe("queued");
  });

  test("is taken and a second hold stays, if the seats of one hold are enough", async () => {
    using house = openHouse({ ...PLAIN, seats: 8 });
    const first = await house.book({ numberOfPeople: 4 });
    const second = await house.book({ numberOfPeople: 4 });
    for (const phone of [WAITING, "+12127365002"]) {
      const wish = { name: "Wim", phone, numberOfPeople: 4, date: FRIDAY, time: "7:00 PM" };
      await house.ok("add_to_waitlist", wish);
    }
    await house.ok("cancel_booking", { id: first });
    await house.ok("cancel_booking", { id: second });
    await overrule(house, "create_booking", { ...WISH, numberOfPeople: 3 });
    const states = [WAITING, "+12127365002"].map((phone) => house.stores.offers.liveOfPhone(phone));
    expect(states.filter((one) => one === null)).toHaveLength(1);
  });

  test("is kept if the call fails for another reason", async () => {
    using house = openHouse({ ...PLAIN, seats: 8, bookingWindowDays: 30 });
    const offer = await offerTo(house, WAITING, 8);
    const refusal = await house.refused(
      "create_booking",
      { ...WISH, phone: "12" },
      MANAGER,
      BECAUSE,
    );
    expect(refusal.code).toBe("PHONE_INVALID");
    expect(house.stores.offers.get(offer.id)?.state).toBe("queued");
  });
});

test("a change based on an old revision is refused and changes nothing; the refusal names who changed the booking", async () => {
  using house = openHouse();
  const id = await house.book();
  await house.ok("add_note", { id, note: "window" });
  const shown = { revision: 1 };
  const refusal = await house.refused("update_booking", { id, time: "8:00 PM" }, HOST, shown);
  expect(refusal.code).toBe("REVISION_CONFLICT");
  expect(said(refusal)).toContain("Front desk");
  expect(house.stored(id)).toMatchObject({ startAt: EVENING, revision: 2 });
  await house.invoke("update_booking", { id, time: "8:00 PM" }, HOST, { revision: 2 });
  expect(house.stored(id).startAt).toBe(EVENING + HOUR);
  expect(house.at).toBeLessThan(EVENING - DAY);
});
