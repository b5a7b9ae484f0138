// Goal: the tools that read, and those of the waitlist, answer with what is stored and what the
// rules say.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { DINNER, LUNCH, PLAIN } from "./houses.ts";
import { dateWords, dayAfter, instant, MINUTE, when } from "./moments.ts";
import { type Desk, startDesk } from "./support.ts";

setDefaultTimeout(30_000);

const TODAY = "2026-11-20";
let desk: Desk;
let key: string;
let days = 1;
const freshDay = () => dayAfter(TODAY, ++days);
beforeAll(async () => {
  desk = await startDesk("2026-11-20T10:00:00-05:00");
  await desk.brand("house", {
    ...PLAIN,
    services: [LUNCH, DINNER],
    specialDays: { "2026-12-25": { closed: true, note: "Christmas" } },
  });
  await desk.brand("small", { ...PLAIN, seats: 20, paceCovers: 10, maxPartySize: 10 });
  key = await desk.key(["house", "small"]);
});
afterAll(() => desk?.close());

async function book(brand: string, size: number, date: string, wall: string, extra: object = {}) {
  const args = { brand, name: "Ada", numberOfPeople: size, ...when(date, wall), ...extra };
  return (await desk.ok("create_booking", args, key)).reservation.id as string;
}
const list = (args: object) => desk.ok("list_bookings", { brand: "house", ...args }, key);

const find = async (query: string) =>
  (await list({ date: TODAY, toDate: dayAfter(TODAY, 3), query })).bookings;

describe("list_bookings", () => {
  const DAY = dayAfter(TODAY, 1);
  const ids: string[] = [];
  beforeAll(async () => {
    for (const [index, wall] of ["19:00", "12:30", "19:00", "18:00", "21:30"].entries()) {
      const phone = `+1212736${5000 + index}`;
      ids.push(await book("house", 2 + index, DAY, wall, { name: `Guest ${index}`, phone }));
    }
    await book("house", 2, dayAfter(DAY, 1), "12:00", { name: "Ångström Müller" });
    await book("house", 2, TODAY, "18:00");
    await desk.ok("cancel_booking", { brand: "house", id: ids[4] }, key);
  });
  test("is in order of start, then id; cancelled reservations are listed only if asked for", async () => {
    const { bookings, total, covers, nextCursor } = await list({ date: DAY });
    const tie = [ids[0] ?? "", ids[2] ?? ""].toSorted();
    expect(bookings.map((row) => row.id)).toEqual([ids[1] ?? "", ids[3] ?? "", ...tie]);
    expect({ total, covers, nextCursor }).toEqual({
      total: 4,
      covers: 2 + 3 + 4 + 5,
      nextCursor: null,
    });
    const gone = await list({ date: DAY, status: ["cancelled"] });
    expect(gone.bookings.map((row) => row.id)).toEqual([ids[4] ?? ""]);
    expect((await list({ date: DAY, status: ["booked", "cancelled"] })).total).toBe(5);
  });
  test("lists today if no date is given, and a range of service dates with toDate", async () => {
    expect((await list({})).total).toBe(1);
    expect((await list({ date: TODAY, toDate: dayAfter(TODAY, 2) })).total).toBe(6);
    await desk.refused(
      "list_bookings",
      { brand: "house", date: DAY, toDate: TODAY },
      "INVALID_INPUT",
      key,
    );
  });
  test("accepts dates in the display format and as YYYY-MM-DD", async () => {
    expect(await list({ date: dateWords(DAY) })).toEqual(await list({ date: DAY }));
    const bad = { brand: "house", date: "Monday, November 21, 2026" };
    await desk.refused("list_bookings", bad, "WEEKDAY_MISMATCH", key);
    await desk.refused("list_bookings", { ...bad, date: "2026-13-01" }, "INVALID_INPUT", key);
  });
  test("searches for a part of a name or the last four or more digits of a phone", async () => {
    expect(await find("guest")).toHaveLength(4);
    expect(await find("Guest 3")).toHaveLength(1);
    expect(await find("müll")).toHaveLength(1);
    expect(await find("ÅNGSTRÖM")).toHaveLength(1);
    expect((await find("5002")).map((row) => row.id)).toEqual([ids[2] ?? ""]);
    expect(await find("65002")).toHaveLength(1);
    expect(await find("%")).toHaveLength(0);
    expect(await find("G_est")).toHaveLength(0);
    expect(await find("nobody")).toHaveLength(0);
  });
  test("gives every row once, page by page, with the total and covers of the whole list", async () => {
    const seen: string[] = [];
    let cursor: string | null = null;
    for (let page = 0; page < 10; page++) {
      const args: object = { date: DAY, limit: 2, ...(cursor === null ? {} : { cursor }) };
      const answer = await list(args);
      expect(answer).toMatchObject({ total: 4, covers: 14 });
      seen.push(...answer.bookings.map((row) => row.id));
      cursor = answer.nextCursor;
      if (cursor === null) break;
    }
    expect(seen).toEqual((await list({ date: DAY })).bookings.map((row) => row.id));
  });
  test.each([
    { limit: 0 },
    { limit: 201 },
    { limit: 1.5 },
    { cursor: "nonsense" },
    { status: ["gone"] },
    { status: "booked" },
  ])("%j is INVALID_INPUT", async (bad) => {
    await desk.refused("list_bookings", { brand: "house", ...bad }, "INVALID_INPUT", key);
  });
});

