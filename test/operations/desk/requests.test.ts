// Goal: a user decides once about a large party's request, the guest gets a text, and the decision
// can be undone. Method: requests in a restaurant with the mode `pending`, decided by users of each
// role, with checks of the outbox and the log.

import { describe, expect, test } from "bun:test";
import { pendingRequests } from "../../../src/background/reservation-steps.ts";
import { approveRequest } from "../../../src/operations/desk/approve-request.ts";
import { declineRequest } from "../../../src/operations/desk/decline-request.ts";
import { type OpenRequest, openRequests } from "../../../src/operations/desk/open-requests.ts";
import { cancelByGuest } from "../../../src/operations/reservation/attendance-answers.ts";
import type { WriteResult } from "../../../src/operations/reservation/wire.ts";
import { silentLog } from "../../background/machine.ts";
import { fixedRandom } from "../../support/fixed-random.ts";
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
import { HOST, MANAGER, OWNER, person } from "./people.ts";

const ASKING = { ...PLAIN, largeParty: { from: 6, mode: "pending" }, attendance: {} };
const REQUEST = { numberOfPeople: 8, phone: ADA };
const DECISIONS = [
  ["approved", approveRequest],
  ["declined", declineRequest],
] as const;

const decide = async (house: House, operation: typeof approveRequest, input: object) =>
  (await house.invoke(operation, input, MANAGER)).structured as unknown as WriteResult;

describe("an approved request", () => {
  test("is booked; the guest gets a confirmation, and before the day the question about attendance", async () => {
    using house = openHouse(ASKING);
    const id = await house.book(REQUEST);
    house.deliver();
    const { reservation, notifications } = await decide(house, approveRequest, {
      id,
      reason: "Birthday of a regular",
    });
    expect(reservation).toMatchObject({ status: "booked", attendance: "pending", revision: 2 });
    expect(notifications.map(({ kind }) => kind)).toEqual([
      "confirmation",
      "attendance_ask",
      "follow_up",
    ]);
    expect(house.texts(id)).toEqual([
      "request_received delivered",
      "confirmation due",
      "attendance_ask due",
      "follow_up due",
    ]);
    expect(house.stores.audit.ofReservation(id, 1)[0]).toMatchObject({
      operation: "approve_request",
      reason: "Birthday of a regular",
      actor: { name: "Sam the manager" },
      after: { status: "booked" },
    });
  });

  test("leads to no text that it was received, if that text was not sent yet", async () => {
    using house = openHouse(ASKING);
    const id = await house.book(REQUEST);
    await decide(house, approveRequest, { id });
    expect(house.texts(id).slice(0, 2)).toEqual(["request_received void", "confirmation due"]);
  });

  test("is marked for a call to the guest if it is too late to ask by text", async () => {
    using house = openHouse(ASKING);
    const id = await house.book(REQUEST);
    house.at = EVENING - 3 * HOUR + MINUTE;
    const { reservation, warnings } = await decide(house, approveRequest, { id });
    expect(reservation).toMatchObject({ attendance: "not_required" });
    expect(reservation.flags).toContain("call_to_confirm");
    expect(warnings.map(({ code }) => code)).toEqual(["CALL_TO_CONFIRM"]);
  });

  test("needs no more seats than it already has, however full the restaurant has become", async () => {
    using house = openHouse(ASKING);
    const id = await house.book(REQUEST);
    house.set({ ...ASKING, seats: 4, paceCovers: null });
    expect((await decide(house, approveRequest, { id })).reservation.status).toBe("booked");
  });

  test("is a request again after an undo, and the guest gets a text about that", async () => {
    using house = openHouse(ASKING);
    const id = await house.book(REQUEST);
    house.deliver();
    await decide(house, approveRequest, { id });
    house.deliver();
    const undone = await house.ok("undo_last_change", { id }, MANAGER);
    expect(undone.reservation.status).toBe("pending");
    expect(undone.notifications.map(({ kind }) => kind)).toEqual(["request_received"]);
    expect(house.texts(id)).not.toContain("attendance_ask due");
  });
});

describe("a declined request", () => {
  test("is cancelled with a text, and its seats are free", async () => {
    using house = openHouse(ASKING);
    const id = await house.book(REQUEST);
    house.deliver();
    const { reservation, waitlist } = await decide(house, declineRequest, {
      id,
      reason: "Wedding",
    });
    expect(reservation.status).toBe("cancelled");
    expect(waitlist).toMatchObject({ willRun: true });
    expect(house.texts(id)).toEqual(["request_received delivered", "cancellation due"]);
    expect(house.stores.messages.ofReservation(id).at(-1)?.body).not.toMatch(/your table/);
    expect(house.freed()).toEqual(["decline_request 7:00 PM-9:30 PM"]);
    expect(house.stores.audit.ofReservation(id, 1)[0]?.reason).toBe("Wedding");
  });

  test("is cancelled without a text if the brand sends no cancellations", async () => {
    using house = openHouse({ ...ASKING, cancelNotification: false });
    const id = await house.book(REQUEST);
    await decide(house, declineRequest, { id });
    expect(house.texts(id)).toEqual(["request_received void"]);
  });

  test("is a request again after an undo, with a text to the guest", async () => {
    using house = openHouse(ASKING);
    const id = await house.book(REQUEST);
    house.deliver();
    await decide(house, declineRequest, { id });
    house.deliver();
    const undone = await house.ok("undo_last_change", { id }, MANAGER);
    expect(undone.reservation.status).toBe("pending");
    expect(undone.notifications.map(({ kind }) => kind)).toEqual(["request_received"]);
  });
});

