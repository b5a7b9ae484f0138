// Goal: maitred offers a freed table to the first guest who waits and, if that guest does not answer,
// to the next. No guest is asked twice. A YES books the table. Seats that a raised limit adds are
// offered, too.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { PLAIN } from "./houses.ts";
import { dayAfter, MINUTE, when } from "./moments.ts";
import { type Desk, startDesk } from "./support.ts";

setDefaultTimeout(30_000);

const TODAY = "2026-11-20";
let desk: Desk;
let key: string;
beforeAll(async () => {
  desk = await startDesk("2026-11-20T10:00:00-05:00");
  key = await desk.house("house", { ...PLAIN, seats: 4, maxPartySize: 4, paceCovers: null });
});
afterAll(() => desk?.close());

const guest = (day: string, extra: object = {}) => ({
  name: "Ada",
  numberOfPeople: 4,
  ...when(day, "19:00"),
  ...extra,
});

/** Adds a guest to the waitlist for 7:00 PM and no other time. */
async function wait(day: string, phone: string): Promise<string> {
  const { time } = when(day, "19:00");
  const wish = guest(day, { name: "Wanda", phone, earliestTime: time, latestTime: time });
  const { entry } = await desk.ok("add_to_waitlist", wish, key);
  await desk.advance(1000);
  return entry.id as string;
}

const textsTo = async (phone: string): Promise<string[]> =>
  (await desk.texts({ brand: "house", phone })).map(({ kind, state }) => `${kind} ${state}`);

test("a cancelled table is offered to the first guest, then to the next if the first does not answer, and a YES books it", async () => {
  const day = dayAfter(TODAY, 2);
  const phones = ["+12127364001", "+12127364002", "+12127364003"] as const;
  const { reservation } = await desk.ok("create_booking", guest(day), key);
  for (const phone of phones) await wait(day, phone);
  const answer = await desk.call("cancel_booking", { id: reservation.id }, key);
  expect(answer.text).toMatch(/offered to .+, phone ending \d{4}, held until/);
  await desk.advance(1000);
  expect(await textsTo(phones[0])).toEqual(["offer delivered"]);
  expect(await textsTo(phones[1])).toEqual([]);

  await desk.advance(61 * MINUTE);
  expect(await textsTo(phones[0])).toEqual(["offer delivered"]);
  expect(await textsTo(phones[1])).toEqual(["offer delivered"]);

  await desk.reply("house", phones[1], "YES");
  await desk.reply("house", phones[1], "YES");
  await desk.advance(1000);
  expect(await textsTo(phones[1])).toEqual(["offer delivered", "confirmation delivered"]);
  expect(await textsTo(phones[2])).toEqual([]);
  const date = when(day, "19:00").date;
  const { bookings } = await desk.ok("list_bookings", { date }, key);
  expect(bookings).toMatchObject([
    { source: "waitlist", status: "booked", attendance: "confirmed", numberOfPeople: 4 },
  ]);
  const { entries } = await desk.ok("list_waitlist", { date }, key);
  expect(entries.map(({ status }) => status)).toEqual(["waiting", "waiting"]);
});

test("seats added on the command line are offered by the running server", async () => {
  const day = dayAfter(TODAY, 4);
  await desk.ok("create_booking", guest(day), key);
  await wait(day, "+12127364010");
  await desk.set("house", "seats=8");
  await desk.advance(MINUTE);
  expect(await textsTo("+12127364010")).toEqual(["offer delivered"]);
});
