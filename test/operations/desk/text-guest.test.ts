// Goal: hosts write texts to guests in their own words. Guests who cannot get a text or opted out
// get none. In quiet hours the host must confirm. Each refusal says why.
import { describe, expect, test } from "bun:test";
import { type Conversation, conversation } from "../../../src/operations/desk/conversation.ts";
import {
  type ReservationCard,
  reservationCard,
} from "../../../src/operations/desk/reservation-card.ts";
import { textGuest } from "../../../src/operations/desk/text-guest.ts";
import { sayReason } from "../../../src/words/render.ts";
import { added } from "../door/door-house.ts";
import { ADA, DAY, EVENING, FRIDAY, HOUR, type House, openHouse, PLAIN } from "../house.ts";
import { HOST, person } from "./people.ts";

const BODY = "We hold your table until 7:20.";
const text = (house: House, id: string, more: object = {}) =>
  house.invoke(textGuest, { id, body: BODY, ...more }, HOST);
const refused = async (house: House, id: string, more: object = {}) => {
  const { code, reasons } = await house.refused(textGuest, { id, body: BODY, ...more }, HOST);
  return [code, reasons.map((one) => sayReason(one, "host")).join(" ")];
};
const ask = async (house: House, id: string) =>
  (await house.invoke(conversation, { id }, HOST)).structured as unknown as Conversation;
const written = (house: House, phone = ADA) =>
  house.stores.messages.list({ brand: "bistro", phone }).filter(({ kind }) => kind === "staff");

describe("a text in a host's own words", () => {
  test("is sent to the reservation's phone at once, begins with the restaurant's name, and appears in the history", async () => {
    using house = openHouse();
    const id = await house.book({ phone: ADA });
    await text(house, id);
    expect(written(house)).toMatchObject([
      { to: ADA, reservationId: id, body: `The bistro: ${BODY}`, segments: 1, state: "due" },
    ]);
    const [change] = house.stores.audit.ofReservation(id, 10);
    expect(change).toMatchObject({ operation: "text_guest", actor: HOST.actor });
    const { history } = (await house.invoke(reservationCard, { id }, HOST))
      .structured as unknown as ReservationCard;
    // The history does not show the id of the text.
    expect(history[0]?.changes).toEqual([]);
  });

  test("can go to a waiting guest, or to the sender of a reply", async () => {
    using house = openHouse();
    const wish = { name: "Wim", phone: ADA, numberOfPeople: 2, date: FRIDAY, time: "7:00 PM" };
    const { entry } = await house.ok<{ entry: { id: string } }>("add_to_waitlist", wish);
    await text(house, entry.id);
    const [first] = written(house);
    expect(first).toMatchObject({ entryId: entry.id, reservationId: null });
    await text(house, first?.id ?? "");
    expect(written(house)).toHaveLength(2);
  });

  test("never contains the placeholder for a guest's link", async () => {
    using house = openHouse();
    const id = await house.book({ phone: ADA });
    await text(house, id, { body: "Look at {link}" });
    expect(written(house)[0]?.body).toBe("The bistro: Look at link");
  });

  test("is sent in quiet hours only if the host confirms", async () => {
    using house = openHouse({ ...PLAIN, quietHours: { from: "21:00", to: "09:00" } });
    const id = await house.book({ phone: ADA });
    house.at = EVENING - 2 * DAY + 4 * HOUR;
    const night = await refused(house, id);
    expect(night).toEqual([
      "INVALID_INPUT",
      "Quiet hours last until 9:00 AM. Send the text now anyway, or wait until then.",
    ]);
    expect(written(house)).toEqual([]);
    await text(house, id, { atNight: true });
    expect(written(house)).toHaveLength(1);
  });

  test.each([
    [
      "a guest without a phone",
      { phone: undefined },
      "This guest has no phone, so no text can be sent",
    ],
    [
      "a phone in a country that is not texted",
      { phone: "+390655500100" },
      "does not text phones of this country",
    ],
  ])("to %s is refused, and the refusal says why", async (_name, guest, sentence) => {
    using house = openHouse();
    const id = await house.book(guest);
    expect((await refused(house, id))[1]).toContain(sentence);
    expect((await ask(house, id)).textable).not.toBe("yes");
  });

  test("to a walk-in without a phone is refused, and the refusal says why", async () => {
    using house = openHouse();
    house.at = EVENING;
    const id = await added(house);
    expect((await refused(house, id))[1]).toContain(
      "This guest has no phone, so no text can be sent",
    );
    expect(await ask(house, id)).toMatchObject({ phone: null, textable: "no_phone" });
  });

  test("to a phone that opted out is refused, and the refusal gives the number to call", async () => {
    using house = openHouse();
    const id = await house.book({ phone: ADA });
    house.stores.optOuts.add(ADA, house.at);
    expect((await refused(house, id))[1]).toBe(
      "This guest has opted out of texts. Call (212) 736-5000 instead.",
    );
    expect(written(house)).toEqual([]);
  });

  test("to a landline is refused, and the refusal says to call the guest", async () => {
    using house = openHouse({ ...PLAIN, smsCountries: ["US", "DE"] });
    const id = await house.book({ phone: "+493012345678" });
    expect((await refused(house, id))[1]).toBe(
      "+49 30 12345678 is a landline, which takes no texts. Call the guest instead.",
    );
    expect((await ask(house, id)).textable).toBe("landline");
    expect(written(house, "+493012345678")).toEqual([]);
    const mobile = await house.book({ phone: "+4915112345678", time: "8:00 PM" });
    expect((await ask(house, mobile)).textable).toBe("yes");
  });

  test.each(["0123456789abcdef01234567", "x"])(
    "about the unknown id %s is refused as not found",
    async (id) => {
      using house = openHouse();
      expect((await refused(house, id))[0]).toBe("NOT_FOUND");
    },
  );

  test("about another restaurant's guest is refused as not found", async () => {
    using house = openHouse();
    const id = await house.book({ phone: ADA });
    const elsewhere = { ...person("host", "trattoria"), headerBrand: "trattoria" };
    const there = { ...elsewhere, brands: ["trattoria"] };
    const { code } = await house.refused(textGuest, { id, body: BODY }, there);
    expect(code).toBe("NOT_FOUND");
  });

  test("is listed after a guest's text from the same instant", async () => {
    using house = openHouse();
    const id = await house.book({ phone: ADA });
    house.at += DAY;
    house.stores.inboundTexts.insert({
      id: "0".repeat(24),
      provider: "phone",
      providerEventId: "1",
      sender: ADA,
      recipient: null,
      body: "Are you open?",
      receivedAt: house.at,
      handledAs: "unread",
    });
    await text(house, id);
    const { lines } = await ask(house, id);
    expect(lines.map(({ from }) => from).slice(-2)).toEqual(["guest", "restaurant"]);
  });
});

