// Goal: on a day of replies in the guests' own words, a yes keeps the table, a no cancels it, and a
// reply that needs a person changes nothing and is shown to the host.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { BUILD_LIMIT_MS, compiledProduct } from "./compiled.ts";
import { account, type Host, hostAt } from "./host.ts";
import { PLAIN, ROOMY } from "./houses.ts";
import { dayAfter, HOUR, instant, MINUTE, when } from "./moments.ts";
import { type Desk, startDesk } from "./support.ts";

setDefaultTimeout(30_000);

const TODAY = "2026-11-16";
const SATURDAY = "2026-11-21";
const RELEASE = { ...ROOMY, largeParty: { from: 9, mode: "allow" } };

let product: ReturnType<typeof compiledProduct>;
let desk: Desk;
let key: string;
beforeAll(async () => {
  product = compiledProduct();
  desk = await startDesk(`${TODAY}T10:00:00-05:00`, product);
  await desk.brand("release", { ...RELEASE, attendance: { onNoReply: "release" } });
  await desk.brand("waits", { ...PLAIN, seats: 4, maxPartySize: 4 });
  key = await desk.key(["release", "waits"]);
}, BUILD_LIMIT_MS);
afterAll(async () => {
  await desk?.close();
  product?.[Symbol.dispose]();
});

type Outcome =
  | "keeps the table"
  | "gives the table back"
  | "waits for a person"
  | "loses the table";
const REPLIES: readonly (readonly [string | null, Outcome])[] = [
  ["YES", "keeps the table"],
  ["Yes please!", "keeps the table"],
  ["Yes, see you then", "keeps the table"],
  ["yes we are coming", "keeps the table"],
  ["Yes 👍 thanks", "keeps the table"],
  ["ok thanks", "keeps the table"],
  ["no", "gives the table back"],
  ["No thanks", "gives the table back"],
  ["no thank you!", "gives the table back"],
  ["No sorry", "gives the table back"],
  ["yes, cancel please", "waits for a person"],
  ["OK thanks but running late", "waits for a person"],
  ["yes we'll be six", "waits for a person"],
  ["No problem, see you then!", "waits for a person"],
  ["Is there parking nearby?", "waits for a person"],
  [null, "loses the table"],
];
const EXPECTED: Readonly<Record<Outcome, { status: string; attendance: string }>> = {
  "keeps the table": { status: "booked", attendance: "confirmed" },
  "gives the table back": { status: "cancelled", attendance: "declined" },
  "waits for a person": { status: "booked", attendance: "no_reply" },
  "loses the table": { status: "cancelled", attendance: "no_reply" },
};
const phoneOf = (index: number): string => `+1212736${String(5100 + index)}`;

describe("at a restaurant that cancels if a guest does not reply, after the reply", () => {
  const ids: string[] = [];
  beforeAll(async () => {
    for (const [index] of REPLIES.entries()) {
      const guest = { name: `Guest ${index + 1}`, phone: phoneOf(index), numberOfPeople: 2 };
      const args = { brand: "release", ...guest, ...when(SATURDAY, "19:00") };
      ids.push((await desk.ok("create_booking", args, key)).reservation.id as string);
    }
    await desk.goTo(instant(SATURDAY, "11:00"));
    for (const [index, [body]] of REPLIES.entries()) {
      if (body !== null) await desk.reply("release", phoneOf(index), body);
    }
    await desk.goTo(instant(SATURDAY, "17:00"));
  });
  test.each(REPLIES.map(([body, outcome], index) => [body ?? "(none)", outcome, index] as const))(
    "%s: the guest %s",
    async (_, outcome, index) => {
      const id = ids[index] as string;
      const { reservation } = await desk.ok("get_booking", { brand: "release", id }, key);
      expect(reservation).toMatchObject(EXPECTED[outcome]);
    },
  );
});