describe("get_booking", () => {
  test("shows the record, its texts and its last twenty changes, newest first", async () => {
    const id = await book("house", 2, freshDay(), "19:00", { phone: "+12127365000" });
    for (let change = 0; change < 22; change++)
      await desk.ok("add_note", { brand: "house", id, note: `note ${change}` }, key);
    const { reservation, messages, history } = await desk.ok(
      "get_booking",
      { brand: "house", id },
      key,
    );
    expect(reservation).toMatchObject({
      id,
      phone: "+12127365000",
      notes: "note 21",
      revision: 23,
    });
    expect(messages).toHaveLength(1);
    expect(history).toHaveLength(20);
    expect(history[0]?.operation).toBe("add_note");
    expect(history[0]?.actor).toContain("acceptance");
    const times = history.map((row) => row.at);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
  });
});

const check = (args: object) =>
  desk.ok("check_availability", { brand: "small", numberOfPeople: 2, ...args }, key);

describe("check_availability", () => {
  test("lists the day's slots as open, tight or full, with reasons", async () => {
    const day = freshDay();
    await book("small", 10, day, "19:00");
    await book("small", 8, day, "19:15");
    const { date, open, note, slots } = await check({ date: day });
    expect({ date, open, note }).toEqual({ date: dateWords(day), open: true, note: null });
    expect(slots).toHaveLength(19);
    expect(slots[0]).toMatchObject({ ...when(day, "17:00"), service: "Dinner", state: "open" });
    expect(slots.at(-1)?.timestamp).toBe(instant(day, "21:30"));
    const at = (wall: string) => slots.find((slot) => slot.timestamp === instant(day, wall));
    expect(at("17:00")).toMatchObject({ reasons: [], seatsFree: 20 });
    expect(at("19:00")).toMatchObject({ state: "full" });
    expect(at("19:00")?.reasons[0]?.code).toBe("PACE_FULL");
    expect(at("20:00")).toMatchObject({ state: "tight", seatsFree: 2 });
    const more = await check({ date: day, numberOfPeople: 3 });
    const full = more.slots.find((slot) => slot.timestamp === instant(day, "20:00"));
    expect(full).toMatchObject({ state: "full" });
    expect(full?.reasons[0]?.code).toBe("CAPACITY_FULL");
  });
  test("agrees with create_booking: an open slot can be booked, a full one is refused", async () => {
    const day = freshDay();
    await book("small", 10, day, "19:00");
    await book("small", 8, day, "19:15");
    const { slots } = await check({ date: day, numberOfPeople: 4 });
    for (const { date, time, timestamp, state } of slots) {
      const call = {
        brand: "small",
        name: "A",
        numberOfPeople: 4,
        date,
        time,
        timestamp,
        dryRun: true,
      };
      const answer = await desk.call("create_booking", call, key);
      expect(`${time} ${answer.isError ? "full" : "free"}`).toBe(
        `${time} ${state === "full" || state === "held" ? "full" : "free"}`,
      );
    }
  });
  test("given a time, shows that start with its reasons, and the two nearest slots", async () => {
    const day = freshDay();
    await book("small", 10, day, "19:00");
    await book("small", 10, day, "19:15");
    const { slots, nearest } = await check({ date: day, time: "7:00 PM" });
    expect(nearest).toHaveLength(3);
    expect(slots.map(({ time }) => time)).toEqual(["7:00 PM", "6:45 PM", "7:15 PM"]);
    const [asked] = (await check({ date: day, time: "7:20 PM" })).slots;
    const { time } = asked as { time: string };
    const call = { brand: "small", name: "A", numberOfPeople: 2, date: dateWords(day), time };
    const refused = await desk.refused("create_booking", call, "CAPACITY_FULL", key);
    expect(asked).toMatchObject({ time: "7:20 PM", reasons: refused.reasons });
    for (const start of nearest)
      await desk.ok(
        "create_booking",
        { brand: "small", name: "A", numberOfPeople: 2, ...start, dryRun: true },
        key,
      );
  });
  test("shows the note of a closed day", async () => {
    const answer = await desk.ok(
      "check_availability",
      { brand: "house", date: "2026-12-25", numberOfPeople: 2 },
      key,
    );
    expect(answer).toMatchObject({ open: false, note: "Christmas", slots: [] });
  });
  test("can be limited to one service", async () => {
    const args = { brand: "house", date: freshDay(), numberOfPeople: 2 };
    const both = await desk.ok("check_availability", args, key);
    expect(new Set(both.slots.map((slot) => slot.service))).toEqual(new Set(["Lunch", "Dinner"]));
    const lunch = await desk.ok("check_availability", { ...args, service: "Lunch" }, key);
    expect(lunch.slots).toHaveLength(11);
    const none = await desk.call("check_availability", { ...args, service: "Tea" }, key);
    expect(none.text).toContain("Lunch");
  });
});

