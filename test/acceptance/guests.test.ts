// Goal: guests answer by text and by link on the running product. Each answer takes effect once,
// and the next guest gets the freed table.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { ROOMY } from "./houses.ts";
import { dayAfter, HOUR, instant, MINUTE, when } from "./moments.ts";
import { type Desk, type SentText, startDesk } from "./support.ts";

setDefaultTimeout(30_000);

const TODAY = "2026-11-20";
const ONE_TABLE = { ...ROOMY, seats: 4, maxPartySize: 4, largeParty: { from: 9, mode: "refuse" } };
let desk: Desk;
let key: string;
let phones = 0;
let days = 2;
const freshPhone = () => `+1212736${String(7000 + ++phones)}`;
const freshDay = () => dayAfter(TODAY, ++days);
beforeAll(async () => {
  desk = await startDesk("2026-11-20T10:00:00-05:00");
  await desk.brand("house", { ...ONE_TABLE, attendance: {} });
  await desk.brand("release", { ...ONE_TABLE, attendance: { onNoReply: "release" } });
  key = await desk.key(["house", "release"]);
});
afterAll(() => desk?.close());

const guest = (brand: string, phone: string, day: string) => ({
  brand,
  name: "Ada Lovelace",
  phone,
  numberOfPeople: 4,
  ...when(day, "19:00"),
});
const book = async (brand: string, phone: string, day: string): Promise<string> => {
  const { reservation } = await desk.ok("create_booking", guest(brand, phone, day), key);
  return reservation.id as string;
};
const wait = (brand: string, phone: string, day: string) =>
  desk.ok("add_to_waitlist", guest(brand, phone, day), key);
const stateOf = async (brand: string, id: string): Promise<string> => {
  const { reservation } = await desk.ok("get_booking", { brand, id }, key);
  return `${reservation.status} ${reservation.attendance}`;
};
const textTo = async (phone: string, kind: string): Promise<SentText | undefined> =>
  (await desk.texts({ phone })).findLast((text) => text.kind === kind);
const linkIn = (text: SentText | undefined): string => /http\S+/.exec(text?.body ?? "")?.[0] ?? "";
const press = (url: string, action: string) =>
  fetch(url, {
    method: "POST",
    body: new URLSearchParams({ action, revision: "1" }),
    redirect: "manual",
  });

describe("by link", () => {
  test("a guest cancels, the next one takes the table, and both get a text", async () => {
    const [first, second, day] = [freshPhone(), freshPhone(), freshDay()];
    const id = await book("house", first, day);
    await wait("house", second, day);
    const link = linkIn(await textTo(first, "confirmation"));
    expect((await fetch(link)).status).toBe(200);
    expect(await stateOf("house", id)).toBe("booked pending");
    expect((await press(link, "cancel")).status).toBe(303);
    expect(await stateOf("house", id)).toBe("cancelled declined");
    await desk.advance(MINUTE);
    expect(await textTo(first, "cancellation")).toMatchObject({ state: "delivered" });
    const offer = linkIn(await textTo(second, "offer"));
    expect(await (await fetch(offer)).text()).toContain("Take the table");
    expect((await press(offer, "accept")).status).toBe(303);
    await desk.advance(MINUTE);
    expect(await textTo(second, "confirmation")).toMatchObject({ state: "delivered" });
    expect((await desk.reply("house", second, "YES"))["handledAs"]).toBe("offer_accepted");
    const { bookings } = await desk.ok("list_bookings", { brand: "house", date: day }, key);
    expect(bookings).toMatchObject([{ status: "booked", source: "waitlist" }]);
  });

  test("a text shown to the restaurant has its link, which is not stored", async () => {
    const [phone, day] = [freshPhone(), freshDay()];
    await book("house", phone, day);
    const token = linkIn(await textTo(phone, "confirmation"))
      .split("/")
      .at(-1);
    expect(token).toMatch(/^[\w-]{27}$/);
    expect(JSON.stringify(desk.rows())).not.toContain(token ?? "");
    for (const { body } of await desk.texts({ phone })) expect(body).not.toContain("{link}");
  });
});

