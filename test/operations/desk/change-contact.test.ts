// Goal: hosts correct a guest's name, phone and e-mail, and the guest's texts follow the
// correction. Method: corrections over a real database, with checks of the outbox.
import { describe, expect, test } from "bun:test";
import { changeContact } from "../../../src/operations/desk/change-contact.ts";
import { createGuestDesk } from "../../../src/operations/guest/guest-desk.ts";
import { undoLastChange } from "../../../src/operations/undo-last-change.ts";
import { ADA, caller, EVENING, HOUR, type House, openHouse, PLAIN } from "../house.ts";
import { HOST, MANAGER, offerTo } from "./people.ts";

const OTHER = "+12127365009";
const SHOWN = { name: "Ada", phone: ADA, email: "" };
const ASKING = { ...PLAIN, attendance: {} };

/** The form always sends all three fields. */
const correct = (
  house: House,
  { id, ...change }: { readonly id: string; readonly [field: string]: string },
) => {
  const { name, phone, email } = house.stored(id);
  const shown = { name, phone: phone ?? "", email: email ?? "" };
  return house.invoke(changeContact, { id, ...shown, ...change }, HOST);
};
/** The token of the link that the reservation's guest gets. */
const tokenOf = ({ stores, stored }: House, id: string): string => {
  const phone = stored(id).phone ?? "";
  return stores.guestLinks.tokenOf({ kind: "reservation", subjectId: id }, phone) ?? "";
};
const recipients = (house: House, id: string, state: string) =>
  house
    .messages(id)
    .filter((one) => one.state === state)
    .map(({ kind, to }) => [kind, to]);

test("a phone is parsed with the brand's country", async () => {
  using house = openHouse();
  const id = await house.book();
  await correct(house, { id, phone: "(212) 736-5009" });
  expect(house.stored(id).phone).toBe(OTHER);
});

test.each([
  ["the name alone can be changed", { name: "Ada King" }, { name: "Ada King", phone: ADA }],
  [
    "the e-mail alone can be changed",
    { email: "ada@example.com" },
    { email: "ada@example.com", phone: ADA },
  ],
  [
    "a hidden character is removed from an e-mail",
    { email: "\u200bada@example.com" },
    { email: "ada@example.com" },
  ],
  ["the phone alone can be removed", { phone: "" }, { phone: null }],
  ["an empty e-mail is stored as null", { email: "" }, { email: null }],
])("%s", async (_name, change, expected) => {
  using house = openHouse();
  const id = await house.book({ phone: ADA });
  await correct(house, { id, ...change });
  expect(house.stored(id)).toMatchObject(expected);
});

test.each([
  ["PHONE_INVALID", { phone: "12" }],
  ["INVALID_INPUT", { email: "nobody" }],
  ["INVALID_INPUT", { name: "" }],
])("a refusal with %s changes nothing", async (code, change) => {
  using house = openHouse();
  const id = await house.book({ phone: ADA });
  const refusal = await house.refused(changeContact, { ...SHOWN, id, ...change }, HOST);
  expect(refusal.code).toBe(code as typeof refusal.code);
  expect(house.stored(id).revision).toBe(1);
});

test("API keys and connected apps may not correct contacts", async () => {
  using house = openHouse();
  const id = await house.book({ phone: ADA });
  for (const from of [caller(), caller({ kind: "oauth", roles: MANAGER.roles })]) {
    const refusal = await house.refused(changeContact, { ...SHOWN, id, phone: OTHER }, from);
    expect(refusal.code).toBe("FORBIDDEN_TOOL");
  }
});

