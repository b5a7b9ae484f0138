// Goal: the waitlist tells a host why a guest gets no offer, until when a table is held, and what
// to do.
import { expect, test } from "bun:test";
import { displayTime, inWords } from "../../src/domain/time.ts";
import type { WireEntry } from "../../src/operations/waitlist/wire-entry.ts";
import { ADA, EVENING, FRIDAY, HOUR, type House, openHouse, PLAIN } from "./house.ts";

const SMALL = { ...PLAIN, seats: 4, maxPartySize: 4 };
const AT_SEVEN = { time: "7:00 PM", earliestTime: "7:00 PM", latestTime: "7:00 PM" };

/** A full restaurant with one guest who waits for its table. */
async function full(house: House): Promise<{ readonly booked: string; readonly id: string }> {
  const booked = await house.book({ numberOfPeople: 4 });
  const wish = { name: "Wanda", phone: ADA, numberOfPeople: 4, date: FRIDAY, ...AT_SEVEN };
  const { entry } = await house.ok<{ entry: WireEntry }>("add_to_waitlist", wish);
  return { booked, id: entry.id ?? "" };
}

const listed = async (house: House): Promise<string> =>
  (await house.invoke("list_waitlist", {})).text;

test("in quiet hours the answer says until when no offers are sent, and the list says why the guest was passed over", async () => {
  using house = openHouse({ ...SMALL, quietHours: { from: "13:00", to: "15:30" } });
  house.at = EVENING - 5 * HOUR;
  const { booked, id } = await full(house);
  const { text } = await house.invoke("cancel_booking", { id: booked });
  const until = "(quiet hours until 3:30 PM";
  expect(text).toContain(
    `Seats freed. 1 guest is waiting, but cannot be offered a table now ${until}`,
  );
  expect(house.stores.waitlist.entry(id)?.passedOver).toMatchObject([
    { timestamp: EVENING, why: { kind: "QUIET_HOURS", until: EVENING - 3.5 * HOUR } },
  ]);
  expect(await listed(house)).toContain(
    "passed over for 7:00 PM: The seats came free in quiet hours",
  );
});

test("the list says until when a table is held", async () => {
  using house = openHouse(SMALL);
  const { booked, id } = await full(house);
  await house.ok("cancel_booking", { id: booked });
  const holdUntil = house.stores.waitlist.offerOf(id)?.holdUntil ?? 0;
  const until = displayTime(holdUntil, "America/New_York");
  expect(await listed(house)).toContain(`offered 7:00 PM on ${FRIDAY}, held until ${until}`);
});

test("the list says until when the seats are held for another guest, and that the waiting guest is considered again", async () => {
  using house = openHouse(SMALL);
  const { booked, id } = await full(house);
  const next = { name: "Xenia", phone: "+12127365001", numberOfPeople: 4, date: FRIDAY };
  await house.ok("add_to_waitlist", { ...next, ...AT_SEVEN });
  await house.ok("cancel_booking", { id: booked });
  const holdUntil = house.stores.waitlist.offerOf(id)?.holdUntil ?? 0;
  const until = inWords(holdUntil, "America/New_York");
  const text = await listed(house);
  expect(text).toContain(
    `passed over for 7:00 PM: The seats for 4 at 7:00 PM were held for another waiting guest until ${until}. ` +
      "If they come free, this guest is considered again.",
  );
  expect(text).not.toContain("Try again");
});

test("the list says why a guest gets no more offers, and what to do", async () => {
  using house = openHouse(SMALL);
  const { id } = await full(house);
  const entry = house.stores.waitlist.entry(id);
  if (entry === null) throw new Error("Nobody waits");
  house.stores.waitlist.update({ ...entry, status: "paused" });
  const paused = "paused after two offers without an answer: call add_to_waitlist again";
  expect(await listed(house)).toContain(paused);
});
