// Goal: the first text that a brand sends to a phone says how to opt out, and later texts do not.
// This holds even if the transaction that queues the texts runs twice. A phone that opted out gets
// no texts.
import { describe, expect, test } from "bun:test";
import { asSystem } from "../../../src/operations/call/acting-as.ts";
import { queueQuestions } from "../../../src/operations/reservation/texts.ts";
import { sendText } from "../../support/send-text.ts";
import { ADA, caller, FRIDAY, HOUR, type House, openHouse, PLAIN, TRATTORIA } from "../house.ts";

const ASKING = { ...PLAIN, attendance: {}, reminderHoursBefore: 1 };
const WAY_OUT = "STOP to opt out";
const KINDS = ["confirmation", "attendance_ask", "follow_up", "reminder"];

/** The kinds of a reservation's texts that have the opt-out line. */
const namingWayOut = (house: House, id: string): string[] =>
  house.messages(id).flatMap(({ kind, body }) => (body.includes(WAY_OUT) ? kind : []));

describe("the opt-out line", () => {
  test("is in the first text to a phone and in no other", async () => {
    using house = openHouse(ASKING);
    const first = await house.book({ phone: ADA });
    expect(house.texts(first)).toEqual(KINDS.map((kind) => `${kind} due`));
    expect(namingWayOut(house, first)).toEqual(["confirmation"]);
    const second = await house.book({ phone: ADA, time: "5:00 PM" });
    expect(namingWayOut(house, second)).toEqual([]);
    const other = await house.book({ phone: "+12127365001", time: "5:00 PM" });
    expect(namingWayOut(house, other)).toEqual(["confirmation"]);
  });

  test("is used once by each brand, so that no brand learns of other brands' guests", async () => {
    using house = openHouse(ASKING);
    house.set({ ...ASKING, defaultCountry: "US" }, TRATTORIA);
    await house.book({ phone: ADA });
    const there = caller({ brands: [TRATTORIA], principal: "key-2" });
    const first = await house.book({ phone: ADA }, there);
    expect(namingWayOut(house, first)).toEqual(["confirmation"]);
    const second = await house.book({ phone: ADA, time: "5:00 PM" }, there);
    expect(namingWayOut(house, second)).toEqual([]);
  });

  test("is in the first offer of each brand", async () => {
    using house = openHouse({ ...PLAIN, seats: 4, maxPartySize: 4 });
    await house.book({ phone: ADA, time: "5:00 PM" });
    const small = { ...PLAIN, seats: 4, maxPartySize: 4, defaultCountry: "US" };
    house.set(small, TRATTORIA);
    const there = caller({ brands: [TRATTORIA], principal: "key-2" });
    const taken = await house.book({}, there);
    const wish = { name: "Ada", phone: ADA, numberOfPeople: 4, date: FRIDAY, time: "7:00 PM" };
    await house.ok("add_to_waitlist", wish, there);
    await house.ok("cancel_booking", { id: taken }, there);
    const offers = house.stores.messages
      .list({ brand: TRATTORIA, phone: ADA })
      .filter(({ kind }) => kind === "offer");
    expect(offers.map(({ body }) => body.includes(WAY_OUT))).toEqual([true]);
  });

  test("is used again if the earlier text was never sent", async () => {
    using house = openHouse(ASKING);
    house.stores.messages.voidUnsent(await house.book({ phone: ADA }));
    const second = await house.book({ phone: ADA, time: "5:00 PM" });
    expect(namingWayOut(house, second)).toEqual(["confirmation"]);
  });

  test("is in the text that asks whether the guest comes, if the text before it failed", async () => {
    using house = openHouse(PLAIN);
    const id = await house.book({ phone: ADA });
    const [confirmation] = house.stores.messages.ofReservation(id);
    sendText(house.stores, confirmation?.id ?? "", "failed", house.at);
    await house.byMachine(id, (reservation, context) => {
      const [dueAt, expiresAt] = [context.now, context.now + HOUR];
      const ask = { kind: "attendance_ask", dueAt, expiresAt, deadlineAt: expiresAt } as const;
      queueQuestions(reservation, [ask], asSystem(context));
    });
    expect(namingWayOut(house, id)).toEqual(["confirmation", "attendance_ask"]);
  });

  test("is used even if the transaction of the booking was undone and run again", async () => {
    using house = openHouse(ASKING);
    const booking = house.book({ phone: ADA });
    const undone = house.writer.write(() => {
      // The booking is in the same transaction, so the error below undoes the booking too.
      expect(house.rows()["reservation"]).toBe(1);
      house.stores.optOuts.add("+12127365009", house.at);
      throw new Error("undone");
    });
    const [id] = await Promise.all([booking, undone.catch(() => null)]);
    expect(namingWayOut(house, id)).toEqual(["confirmation"]);
  });
});

test("a phone that opted out gets no texts", async () => {
  using house = openHouse(ASKING);
  house.stores.optOuts.add(ADA, house.at);
  const id = await house.book({ phone: ADA });
  expect(house.texts(id)).toEqual([]);
});
