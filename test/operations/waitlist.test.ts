// Goal: a guest joins the waitlist once, for a window in which they can come, and can be removed;
// the list has the guests in the order in which they get offers.
import { describe, expect, test } from "bun:test";
import type { WireEntry } from "../../src/operations/waitlist/wire-entry.ts";
import { offer } from "../storage/samples.ts";
import { said } from "../support/said.ts";
import {
  ADA,
  BISTRO,
  budgets,
  caller,
  EVENING,
  FRIDAY,
  HOUR,
  MINUTE,
  openHouse,
  PLAIN,
} from "./house.ts";

const WISH = { name: "Eve", phone: ADA, numberOfPeople: 2, date: FRIDAY, time: "7:00 PM" };
interface Added {
  readonly entry: WireEntry;
  readonly changed: boolean;
  readonly warnings: readonly { readonly code: string }[];
  readonly room: readonly object[];
}
type House = ReturnType<typeof openHouse>;
const add = (house: House, change: object = {}) =>
  house.ok<Added>("add_to_waitlist", { ...WISH, ...change });
interface Page {
  readonly entries: readonly WireEntry[];
  readonly total: number;
  readonly nextCursor: string | null;
}
const list = async (house: House, input: object = {}) =>
  (await house.ok<{ entries: WireEntry[] }>("list_waitlist", input)).entries;

describe("the window of a waitlist entry", () => {
  const windows: [string, object, number, number][] = [
    ["is from half an hour before to an hour after the requested time", {}, -30, 60],
    ["starts at the given earliest time", { earliestTime: "6:00 PM" }, -60, 60],
    ["ends at the given latest time", { latestTime: "9:00 PM" }, -30, 120],
    ["may be the requested time alone", { earliestTime: "7:00 PM", latestTime: "7:00 PM" }, 0, 0],
    [
      "ends on the next calendar day if its end is before its start",
      { latestTime: "12:30 AM" },
      -30,
      330,
    ],
  ];
  test.each(windows)("%s", async (_name, change, before, after) => {
    using house = openHouse();
    const { entry } = await add(house, change);
    expect(entry.earliestTimestamp).toBe(EVENING + before * MINUTE);
    expect(entry.latestTimestamp).toBe(EVENING + after * MINUTE);
  });
  test("for a time after midnight may start in the evening before, while the service is open", async () => {
    using house = openHouse({
      ...PLAIN,
      services: [
        {
          name: "Night",
          days: ["fri", "sat"],
          opens: "22:00",
          lastSeating: "01:00",
          closes: "03:00",
          limits: {},
        },
      ],
    });
    const past = { ...WISH, date: "Saturday, November 21, 2026", time: "12:15 AM" };
    const wish = { ...past, earliestTime: "11:30 PM", latestTime: "12:45 AM" };
    const { structured, text } = await house.invoke("add_to_waitlist", wish);
    expect(structured["entry"]).toMatchObject({
      earliestTimestamp: EVENING + 270 * MINUTE,
      latestTimestamp: EVENING + 345 * MINUTE,
    });
    expect(text).toContain("between 11:30 PM on Friday, November 20, 2026 and 12:45 AM,");
    const closed = { ...past, earliestTime: "9:00 PM" };
    const refusal = await house.refused("add_to_waitlist", closed);
    expect(refusal.reasons).toMatchObject([{ code: "INVALID_INPUT", parameter: "time" }]);
  });
  test("for a time after midnight belongs to the same entry as an overlapping window of the evening before", async () => {
    const days = ["fri"];
    const service = { name: "Late", days, opens: "20:00", lastSeating: "01:30", closes: "03:00" };
    using house = openHouse({ ...PLAIN, services: [{ ...service, limits: {} }] });
    const date = "Saturday, November 21, 2026";
    const wish = { date, time: "12:30 AM", earliestTime: "11:00 PM" };
    const { entry } = await add(house, wish);
    const again = await add(house, { time: "11:30 PM", latestTime: "12:45 AM" });
    expect(again).toMatchObject({ changed: true, entry: { id: entry.id, date: FRIDAY } });
    expect((await add(house, wish)).entry).toMatchObject({ id: entry.id, date });
    const id = await house.book({ phone: ADA, time: "11:15 PM" });
    expect(await list(house, { status: ["booked"] })).toMatchObject([
      { id: entry.id, bookingId: id },
    ]);
  });
  test("must include the requested time", async () => {
    using house = openHouse();
    const refusal = await house.refused("add_to_waitlist", { ...WISH, earliestTime: "8:00 PM" });
    expect(refusal.reasons).toMatchObject([{ code: "INVALID_INPUT", parameter: "time" }]);
  });
});