describe("a guest who answers an offer in their own words", () => {
  const DAY = dayAfter(SATURDAY, 2);
  const [asks, next] = ["+12127365301", "+12127365302"];
  let holdUntil: number;
  let host: Host;
  const waiting = async () => {
    const args = { brand: "waits", date: when(DAY, "18:00").date };
    const { entries } = await desk.ok("list_waitlist", args, key);
    return entries.map(({ name, status, offer }) => ({ name, status, offer }));
  };
  test("gets ten more minutes, once, by asking a question", async () => {
    await desk.goTo(instant(DAY, "12:00"));
    host = await hostAt(desk, "waits", await account(desk, "host", "waits"));
    const start = { brand: "waits", numberOfPeople: 4, ...when(DAY, "18:00") };
    const taken = await desk.ok("create_booking", { name: "First", ...start }, key);
    for (const [name, phone] of [
      ["Asks", asks],
      ["Next", next],
    ] as const) {
      await desk.ok("add_to_waitlist", { name, phone, ...start }, key);
      await desk.advance(1000);
    }
    await desk.ok("cancel_booking", { brand: "waits", id: taken.reservation.id }, key);
    await desk.advance(1000);
    holdUntil = (await waiting())[0]?.offer?.holdUntil as number;
    await desk.reply("waits", asks, "Could we sit by the window?");
    await desk.goTo(holdUntil + MINUTE);
    expect((await waiting())[0]).toMatchObject({
      status: "offered",
      offer: { holdUntil: holdUntil + 10 * MINUTE },
    });
    const mine = { name: "Late", ...start };
    const refusal = await desk.refused("create_booking", mine, "HELD_FOR_WAITLIST", key);
    expect(refusal.retryAt).toBe(holdUntil + 10 * MINUTE);
  });
  test("is shown to the host as having answered", async () => {
    expect(await host.read("/waitlist")).toMatch(/answered/i);
    expect(await host.read("/messages")).toContain("Could we sit by the window?");
  });
  test("gets no more time by a second text: the next guest is asked", async () => {
    await desk.reply("waits", asks, "Hello? The window?");
    await desk.goTo(holdUntil + 10 * MINUTE + 1000);
    expect((await waiting()).map(({ name, status }) => [name, status])).toEqual([
      ["Asks", "waiting"],
      ["Next", "offered"],
    ]);
    expect((await desk.texts({ phone: next })).map(({ kind }) => kind)).toEqual(["offer"]);
  });
  test("takes the table with a YES in their own words", async () => {
    await desk.reply("waits", next, "Yes please, thanks!");
    const [, entry] = await waiting();
    expect(entry).toBeUndefined();
    const args = { brand: "waits", date: when(DAY, "18:00").date };
    const { bookings } = await desk.ok("list_bookings", args, key);
    expect(bookings.map(({ name, status }) => [name, status])).toEqual([["Next", "booked"]]);
  });
});

describe("another evening:", () => {
  const DAY = dayAfter(SATURDAY, 3);
  const phone = "+12127365400";
  test("a reply half an hour before dinner is shown with tonight's reservation, although the phone's latest text was about another", async () => {
    await desk.goTo(instant(DAY, "10:00"));
    const host = await hostAt(desk, "release", await account(desk, "host", "release"));
    const book = async (date: string, name: string) => {
      const guest = { brand: "release", name, phone, numberOfPeople: 2, ...when(date, "19:00") };
      return (await desk.ok("create_booking", guest, key)).reservation.id as string;
    };
    await book(DAY, "Tonight's table");
    await desk.advance(HOUR);
    // The latest text to the phone is about this reservation.
    await book(dayAfter(DAY, 7), "Next week's table");
    await desk.goTo(instant(DAY, "18:30"));
    await desk.reply("release", phone, "We are 15 minutes late, sorry");
    const messages = await host.read("/messages");
    const text = messages.slice(messages.indexOf("We are 15 minutes late"));
    expect(text).toMatch(/7:00 PM/);
    expect(text.search(/Tue, Nov 24|tonight/i)).toBeGreaterThanOrEqual(0);
    expect(await host.read()).toMatch(/Tonight's table[\s\S]*text to read/i);
  });
  test("a confirmation does not shorten a guest's long name to its first word, The", async () => {
    const guest = { name: "The Papadopoulos-Konstantinidou family", phone: "+12127365500" };
    const args = { brand: "release", ...guest, numberOfPeople: 2, ...when(DAY, "20:00") };
    await desk.ok("create_booking", args, key);
    const [confirmation] = await desk.texts({ phone: guest.phone });
    expect(confirmation?.body).not.toMatch(/: The, /);
  });
});