describe("explain_capacity", () => {
  test("shows who is present, who starts and the limits, and tries other limits without saving them", async () => {
    const day = freshDay();
    await book("small", 10, day, "19:00");
    await book("small", 8, day, "19:15");
    const before = desk.rows();
    const args = { brand: "small", date: day, whatIf: { seats: 30, paceCovers: 20 } };
    const { date, slots, limits } = await desk.ok("explain_capacity", args, key);
    expect(date).toBe(dateWords(day));
    expect(limits).toMatchObject({ seats: 20, paceCovers: 10 });
    const at = (wall: string) => slots.find((slot) => slot.timestamp === instant(day, wall));
    expect(at("19:00")).toMatchObject({
      startCovers: 10,
      startParties: 1,
      heldCovers: 0,
      heldUntil: null,
      binding: "paceCovers",
    });
    expect(at("20:00")).toMatchObject({ covers: 18, parties: 2, startCovers: 0, seatsFree: 2 });
    expect(at("17:00")).toMatchObject({ covers: 0, parties: 0, seatsFree: 20 });
    expect(at("20:00")?.whatIf).not.toBeNull();
    expect(desk.rows()).toEqual(before);
    const plain = await desk.ok("explain_capacity", { brand: "small", date: day }, key);
    expect(plain.slots.every((slot) => slot.whatIf === null)).toBe(true);
  });
  test("refuses an unknown limit in whatIf, and names it", async () => {
    const args = { brand: "small", date: TODAY, whatIf: { seets: 4 } };
    const refused = await desk.refused("explain_capacity", args, "INVALID_INPUT", key);
    expect(refused.message).toContain("seets");
    expect(refused.message).toContain("seats");
  });
});

const entry = (name: string, digits: number, day: string, extra: object = {}) => ({
  brand: "house",
  name,
  phone: `+1212736${digits}`,
  numberOfPeople: 2,
  ...when(day, "19:00"),
  ...extra,
});

const add = (...what: Parameters<typeof entry>) => desk.ok("add_to_waitlist", entry(...what), key);