describe("adding a guest to the waitlist", () => {
  test("sends no text, and answers with starts that have room", async () => {
    using house = openHouse();
    const added = await add(house);
    expect(added).toMatchObject({ changed: true, warnings: [] });
    expect(added.room).toMatchObject([
      { time: "7:00 PM" },
      { time: "6:45 PM" },
      { time: "7:15 PM" },
    ]);
    expect(house.rows()).toMatchObject({ waitlist_entry: 1, message: 0, audit: 1 });
    await house.book({ numberOfPeople: 30 });
    expect((await add(house, { phone: "+12127365001" })).room).toEqual([]);
  });
  test("for a time after midnight answers with starts of the evening's service", async () => {
    const days = ["fri"];
    const service = { name: "Late", days, opens: "20:00", lastSeating: "01:30", closes: "03:00" };
    using house = openHouse({ ...PLAIN, services: [{ ...service, limits: {} }] });
    const date = "Saturday, November 21, 2026";
    const { room } = await add(house, { date, time: "12:30 AM" });
    expect(room).toMatchObject([
      { date, time: "12:30 AM" },
      { date, time: "12:15 AM" },
      { date, time: "12:45 AM" },
    ]);
  });
  test("answers with no start in the past", async () => {
    using house = openHouse();
    house.at = EVENING + 20 * MINUTE;
    const { room } = await add(house, { time: "7:25 PM" });
    expect(room).toMatchObject([{ time: "7:30 PM" }, { time: "7:45 PM" }, { time: "8:00 PM" }]);
  });
  test("by a key answers with no start further ahead than the key may book", async () => {
    const days = ["fri"];
    const service = { name: "Late", days, opens: "20:00", lastSeating: "01:30", closes: "03:00" };
    using house = openHouse({ ...PLAIN, services: [{ ...service, limits: {} }] });
    const narrow = caller({ budgets: budgets({ daysAhead: 3 }) });
    const wish = { ...WISH, time: "11:45 PM" };
    const { room } = await house.ok<Added>("add_to_waitlist", wish, narrow);
    expect(room).toMatchObject([{ time: "11:45 PM" }, { time: "11:30 PM" }, { time: "11:15 PM" }]);
  });
  test("by a key that may not book answers with no starts", async () => {
    using house = openHouse();
    const narrow = caller({ tools: ["add_to_waitlist"] });
    expect(await house.ok<Added>("add_to_waitlist", WISH, narrow)).toMatchObject({ room: [] });
  });
  test("again, with the same phone and date and an overlapping window, changes the entry and keeps its position", async () => {
    using house = openHouse();
    const first = await add(house, { notes: "Terrace" });
    house.at += MINUTE;
    await add(house, { phone: "+12127365001" });
    const again = await add(house, { time: "8:00 PM", numberOfPeople: 3 });
    expect(again).toMatchObject({
      changed: true,
      entry: { id: first.entry.id, numberOfPeople: 3, position: 1, notes: "Terrace" },
    });
    expect(await add(house, { time: "8:00 PM", numberOfPeople: 3 })).toMatchObject({
      changed: false,
    });
    const apart = await add(house, { time: "5:00 PM", latestTime: "5:30 PM" });
    expect(apart.entry.id).not.toBe(first.entry.id);
  });
  test.each([
    ["another size", { numberOfPeople: 3 }, false],
    ["another window", { latestTime: "8:30 PM" }, false],
    ["other notes", { notes: "by the window" }, true],
  ])(
    "again with %s keeps the reasons why the entry was passed over: %p",
    async (_, change, kept) => {
      using house = openHouse();
      const { entry } = await add(house);
      const why = [{ timestamp: EVENING, why: { kind: "OFFER_OPEN" } }] as const;
      house.stores.waitlist.notePassedOver(entry.id as string, why);
      const told = [{ timestamp: EVENING, code: "OFFER_OPEN", message: expect.any(String) }];
      const { entry: again } = await add(house, change);
      expect(again).toMatchObject({ id: entry.id, passedOver: kept ? told : [] });
    },
  );
  test("in a dry run gives no id and changes nothing", async () => {
    using house = openHouse();
    const dry = await add(house, { dryRun: true });
    expect(dry.entry.id).toBeNull();
    expect(house.rows()).toMatchObject({ waitlist_entry: 0, audit: 0 });
  });
  test("warns if the guest can get no offer because of an opt-out or a large party", async () => {
    using house = openHouse({ ...PLAIN, largeParty: { from: 5, mode: "refuse" } });
    house.stores.optOuts.add(ADA, house.at);
    const { warnings } = await add(house, { numberOfPeople: 6 });
    expect(warnings.map(({ code }) => code)).toEqual(["LARGE_PARTY", "NO_SMS"]);
  });
  test("promises no automatic offers to a large party", async () => {
    using house = openHouse({ ...PLAIN, largeParty: { from: 5, mode: "refuse" } });
    const { text } = await house.invoke("add_to_waitlist", { ...WISH, numberOfPeople: 6 });
    expect(text).toContain("only a person can offer it a table");
    expect(text).not.toContain("is offered by text");
  });
  test("can replace a reservation of the same guest, however the phone is written", async () => {
    using house = openHouse();
    const id = await house.book({ phone: ADA });
    await add(house, { replaces: id, phone: "(212) 736-5000" });
    const { entry } = await add(house);
    expect(house.stores.waitlist.entry(entry.id ?? "")?.replaces).toBe(id);
  });
  test.each([
    ["belongs to another phone", { phone: "+12127365001" }, null, "belongs to another phone"],
    ["has no phone", { email: "ada@example.com" }, null, "has no phone"],
    ["is cancelled", { phone: ADA }, "cancel_booking", "is already cancelled"],
  ])("cannot replace a reservation that %s", async (_name, booking, tool, why) => {
    using house = openHouse();
    const replaces = await house.book(booking);
    if (tool !== null) await house.ok(tool, { id: replaces });
    const refused = await house.refused("add_to_waitlist", { ...WISH, replaces });
    expect(refused.reasons).toMatchObject([{ code: "INVALID_INPUT", parameter: "replaces" }]);
    expect(said(refused)).toContain(why);
    expect(said(refused)).toContain("eave replaces out");
    expect(house.rows()["waitlist_entry"]).toBe(0);
  });
  const refusals: [string, object, string[]][] = [
    ["a party above the maximum", { numberOfPeople: 31 }, ["PARTY_TOO_LARGE"]],
    ["an invalid phone", { phone: "12" }, ["PHONE_INVALID"]],
    ["a past evening", { date: "Sunday, November 15, 2026" }, ["IN_THE_PAST"]],
    ["a closed day", { date: "Monday, November 23, 2026" }, ["CLOSED"]],
    ["an hour without service", { time: "3:00 PM" }, ["OUTSIDE_SERVICE"]],
    ["a reservation to replace that does not exist", { replaces: "0".repeat(24) }, ["NOT_FOUND"]],
    [
      "several mistakes at once",
      { phone: "12", time: "3:00 PM", numberOfPeople: 31 },
      ["PHONE_INVALID", "OUTSIDE_SERVICE", "PARTY_TOO_LARGE"],
    ],
  ];
  test.each(refusals)("is refused for %s", async (_name, change, codes) => {
    using house = openHouse();
    const refusal = await house.refused("add_to_waitlist", { ...WISH, ...change });
    expect(refusal.reasons.map(({ code }) => code)).toEqual(codes as never);
  });
});

