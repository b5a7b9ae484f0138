// Goal: the compiled binary fills a freed table automatically on a full evening. Method: one story,
// by tool calls, texts, the guest page and a gateway's signed webhooks; each test continues it.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { BUILD_LIMIT_MS, compiledProduct } from "./compiled.ts";
import { gatewayEnvironment, report } from "./gateway-report.ts";
import { PLAIN } from "./houses.ts";
import { instant, MINUTE, when, wordsOf } from "./moments.ts";
import { type Desk, type SentText, startDesk } from "./support.ts";

setDefaultTimeout(30_000);

const FRIDAY = "2026-11-20";
const SEATINGS = ["17:00", "18:45", "20:30"];
const TABLES = 3;
const START = when(FRIDAY, "18:45");
const FIRST = "+12127364001";
const SECOND = "+12127364002";
const THIRD = "+12127364003";
const QUEUE = [FIRST, SECOND, THIRD];
const HOLD = 20 * MINUTE;

let product: ReturnType<typeof compiledProduct>;
let desk: Desk;
let key: string;
let given: string;
let heldUntil: number;
beforeAll(async () => {
  product = compiledProduct();
  // Nothing has to listen here: in a test database no text reaches a gateway.
  const env = gatewayEnvironment("http://127.0.0.1:9/");
  desk = await startDesk(`${FRIDAY}T14:00:00-05:00`, { ...product, env });
  key = await desk.house("house", { ...PLAIN, seats: 4 * TABLES, maxPartySize: 4 });
}, BUILD_LIMIT_MS);
afterAll(async () => {
  await desk?.close();
  product?.[Symbol.dispose]();
});

/** The kind and state of each text to a phone. */
const textsTo = async (phone: string): Promise<string[]> =>
  (await desk.texts({ phone })).map(({ kind, state }) => `${kind} ${state}`);
const offerTo = async (phone: string): Promise<SentText> => {
  const offer = (await desk.texts({ phone })).find(({ kind }) => kind === "offer");
  if (offer === undefined) throw new Error(`${phone} was offered nothing`);
  return offer;
};
const linkIn = ({ body }: SentText): string => /http\S+/.exec(body)?.[0] ?? "";

/** The status of each guest on the waitlist, as the tool lists it. */
async function queue(): Promise<string[]> {
  const args = { date: START.date, status: ["waiting", "offered", "booked"] };
  const { entries } = await desk.ok("list_waitlist", args, key);
  return entries.map(({ name, status }) => `${name} ${status}`);
}

/** Delivers a guest's text to the product as the gateway does. */
const says = async (from: string, body: string, id?: string): Promise<number> =>
  report(desk, {
    type: "sms.received",
    data: { from, to: "+12125550100", body },
    at: await desk.now(),
    ...(id === undefined ? {} : { id }),
  });

const bookings = async (status?: string[]) => {
  const args = { date: START.date, ...(status === undefined ? {} : { status }) };
  return (await desk.ok("list_bookings", args, key)).bookings;
};

test("the evening is full, and three guests wait", async () => {
  for (const wall of SEATINGS) {
    for (let table = 1; table <= TABLES; table += 1) {
      const args = { name: `Party ${table}`, numberOfPeople: 4, ...when(FRIDAY, wall) };
      const { reservation } = await desk.ok("create_booking", args, key);
      if (wall === "18:45") given = reservation.id as string;
    }
  }
  const guest = { numberOfPeople: 4, ...START };
  await desk.refused("create_booking", { name: "Late", ...guest }, "CAPACITY_FULL", key);
  for (const [index, phone] of QUEUE.entries()) {
    const name = `Guest ${index + 1}`;
    const { room } = await desk.ok("add_to_waitlist", { name, phone, ...guest }, key);
    expect(room).toEqual([]);
    await desk.advance(1000);
  }
  expect(await queue()).toEqual(["Guest 1 waiting", "Guest 2 waiting", "Guest 3 waiting"]);
  expect(await desk.texts()).toEqual([]);
});

