// Goal: a foreign phone prevents texts but never a booking, and callers and hosts read why.
import { expect, test } from "bun:test";
import { sendTestText } from "../../src/operations/desk/send-test-text.ts";
import { said } from "../support/said.ts";
import { ADA, BISTRO, caller, FRIDAY, openHouse, PLAIN } from "./house.ts";

const ROME = "+393331234567";
const PREMIUM = "+19005551234";
const ASKING = { ...PLAIN, attendance: { phoneRequiredFrom: 2 } };
const WISH = { name: "Ada", numberOfPeople: 4, date: FRIDAY, time: "7:00 PM" };

test.each([ROME, PREMIUM])(
  "a guest with the phone %s can book with it as contact, but gets no text",
  async (phone) => {
    using house = openHouse(ASKING);
    const booked = await house.ok("create_booking", { ...WISH, phone });
    expect(booked.notifications).toMatchObject([
      { kind: "confirmation", state: "not_sent", why: "country" },
    ]);
    expect(booked.warnings).toMatchObject([
      { code: "CALL_TO_CONFIRM" },
      { code: "NO_SMS", why: "country" },
    ]);
    expect(booked.reservation).toMatchObject({ phone, flags: ["call_to_confirm"] });
    expect(house.texts(booked.reservation.id as string)).toEqual([]);
  },
);

test("phones of countries that the owner named get texts; null means all countries", async () => {
  for (const smsCountries of [["US", "IT"], null]) {
    using house = openHouse({ ...PLAIN, smsCountries });
    const { notifications } = await house.ok("create_booking", { ...WISH, phone: ROME });
    expect(notifications).toMatchObject([{ kind: "confirmation", state: "queued" }]);
  }
});

test("a waiting guest with a foreign phone is passed over, with advice to call", async () => {
  using house = openHouse({ ...PLAIN, seats: 4 });
  const taken = await house.book({ phone: ADA });
  const added = await house.invoke("add_to_waitlist", { ...WISH, phone: ROME });
  expect(added.structured["warnings"]).toMatchObject([{ code: "NO_SMS", why: "country" }]);
  expect(added.text).toContain("is not offered automatically: list_waitlist shows whom to call.");
  expect(added.text).not.toContain("offered by text");
  await house.ok("cancel_booking", { id: taken });
  const { entries } = await house.ok<{ entries: { offersSent: number; passedOver: object[] }[] }>(
    "list_waitlist",
  );
  expect(entries).toMatchObject([{ offersSent: 0, passedOver: [{ code: "SMS_OFF" }] }]);
});

test("a test text is refused for a country without texts", async () => {
  using house = openHouse();
  const manager = caller({ kind: "session", roles: { [BISTRO]: "manager" } });
  const desk = { override: null, revision: null } as never;
  const refused = await house.refused(sendTestText, { phone: ROME }, manager, desk);
  expect(refused.reasons[0]).toMatchObject({ code: "INVALID_INPUT", parameter: "phone" });
  expect(said(refused)).toContain("smsCountries");
});