describe("the text about a cancelled request", () => {
  const CANCELLED =
    "The bistro: Ada, your request for 8 on Fri Nov 20 at 7:00 PM has been cancelled. " +
    "If that is wrong, please call us.";
  const request = async (house: House) => {
    const id = await house.book(REQUEST);
    house.deliver();
    return id;
  };
  const newestText = (house: House, id: string) =>
    house.stores.messages.ofReservation(id).find(({ kind }) => kind === "cancellation")?.body;

  test.each([
    ["an agent", caller()],
    ["a host", HOST],
  ])("speaks of a request if %s cancels it before a decision", async (_, from) => {
    using house = openHouse(ASKING);
    const id = await request(house);
    const { notifications } = await house.ok("cancel_booking", { id }, from);
    expect(notifications).toMatchObject([{ kind: "cancellation", body: CANCELLED }]);
  });
  test("speaks of a request if the guest cancels it before a decision", async () => {
    using house = openHouse(ASKING);
    const id = await request(house);
    const pending = house.stores.reservations.get(id);
    const brand = house.stores.brands.get("bistro");
    if (pending === null || brand === null) throw new Error("There is no request");
    const context = { brand, now: house.at, stores: house.stores, random: fixedRandom() };
    await house.writer.write(() => cancelByGuest(pending, "cancel_booking", context));
    expect(newestText(house, id)).toBe(CANCELLED);
  });
  test("speaks of a table if the request was approved before", async () => {
    using house = openHouse(ASKING);
    const id = await request(house);
    await decide(house, approveRequest, { id });
    house.deliver();
    const { notifications } = await house.ok("cancel_booking", { id });
    expect(notifications[0]?.body).toContain("your table for 8");
  });
});

test("the text about a declined request uses the restaurant's template", async () => {
  const templates = {
    cancellation: "Your table on {day} at {time} is cancelled.",
    request_declined: "No room for a feast on {day} at {time}.",
  };
  using house = openHouse({ ...ASKING, templates });
  const id = await house.book(REQUEST);
  house.deliver();
  const { notifications } = await decide(house, declineRequest, { id });
  expect(notifications).toMatchObject([
    { kind: "cancellation", body: "No room for a feast on Fri Nov 20 at 7:00 PM." },
  ]);
});

describe("the list of pending requests", () => {
  const look = async (house: House, from = HOST) =>
    (await house.invoke(openRequests, {}, from)).structured as { requests: OpenRequest[] };
  const idsOf = ({ requests }: { requests: OpenRequest[] }) =>
    requests.map(({ reservation }) => reservation.id);

  test("has the requests for every day, the oldest first, until they are decided", async () => {
    using house = openHouse(ASKING);
    const first = await house.book({ ...REQUEST, time: "9:00 PM" });
    house.at += MINUTE;
    const second = await house.book({ ...REQUEST, date: "Thursday, November 19, 2026" });
    await house.book({ numberOfPeople: 2 });
    expect(idsOf(await look(house))).toEqual([first, second]);
    await decide(house, approveRequest, { id: first });
    await decide(house, declineRequest, { id: second });
    expect(idsOf(await look(house))).toEqual([]);
  });

  test("says when each request expires, and marks it urgent six hours before", async () => {
    using house = openHouse(ASKING);
    const askedAt = house.at;
    await house.book(REQUEST);
    house.at = askedAt + 18 * HOUR - 1;
    expect(await look(house)).toMatchObject({
      requests: [{ askedAt, lapsesAt: askedAt + DAY, urgent: false }],
    });
    house.at += 1;
    expect((await look(house)).requests).toMatchObject([{ urgent: true }]);
    expect(await decliner(house).run(askedAt + DAY - 1)).toBe(0);
  });

  test("shows that a request for the same day expires three hours before its start", async () => {
    using house = openHouse(ASKING);
    house.at = EVENING - 8 * HOUR;
    await house.book(REQUEST);
    const [request] = (await look(house)).requests;
    expect(request).toMatchObject({ lapsesAt: EVENING - 3 * HOUR, urgent: true });
  });

  test("has only requests of the brand, and is refused to keys", async () => {
    using house = openHouse(ASKING);
    const wish = { name: "Bo", brand: "trattoria", ...REQUEST, date: FRIDAY, time: "7:00 PM" };
    await house.ok("create_booking", wish, caller({ brands: ["trattoria"] }));
    expect((await look(house)).requests).toEqual([]);
    expect((await house.refused(openRequests, {}, caller())).code).toBe("FORBIDDEN_TOOL");
  });
});