describe("the waitlist", () => {
  test("adds an entry by default with a window from half an hour before the start to an hour after, and priority 0", async () => {
    const day = freshDay();
    const { entry: added, changed, room } = await add("Ann", 6001, day);
    expect(changed).toBe(true);
    expect(added).toMatchObject({
      date: dateWords(day),
      earliestTime: "6:30 PM",
      latestTime: "8:00 PM",
      earliestTimestamp: instant(day, "18:30"),
      latestTimestamp: instant(day, "20:00"),
      priority: 0,
      notes: "",
      status: "waiting",
      position: 1,
      offersSent: 0,
      bookingId: null,
      offer: null,
      passedOver: [],
    });
    expect(room.length).toBeGreaterThan(0);
    for (const start of room) {
      const call = { brand: "house", name: "Ann", numberOfPeople: 2, ...start, dryRun: true };
      await desk.ok("create_booking", call, key);
    }
    await desk.advance(MINUTE);
    expect(await desk.texts({ brand: "house", phone: "+12127366001" })).toEqual([]);
  });
  test("says that there is no room while the window is full", async () => {
    const day = freshDay();
    await book("house", 30, day, "18:00");
    await book("house", 30, day, "19:30");
    expect((await add("Bea", 6002, day)).room).toEqual([]);
  });
  test("takes a latest time before the earliest time as a time of the next day", async () => {
    const day = freshDay();
    const window = { earliestTime: "9:00 PM", latestTime: "12:30 AM", ...when(day, "21:15") };
    const { entry: added } = await add("Cat", 6003, day, window);
    expect(added.earliestTimestamp).toBe(instant(day, "21:00"));
    expect(added.latestTimestamp).toBe(instant(dayAfter(day, 1), "00:30"));
  });
  test("lists an entry under its service date", async () => {
    const day = freshDay();
    const night = freshDay();
    const window = { earliestTime: "9:00 PM", latestTime: "12:30 AM", ...when(day, "21:15") };
    const { entry: added } = await add("Cleo", 6010, day, window);
    const shown = await desk.ok("list_waitlist", { brand: "house", date: day }, key);
    expect(shown.entries.map((one) => one.id)).toEqual([added.id as string]);
    const next = await desk.ok("list_waitlist", { brand: "house", date: night }, key);
    expect(next.entries).toEqual([]);
  });
  test("lists entries by priority, then by age", async () => {
    freshDay();
    const day = freshDay();
    const first = (await add("Dan", 6004, day)).entry;
    const second = (await add("Eli", 6005, day)).entry;
    const vip = (await add("Fox", 6006, day, { priority: 9 })).entry;
    const { entries } = await desk.ok("list_waitlist", { brand: "house", date: day }, key);
    expect(entries.map((one) => one.id)).toEqual([vip.id, first.id, second.id] as string[]);
    expect(entries.map((one) => one.position)).toEqual([1, 2, 3]);
    const none = await desk.ok(
      "list_waitlist",
      { brand: "house", date: day, status: ["paused"] },
      key,
    );
    expect(none.entries).toEqual([]);
  });
  test("updates the entry of the same phone, date and window", async () => {
    const day = freshDay();
    const first = (await add("Gus", 6007, day)).entry;
    const again = await add("Gus", 6007, day, { numberOfPeople: 4, time: "7:30 PM" });
    expect(again.entry.id).toBe(first.id);
    expect(again.entry.numberOfPeople).toBe(4);
    const { entries } = await desk.ok("list_waitlist", { brand: "house", date: day }, key);
    expect(entries).toHaveLength(1);
  });
  test("marks a removed entry as left; a repeat changes nothing; an unknown id is NOT_FOUND", async () => {
    const day = freshDay();
    const { id } = (await add("Hal", 6008, day)).entry;
    const args = { brand: "house", id, reason: "found another" };
    const removed = await desk.ok("remove_from_waitlist", args, key);
    expect(removed).toMatchObject({ changed: true, entry: { status: "left" } });
    expect(await desk.ok("remove_from_waitlist", args, key)).toMatchObject({ changed: false });
    const { entries } = await desk.ok("list_waitlist", { brand: "house", date: day }, key);
    expect(entries).toEqual([]);
    const unknown = { brand: "house", id: "0".repeat(24) };
    await desk.refused("remove_from_waitlist", unknown, "NOT_FOUND", key);
  });
  test.each([
    { priority: 10 },
    { priority: -1 },
    { phone: undefined },
    { replaces: "x" },
    { name: "" },
  ])("%j is INVALID_INPUT", async (bad) => {
    const args = { ...entry("Ida", 6009, freshDay()), ...bad };
    await desk.refused("add_to_waitlist", args, "INVALID_INPUT", key);
  });
});