describe("by text", () => {
  test("YES confirms; a later NO is left for a person; a later cancellation by link gives the table to the next guest", async () => {
    const [first, second, day] = [freshPhone(), freshPhone(), freshDay()];
    const id = await book("house", first, day);
    await wait("house", second, day);
    await desk.goTo(instant(day, "19:00") - 23 * HOUR);
    expect(await textTo(first, "attendance_ask")).toMatchObject({ state: "delivered" });
    expect((await desk.reply("house", first, "Yes 👍"))["handledAs"]).toBe("attendance_confirmed");
    expect(await stateOf("house", id)).toBe("booked confirmed");
    expect((await desk.reply("house", first, "NO"))["handledAs"]).toBe("unread");
    expect((await press(linkIn(await textTo(first, "confirmation")), "cancel")).status).toBe(303);
    await desk.advance(MINUTE);
    expect(await textTo(second, "offer")).toBeDefined();
  });

  test("STOP gives a held table to the next guest and ends all texts", async () => {
    const [first, second, third, day] = [freshPhone(), freshPhone(), freshPhone(), freshDay()];
    const id = await book("house", first, day);
    await wait("house", second, day);
    await wait("house", third, day);
    await desk.ok("cancel_booking", { brand: "house", id }, key);
    await desk.advance(MINUTE);
    expect(await textTo(second, "offer")).toMatchObject({ state: "delivered" });
    expect(await textTo(third, "offer")).toBeUndefined();
    expect((await desk.reply("house", second, "stop"))["handledAs"]).toBe("opted_out");
    await desk.advance(MINUTE);
    expect(await textTo(third, "offer")).toMatchObject({ state: "delivered" });
    await desk.advance(3 * HOUR);
    expect(await desk.texts({ phone: second })).toHaveLength(1);
  });

  test("CANCEL opts the guest out, and flags the reservation for a call", async () => {
    const [phone, day] = [freshPhone(), freshDay()];
    const id = await book("house", phone, day);
    await desk.reply("house", phone, "Cancel");
    const { reservation } = await desk.ok("get_booking", { brand: "house", id }, key);
    expect(reservation.status).toBe("booked");
    expect(reservation.flags).toEqual(expect.arrayContaining(["call_to_confirm", "sms_off"]));
  });

  test("if the brand releases tables, a guest who does not reply loses the table; a late YES gets it back", async () => {
    const [phone, day] = [freshPhone(), freshDay()];
    const id = await book("release", phone, day);
    const start = instant(day, "19:00");
    await desk.goTo(start - 3 * HOUR - MINUTE);
    expect(await stateOf("release", id)).toBe("booked pending");
    await desk.goTo(start - 3 * HOUR + MINUTE);
    expect(await stateOf("release", id)).toBe("cancelled no_reply");
    expect((await desk.reply("release", phone, "YES"))["handledAs"]).toBe("attendance_confirmed");
    expect(await stateOf("release", id)).toBe("booked confirmed");
    await desk.advance(MINUTE);
    const confirmations = (await desk.texts({ phone })).filter(
      (text) => text.kind === "confirmation",
    );
    expect(confirmations).toHaveLength(2);
  });

  test("a late YES is answered with a refusal if the table has been taken", async () => {
    const [phone, day] = [freshPhone(), freshDay()];
    const id = await book("release", phone, day);
    await desk.goTo(instant(day, "19:00") - 2 * HOUR);
    expect(await stateOf("release", id)).toBe("cancelled no_reply");
    await book("release", freshPhone(), day);
    expect((await desk.reply("release", phone, "YES"))["handledAs"]).toBe("attendance_gone");
    await desk.advance(MINUTE);
    expect(await textTo(phone, "reply")).toMatchObject({ state: "delivered" });
  });

  test("an unknown number gets no reply", async () => {
    const phone = freshPhone();
    for (const body of ["YES", "NO", "hello"]) {
      expect((await desk.reply("house", phone, body))["handledAs"]).toBe("unread");
    }
    expect(await desk.texts({ phone })).toEqual([]);
  });
});