describe("the list of waiting guests", () => {
  test("is in order of priority, then of time on the list, and shows shortened phones", async () => {
    using house = openHouse();
    for (const [index, priority] of [0, 5, 0].entries()) {
      house.at += 1000;
      await add(house, { phone: `+1212736510${index}`, name: `Guest ${index}`, priority });
    }
    const entries = await list(house);
    expect(entries.map(({ name, position, phone }) => [name, position, phone])).toEqual([
      ["Guest 1", 1, "5101"],
      ["Guest 0", 2, "5100"],
      ["Guest 2", 3, "5102"],
    ]);
  });
  test("can be filtered by date and by status", async () => {
    using house = openHouse();
    await add(house);
    const { entry } = await add(house, { date: "Saturday, November 21, 2026" });
    await house.ok("remove_from_waitlist", { id: entry.id });
    expect(await list(house)).toHaveLength(1);
    expect(await list(house, { date: "2026-11-21" })).toEqual([]);
    expect(await list(house, { date: FRIDAY })).toHaveLength(1);
    expect(await list(house, { status: ["left"] })).toMatchObject([{ id: entry.id }]);
  });
  test("has pages with the number of all waiting guests, and positions in the whole list", async () => {
    using house = openHouse();
    for (let index = 0; index < 5; index += 1) {
      house.at += 1000;
      const priority = index === 3 ? 1 : 0;
      await add(house, { phone: `+1212736520${index}`, name: `Guest ${index}`, priority });
    }
    const seen: (readonly [string, number | null])[] = [];
    let cursor: string | null = null;
    do {
      const input: object = { limit: 2, ...(cursor === null ? {} : { cursor }) };
      const page: Page = await house.ok<Page>("list_waitlist", input);
      expect(page.total).toBe(5);
      seen.push(...page.entries.map(({ name, position }) => [name, position] as const));
      cursor = page.nextCursor;
    } while (cursor !== null);
    const names = [3, 0, 1, 2, 4].map((index) => `Guest ${index}`);
    expect(seen).toEqual(names.map((name, index) => [name, index + 1]));
    const { text } = await house.invoke("list_waitlist", { limit: 2 });
    expect(text).toMatch(/5 guests on the waitlist\. Next page: cursor "0\.\d+\.[0-9a-f]{24}"\.$/);
    const refusal = await house.refused("list_waitlist", { cursor: "7.1" });
    expect(refusal.reasons).toMatchObject([{ code: "INVALID_INPUT", parameter: "cursor" }]);
  });
  test("shows the offer to a guest and how long the seats are held", async () => {
    using house = openHouse();
    const { entry } = await add(house);
    const held = { startAt: EVENING, endAt: EVENING + HOUR, holdUntil: house.at + HOUR };
    house.hold(offer({ entryId: entry.id as string, brand: BISTRO, ...held }));
    const [shown] = await list(house);
    expect(shown?.offer).toMatchObject({
      state: "sent",
      time: "7:00 PM",
      holdUntil: held.holdUntil,
    });
    const { text } = await house.invoke("list_waitlist");
    expect(text).toContain("offered 7:00 PM");
  });
});