describe("after a correction", () => {
  test("links sent to the wrong phone stop working; after an undo they work again, and links sent to the new phone do not", async () => {
    using house = openHouse(ASKING);
    const { guestLinks } = house.stores;
    const id = await house.book({ phone: ADA });
    const opened = (token: string) => guestLinks.find("reservation", token);
    const wrong = tokenOf(house, id);
    expect(opened(wrong)).toBe(id);
    await correct(house, { id, phone: OTHER });
    const right = tokenOf(house, id);
    expect([opened(wrong), opened(right)]).toEqual([null, id]);
    await house.invoke(undoLastChange, { id }, HOST);
    // The first phone was right after all, so the link in the guest's first text works again.
    expect([opened(wrong), opened(right)]).toEqual([id, null]);
  });
  test("only links that were sent to the current phone work", async () => {
    using house = openHouse(ASKING);
    const { guestLinks } = house.stores;
    const id = await house.book({ phone: ADA });
    const tokens: string[] = [];
    for (const phone of [OTHER, "+12127365008", OTHER]) {
      tokens.push(tokenOf(house, id));
      await correct(house, { id, phone });
    }
    tokens.push(tokenOf(house, id));
    const open = tokens.map((token) => guestLinks.find("reservation", token) !== null);
    expect(open).toEqual([false, true, false, true]);
  });
  test("an accepted offer's link no longer leads the wrong phone to the reservation", async () => {
    using house = openHouse();
    const { stores, writer } = house;
    const offer = await offerTo(house, ADA, 4);
    const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));
    const desk = createGuestDesk({ stores, writer, clock: () => house.at, random });
    const link = { kind: "offer", subjectId: offer.id } as const;
    const token = stores.guestLinks.tokenOf(link, ADA) ?? "";
    await desk.act("offer", token, "accept", 1);
    const taken = desk.look("offer", token);
    expect(taken).toMatchObject({ state: "taken" });
    expect(taken).toHaveProperty("reservationToken", expect.any(String));
    const id = stores.waitlist.entry(offer.entryId)?.bookingId ?? "";
    await correct(house, { id, phone: OTHER });
    const right = tokenOf(house, id);
    expect(desk.look("reservation", right)).toMatchObject({ id });
    const strangers = { state: "closed", reservationToken: null };
    expect(desk.look("offer", token)).toMatchObject(strangers);
    const pressed = await desk.act("offer", token, "accept", 1);
    expect(pressed).toMatchObject({ outcome: "refused", view: strangers });
    await house.ok("undo_last_change", { id }, HOST);
    expect(desk.look("offer", token)).toMatchObject({ state: "taken" });
  });
  test("links keep working if only the name was changed", async () => {
    using house = openHouse(ASKING);
    const { guestLinks } = house.stores;
    const id = await house.book({ phone: ADA });
    const token = tokenOf(house, id);
    await correct(house, { id, name: "Ada King" });
    expect(guestLinks.find("reservation", token)).toBe(id);
  });
  test("texts that are not sent yet go to the new phone, and the old phone gets no more", async () => {
    using house = openHouse(ASKING);
    const id = await house.book({ phone: ADA });
    await correct(house, { id, phone: OTHER });
    expect(recipients(house, id, "due")).toEqual([
      ["confirmation", OTHER],
      ["attendance_ask", OTHER],
      ["follow_up", OTHER],
    ]);
  });
  test("a confirmation that went to the wrong phone is sent again, to the new one", async () => {
    using house = openHouse(ASKING);
    const id = await house.book({ phone: ADA });
    house.deliver();
    await correct(house, { id, phone: OTHER });
    expect(recipients(house, id, "delivered")).toEqual([["confirmation", ADA]]);
    expect(recipients(house, id, "due")).toContainEqual(["confirmation", OTHER]);
  });
  test("a question about attendance is sent again, to the new phone, if it went to the wrong one", async () => {
    using house = openHouse(ASKING);
    const id = await house.book({ phone: ADA });
    house.at = EVENING - 23 * HOUR;
    house.deliver();
    await correct(house, { id, phone: OTHER });
    expect(recipients(house, id, "due")).toEqual([
      ["confirmation", OTHER],
      ["attendance_ask", OTHER],
      ["follow_up", OTHER],
    ]);
  });
  test("a question about attendance that went to the new phone is not sent again if the party size changes", async () => {
    using house = openHouse(ASKING);
    const id = await house.book({ phone: ADA });
    await correct(house, { id, phone: OTHER });
    house.at = EVENING - 23 * HOUR;
    house.deliver();
    await house.ok("update_booking", { id, numberOfPeople: 3 });
    expect(recipients(house, id, "due")).toEqual([["follow_up", OTHER]]);
  });
  test("an undo restores the old phone and its texts", async () => {
    using house = openHouse(ASKING);
    const id = await house.book({ phone: ADA });
    house.deliver();
    await correct(house, { id, phone: OTHER });
    await house.ok("undo_last_change", { id }, HOST);
    expect(house.stored(id).phone).toBe(ADA);
    expect(recipients(house, id, "due").map(([, to]) => to)).toEqual([ADA, ADA]);
  });
  test("a silent reservation still gets no texts", async () => {
    using house = openHouse(ASKING);
    const id = await house.book({ phone: ADA, notifyCustomer: false });
    await correct(house, { id, phone: OTHER });
    expect(house.texts(id)).toEqual([]);
  });
});

test("after a change of the name, texts that are not sent yet have the new name", async () => {
  using house = openHouse(ASKING);
  const id = await house.book({ phone: ADA });
  house.deliver();
  await correct(house, { id, name: "Grace" });
  const due = house.messages(id).filter(({ state }) => state === "due");
  expect(due.map(({ body }) => body.includes("Grace"))).toEqual([true, true]);
});