describe("quick answers", () => {
  const quickOf = async (overrides: object, guest: object = { phone: ADA }) => {
    using house = openHouse({ ...PLAIN, ...overrides });
    return (await ask(house, await house.book(guest))).quick;
  };
  test("have the reservation's values filled in", async () => {
    expect(await quickOf({})).toContain("We will hold your table until 7:15 PM.");
    expect(await quickOf({ noShowGraceMinutes: 45 })).toContain(
      "We will hold your table until 7:45 PM.",
    );
  });
  test("come from the restaurant's own list, even if that is empty; by default they are in the restaurant's language", async () => {
    const own = ["On {day} at {time}, see you then."];
    expect(await quickOf({ quickAnswers: own })).toEqual([
      "On Fri Nov 20 at 7:00 PM, see you then.",
    ]);
    expect(await quickOf({ quickAnswers: [] })).toEqual([]);
    expect(await quickOf({ language: "de" })).toContain(
      "Wir halten Ihren Tisch bis 19:15 Uhr frei.",
    );
  });
  test("that ask for a call include the restaurant's phone, if it is known", async () => {
    expect(await quickOf({ contact: { phone: "+12125550142" } })).toContain(
      "Please call us at +1 212 555 0142, and we will find a solution.",
    );
    expect((await quickOf({})).join()).toContain("Please call us, and");
  });
  test("to a waiting guest do not say until when a table is held", async () => {
    using house = openHouse();
    const wish = { name: "Wim", phone: ADA, numberOfPeople: 2, date: FRIDAY, time: "7:00 PM" };
    const { entry } = await house.ok<{ entry: { id: string } }>("add_to_waitlist", wish);
    expect((await ask(house, entry.id)).quick.join()).not.toContain("until");
  });
});