describe("removing a waitlist entry", () => {
  test("marks the entry as left, with the reason in the log; a repeat changes nothing", async () => {
    using house = openHouse();
    const { entry } = await add(house);
    const call = { id: entry.id, reason: "Eats at home" };
    expect(await house.ok<Added>("remove_from_waitlist", call)).toMatchObject({
      changed: true,
      entry: { status: "left", position: null },
    });
    const rows = house.rows();
    expect(await house.ok<Added>("remove_from_waitlist", call)).toMatchObject({ changed: false });
    expect(house.rows()).toEqual(rows);
    expect(rows).toMatchObject({ audit: 2 });
  });
  test("of a guest who has a reservation is refused, and the answer has the id of the reservation", async () => {
    using house = openHouse();
    const { entry } = await add(house);
    const id = await house.book({ phone: ADA });
    const refusal = await house.refused("remove_from_waitlist", { id: entry.id });
    expect(refusal.reasons).toMatchObject([
      { code: "INVALID_TRANSITION", status: "booked", bookingId: id },
    ]);
  });
  test("of another brand is answered with NOT_FOUND", async () => {
    using house = openHouse();
    const { entry } = await add(house);
    const stranger = caller({ brands: ["trattoria"] });
    const refusal = await house.refused("remove_from_waitlist", { id: entry.id }, stranger);
    expect(refusal.code).toBe("NOT_FOUND");
    const none = await house.refused("remove_from_waitlist", { id: "0".repeat(24) });
    expect(none.code).toBe("NOT_FOUND");
  });
});

test("booking with the phone of a waiting guest, within the window, ends the entry", async () => {
  using house = openHouse();
  const { entry } = await add(house);
  const booked = await house.ok("create_booking", { ...WISH, time: "8:15 PM" });
  expect(booked.warnings).toEqual([]);
  const inside = await house.ok("create_booking", { ...WISH, time: "8:00 PM" });
  expect(inside.warnings.map(({ code }) => code)).toEqual([
    "POSSIBLE_DUPLICATE",
    "WAITING_ENTRY_BOOKED",
  ]);
  expect(house.stores.waitlist.entry(entry.id as string)).toMatchObject({
    status: "booked",
    bookingId: inside.reservation.id,
  });
});