test("the cancellation's answer says who got the offer and until when the table is held", async () => {
  const before = await desk.now();
  const answer = await desk.call("cancel_booking", { id: given }, key);
  // The product rounds up to the minute that the text names.
  heldUntil = Math.ceil((before + HOLD) / MINUTE) * MINUTE;
  const { time } = wordsOf(heldUntil);
  expect(answer.text).toMatch(/offered to Guest 1, phone ending \d{4}, held until/);
  expect(answer.text).toContain(`held until ${time}.`);
  expect(answer.structured["waitlist"]).toEqual({ willRun: true, waiting: 3 });
  expect(await queue()).toEqual(["Guest 1 offered", "Guest 2 waiting", "Guest 3 waiting"]);
});

test("the first guest's text says what is free, and how and until when the guest can take it", async () => {
  await desk.advance(1000);
  const offer = await offerTo(FIRST);
  expect(offer).toMatchObject({ state: "delivered", segments: 1 });
  for (const part of ["for 4", "Fri Nov 20", "6:45 PM"]) expect(offer.body).toContain(part);
  expect(offer.body).toContain(`Reply YES by ${wordsOf(heldUntil).time}`);
  expect(await textsTo(SECOND)).toEqual([]);
  const taken = { name: "Late", numberOfPeople: 4, ...START };
  await desk.refused("create_booking", taken, "HELD_FOR_WAITLIST", key);
});

test("the page behind the offer's link shows the time, and opening it changes nothing", async () => {
  const rows = desk.rows();
  const page = await fetch(linkIn(await offerTo(FIRST)));
  expect(page.status).toBe(200);
  expect(page.headers.get("content-type")).toContain("text/html");
  expect(await page.text()).toContain("6:45 PM");
  expect(desk.rows()).toEqual(rows);
  expect(await queue()).toEqual(["Guest 1 offered", "Guest 2 waiting", "Guest 3 waiting"]);
});

test("if the first guest has not answered when the hold ends, the second guest gets the offer", async () => {
  await desk.goTo(heldUntil - 1000);
  expect(await textsTo(SECOND)).toEqual([]);
  await desk.goTo(heldUntil + 1000);
  expect(await queue()).toEqual(["Guest 1 waiting", "Guest 2 offered", "Guest 3 waiting"]);
  expect(await textsTo(FIRST)).toEqual(["offer delivered"]);
  expect(await textsTo(SECOND)).toEqual(["offer delivered"]);
  expect(await textsTo(THIRD)).toEqual([]);
});

test("an unsigned YES books nothing", async () => {
  const data = { from: SECOND, to: "+12125550100", body: "YES" };
  const at = await desk.now();
  expect(await report(desk, { type: "sms.received", data, at, secret: "guessed" })).toBe(403);
  expect(await queue()).toContain("Guest 2 offered");
});

test("a signed YES books the table once, however often it is delivered", async () => {
  expect(await says(SECOND, "Yes", "inbound-1")).toBe(204);
  expect(await says(SECOND, "Yes", "inbound-1")).toBe(204);
  await desk.advance(MINUTE);
  expect(await says(SECOND, "Yes", "inbound-1")).toBe(204);
  expect(await says(SECOND, "YES", "inbound-2")).toBe(204);
  await desk.advance(MINUTE);
  expect(await textsTo(SECOND)).toEqual(["offer delivered", "confirmation delivered"]);
  const ofWaitlist = (await bookings()).filter(({ source }) => source === "waitlist");
  expect(ofWaitlist).toMatchObject([
    { name: "Guest 2", status: "booked", attendance: "confirmed", numberOfPeople: 4, ...START },
  ]);
  const [entry] = (await desk.ok("list_waitlist", { status: ["booked"] }, key)).entries;
  expect(entry).toMatchObject({ name: "Guest 2", bookingId: ofWaitlist[0]?.id });
});

test("the first and the third guest still wait, and the third got no text", async () => {
  await desk.advance(60 * MINUTE);
  expect(await queue()).toEqual(["Guest 1 waiting", "Guest 2 booked", "Guest 3 waiting"]);
  expect(await textsTo(FIRST)).toEqual(["offer delivered"]);
  expect(await textsTo(THIRD)).toEqual([]);
  const covers = (await bookings()).filter(({ timestamp, status }) => {
    return timestamp === instant(FRIDAY, "18:45") && status === "booked";
  });
  expect(covers).toHaveLength(TABLES);
});
