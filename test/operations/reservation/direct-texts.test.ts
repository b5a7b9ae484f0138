// Goal: no caller can flood one phone with texts. Method: book and cancel, or move, twenty times,
// and count the texts to the phone.
import { expect, test } from "bun:test";
import { acceptOffer } from "../../../src/operations/waitlist/accept-offer.ts";
import { ADA, BISTRO, caller, DAY, FRIDAY, type House, openHouse, PLAIN } from "../house.ts";

const few = (directPerPhone: number) => ({ ...PLAIN, smsBudget: { directPerPhone } });

/** The kinds of texts that were sent or will be sent to Ada's phone. */
const toAda = ({ stores }: House): string[] =>
  stores.messages
    .list({ brand: null, phone: ADA })
    .flatMap(({ kind, state }) => (state === "void" ? [] : [kind]));

const count = (kinds: readonly string[], kind: string): number =>
  kinds.filter((one) => one === kind).length;

test("if twenty reservations are cancelled before their confirmations are sent, the phone gets twelve cancellations", async () => {
  using house = openHouse();
  for (let pair = 0; pair < 20; pair += 1) {
    const id = await house.book({ phone: ADA });
    const { notifications, warnings } = await house.ok("cancel_booking", { id });
    const told = pair < 12;
    expect(notifications.map(({ kind }) => kind)).toEqual(told ? ["cancellation"] : []);
    expect(warnings.map(({ code }) => code)).toEqual(told ? [] : ["CALL_TO_CONFIRM"]);
  }
  expect(toAda(house)).toEqual(Array.from({ length: 12 }, () => "cancellation"));
});

test("a guest whose confirmation expired gets no text about the cancellation", async () => {
  using house = openHouse();
  const id = await house.book({ phone: ADA });
  house.database.run("UPDATE message SET state = 'expired' WHERE kind = 'confirmation'");
  expect((await house.ok("cancel_booking", { id })).notifications).toEqual([]);
});

test("if twenty reservations are confirmed and then cancelled, the phone gets twelve confirmations and twelve cancellations", async () => {
  using house = openHouse();
  for (let pair = 0; pair < 20; pair += 1) {
    const id = await house.book({ phone: ADA });
    house.deliver();
    await house.ok("cancel_booking", { id });
    house.deliver();
  }
  const kinds = toAda(house);
  expect([count(kinds, "confirmation"), count(kinds, "cancellation")]).toEqual([12, 12]);
});

test("a booking over the limit of texts succeeds, and its answer says to call the guest", async () => {
  using house = openHouse(few(1));
  await house.book({ phone: ADA, time: "5:00 PM" });
  const wish = { name: "Ada", phone: ADA, numberOfPeople: 2, date: FRIDAY };
  const { reservation, notifications, warnings } = await house.ok("create_booking", {
    ...wish,
    time: "7:00 PM",
  });
  expect(notifications).toMatchObject([
    { kind: "confirmation", state: "not_sent", why: "budget", dueAt: null },
  ]);
  expect(warnings.find(({ code }) => code === "NO_SMS")).toMatchObject({ why: "budget" });
  expect(reservation.flags).toEqual(["call_to_confirm"]);
  expect(house.stored(reservation.id as string).flags).toEqual(["call_to_confirm"]);
  const cancelled = await house.ok("cancel_booking", { id: reservation.id });
  expect(cancelled.notifications).toEqual([]);
  house.at += DAY + 1;
  const later = await house.ok("create_booking", { ...wish, time: "8:00 PM" });
  expect(later.notifications).toMatchObject([{ kind: "confirmation", state: "queued" }]);
});

test("texts that correct an earlier text are sent beyond the limit of texts, up to a second limit", async () => {
  using house = openHouse({ ...few(1), updateNotification: true });
  const id = await house.book({ phone: ADA });
  house.deliver();
  for (let move = 0; move < 20; move += 1) {
    await house.ok("update_booking", { id, time: move % 2 === 0 ? "8:00 PM" : "7:00 PM" });
    house.deliver();
  }
  expect(count(toAda(house), "update")).toBe(12);
  expect(house.stored(id).flags).toEqual(["call_to_confirm"]);
  await house.ok("undo_last_change", { id });
  const { notifications } = await house.ok("cancel_booking", { id });
  expect(notifications).toMatchObject([{ kind: "cancellation", state: "queued" }]);
});

test("the guest gets one text about a cancellation that is undone and made again", async () => {
  using house = openHouse(few(1));
  const id = await house.book({ phone: ADA });
  house.deliver();
  await house.ok("cancel_booking", { id });
  house.deliver();
  await house.ok("undo_last_change", { id });
  const again = await house.ok("cancel_booking", { id });
  expect(again.notifications).toEqual([]);
});

test("guests of silent and imported reservations still get a text about a cancellation", async () => {
  using house = openHouse();
  const silent = await house.book({ phone: ADA, notifyCustomer: false });
  const system = caller({ kind: "system", principal: "import" });
  const imported = await house.book({ phone: ADA, time: "5:00 PM" }, system);
  for (const id of [silent, imported]) {
    const { notifications } = await house.ok("cancel_booking", { id });
    expect(notifications).toMatchObject([{ kind: "cancellation", state: "queued" }]);
  }
});

test("texts of another brand to the same phone do not count towards the limit", async () => {
  using house = openHouse({ ...few(1), smsCountries: null });
  const italian = caller({ brands: ["trattoria"] });
  await house.book({ phone: ADA }, italian);
  await house.book({ phone: ADA });
  expect(toAda(house)).toEqual(["confirmation", "confirmation"]);
});

test("a guest who says YES to an offer gets an answer even over the limit of texts", async () => {
  using house = openHouse({ ...few(1), seats: 8 });
  await house.book({ phone: ADA, time: "5:00 PM" });
  const full = await house.book({ numberOfPeople: 8, time: "8:00 PM" });
  const wish = { name: "Ada", phone: ADA, numberOfPeople: 4, date: FRIDAY, time: "8:00 PM" };
  await house.ok("add_to_waitlist", wish);
  await house.ok("cancel_booking", { id: full });
  const [offer] = house.stores.waitlist.liveOffers(BISTRO, 0, Number.MAX_SAFE_INTEGER, house.at);
  await house.byMachine(full, (_, context) => {
    acceptOffer({ id: offer?.id ?? "" }, context);
  });
  expect(count(toAda(house), "confirmation")).toBe(2);
});