const decliner = (house: House) =>
  pendingRequests({ ...house, clock: () => house.at, random: fixedRandom(), log: silentLog });

describe("a request that expires", () => {
  test.each([
    ["by day is declined with a text at once", 0, 0],
    ["in quiet hours is declined with a text when they end", 11 * HOUR, 10 * HOUR],
  ])("%s", async (_, later, wait) => {
    using house = openHouse(ASKING);
    house.at += later;
    const id = await house.book(REQUEST);
    house.deliver();
    house.at += DAY;
    expect(await decliner(house).run(house.at)).toBe(1);
    const told = house.stores.messages.ofReservation(id).at(-1);
    expect(told).toMatchObject({ kind: "cancellation", dueAt: house.at + wait });
    expect(told?.body).toContain("could not confirm your request for 8 on Fri Nov 20 at 7:00 PM");
    expect(told?.body).not.toMatch(/your table|cancelled/);
  });

  test("in quiet hours is declined with a text at once if the quiet hours end too late", async () => {
    const days = ["fri"];
    const early = { name: "Early", days, opens: "06:00", lastSeating: "08:00", closes: "10:00" };
    using house = openHouse({ ...ASKING, services: [{ ...early, limits: {} }] });
    house.at = EVENING - 21 * HOUR;
    const id = await house.book({ ...REQUEST, time: "7:00 AM" });
    house.deliver();
    house.at = EVENING - 15 * HOUR;
    await decliner(house).run(house.at);
    const told = house.stores.messages.ofReservation(id).at(-1);
    expect(told).toMatchObject({ kind: "cancellation", dueAt: house.at });
  });
});

describe("an expired request that a manager restores", () => {
  /** Lets a request be declined automatically after a day, and restores it an hour later. */
  async function broughtBack(house: House, id: string) {
    const step = decliner(house);
    house.deliver();
    house.at += DAY;
    expect(await step.run(house.at)).toBe(1);
    house.deliver();
    house.at += HOUR;
    await house.ok("undo_last_change", { id }, MANAGER);
    house.deliver();
    return step;
  }

  test("waits for a decision as long as a new request", async () => {
    using house = openHouse(ASKING);
    const id = await house.book(REQUEST);
    const step = await broughtBack(house, id);
    expect(await step.run(house.at + DAY - 1)).toBe(0);
    expect(house.stored(id).status).toBe("pending");
    expect(await step.run(house.at + DAY)).toBe(1);
    expect(house.stored(id).status).toBe("cancelled");
  });

  test("can wait until its start if it is restored only a few hours before", async () => {
    using house = openHouse(ASKING);
    house.at = EVENING - 10 * HOUR;
    const id = await house.book(REQUEST);
    house.at = EVENING - 3 * HOUR;
    expect(await decliner(house).run(house.at)).toBe(1);
    house.at += HOUR;
    await house.ok("undo_last_change", { id }, MANAGER);
    expect(await decliner(house).run(EVENING - 1)).toBe(0);
    expect(house.stored(id).status).toBe("pending");
    expect(await decliner(house).run(EVENING)).toBe(1);
  });

  test("is declined again with a text, because the guest was told that it was received", async () => {
    using house = openHouse(ASKING);
    const id = await house.book(REQUEST);
    const step = await broughtBack(house, id);
    house.at += DAY;
    await step.run(house.at);
    expect(house.texts(id)).toEqual([
      "request_received delivered",
      "cancellation delivered",
      "request_received delivered",
      "cancellation due",
    ]);
  });
});

describe.each(DECISIONS)("who may decide that a request is %s:", (_name, operation) => {
  test.each([
    ["a host", HOST],
    ["a manager of another brand", person("manager", "trattoria")],
    ["a key", caller()],
  ])("%s may not", async (_who, from) => {
    using house = openHouse(ASKING);
    const id = await house.book(REQUEST);
    expect((await house.refused(operation, { id }, from)).code).toBe("FORBIDDEN_TOOL");
    expect(house.stored(id).status).toBe("pending");
  });

  test("an owner may, and only once", async () => {
    using house = openHouse(ASKING);
    const id = await house.book(REQUEST);
    await house.invoke(operation, { id }, OWNER);
    const again = await house.invoke(operation, { id }, OWNER);
    expect(again.structured).toMatchObject({ changed: false, notifications: [] });
    expect(house.stores.audit.ofReservation(id, 10)).toHaveLength(2);
  });

  test("a manager may, but not about a party that is seated", async () => {
    using house = openHouse(ASKING);
    const id = await house.book({ numberOfPeople: 2 });
    house.at = EVENING;
    await house.ok("mark_seated", { id });
    expect((await house.refused(operation, { id }, MANAGER)).code).toBe("INVALID_TRANSITION");
  });
});

test("approving a declined request is refused with its current status", async () => {
  using house = openHouse(ASKING);
  const id = await house.book(REQUEST);
  await house.invoke(declineRequest, { id }, MANAGER);
  const refusal = await house.refused(approveRequest, { id }, OWNER);
  expect(said(refusal)).toContain("is cancelled");
});
