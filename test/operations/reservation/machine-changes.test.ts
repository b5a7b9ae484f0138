// Goal: an automatic change is made once, by the actor system, and texts the guest only if needed.
// Method: each automatic change on reservations in every status, with checks of texts, seats and
// the log.
import { describe, expect, test } from "bun:test";
import { STATUSES, type Status } from "../../../src/domain/reservation-states.ts";
import { systemCaller } from "../../../src/operations/call/acting-as.ts";
import {
  completeAutomatically,
  declinePending,
  recordNoReply,
} from "../../../src/operations/reservation/machine-changes.ts";
import { reservation } from "../../storage/samples.ts";
import { type SentState, sendText } from "../../support/send-text.ts";
import {
  ADA,
  BISTRO,
  DAY,
  EVENING,
  HOUR,
  type House,
  openHouse,
  PLAIN,
  TRATTORIA,
} from "../house.ts";

type Change = typeof completeAutomatically;
const ASKING = { ...PLAIN, attendance: {} };

/** Brings the question about attendance into this state. */
const asked = (house: House, id: string, state: SentState) => {
  house.at = EVENING - DAY;
  house.askDue();
  for (const text of house.stores.messages.ofReservation(id)) {
    if (text.kind === "attendance_ask") sendText(house.stores, text.id, state, house.at);
  }
};

describe("an automatic change applies to reservations in one status only, and once:", () => {
  const changes: [string, Change, Status][] = [
    ["completion", completeAutomatically, "seated"],
    ["declining", declinePending, "pending"],
    ["recording no reply", recordNoReply, "booked"],
  ];
  test.each(changes)("%s", async (_name, change, own) => {
    for (const status of STATUSES) {
      using house = openHouse();
      house.at = EVENING + 6 * HOUR;
      const stamps = { seatedAt: EVENING, completedAt: EVENING, cancelledAt: EVENING };
      const row = reservation({ brand: BISTRO, status, attendance: "pending", ...stamps });
      await house.writer.write(() => house.stores.reservations.insert(row));
      await house.byMachine(row.id, change);
      expect(house.stored(row.id).revision > 1).toBe(status === own);
      const once = house.rows();
      await house.byMachine(row.id, change);
      expect(house.rows()).toEqual(once);
    }
  });
});

describe("a guest who did not reply", () => {
  test("is marked for a call and keeps the table", async () => {
    using house = openHouse(ASKING);
    const id = await house.book({ phone: ADA });
    asked(house, id, "delivered");
    await house.byMachine(id, recordNoReply);
    expect(house.stored(id)).toMatchObject({
      status: "booked",
      attendance: "no_reply",
      flags: ["call_to_confirm"],
    });
    expect(house.freed()).toEqual([]);
    const [row] = house.stores.audit.ofReservation(id, 1);
    expect(row).toMatchObject({
      operation: "record_no_reply",
      principal: "system",
      actor: { kind: "system" },
      after: { attendance: "no_reply" },
    });
  });
  const releases: [SentState, Status][] = [
    ["delivered", "cancelled"],
    ["accepted", "booked"],
    ["unknown", "booked"],
    ["failed", "booked"],
    ["due", "booked"],
  ];
  test.each(releases)(
    "in a brand that releases tables loses the table only if the question was delivered (%s: %s)",
    async (state, status) => {
      using house = openHouse({ ...PLAIN, attendance: { onNoReply: "release" } });
      const id = await house.book({ phone: ADA });
      asked(house, id, state);
      house.at = EVENING - 3 * HOUR;
      await house.byMachine(id, recordNoReply);
      expect(house.stored(id)).toMatchObject({ status, attendance: "no_reply" });
      const told = house.texts(id).some((text) => text.startsWith("cancellation"));
      expect(told).toBe(status === "cancelled");
      expect(house.freed()).toHaveLength(status === "cancelled" ? 1 : 0);
    },
  );
});

describe("a request that nobody decided in time", () => {
  const LARGE = { ...PLAIN, largeParty: { from: 5, mode: "pending" } };
  test("is declined with a text, and its seats are freed", async () => {
    using house = openHouse(LARGE);
    const id = await house.book({ phone: ADA, numberOfPeople: 6 });
    house.deliver();
    expect(house.stored(id).status).toBe("pending");
    await house.byMachine(id, declinePending);
    expect(house.stored(id)).toMatchObject({ status: "cancelled", cancelledAt: house.at });
    const texts = house.texts(id);
    expect(texts).toEqual(["request_received delivered", "cancellation due"]);
    expect(house.freed()).toHaveLength(1);
  });
  test("is declined without a text if the brand sends no cancellations", async () => {
    using house = openHouse({ ...LARGE, cancelNotification: false });
    const id = await house.book({ phone: ADA, numberOfPeople: 6 });
    await house.byMachine(id, declinePending);
    expect(house.texts(id).filter((text) => text.endsWith(" due"))).toEqual([]);
  });
});

test("the actor system may act for every brand, without a budget", () => {
  using house = openHouse();
  const { brands, budgets, tools, roles } = systemCaller(house.stores);
  expect([...brands].sort()).toEqual([BISTRO, TRATTORIA]);
  expect(Object.values(budgets)).toEqual([null, null, null, null]);
  expect([tools, roles]).toEqual([null, {}]);
});
