// Goal: seats and pace admit exactly what the rules say. Refusals give the numbers, and suggest
// times if another time would help.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { DINNER, LUNCH, PLAIN } from "./houses.ts";
import { dayAfter, instant, MINUTE, when, wordsOf } from "./moments.ts";
import { type Desk, startDesk } from "./support.ts";
import type { ErrorCode } from "./wire-codes.ts";

setDefaultTimeout(30_000);

const TODAY = "2026-11-20";
let desk: Desk;
let key: string;
let days = 0;
/** A date on which nobody has booked yet. */
const freshDay = () => dayAfter(TODAY, ++days);

const HOUSES = {
  plain: PLAIN,
  paced: { ...PLAIN, paceCovers: 10, largeParty: { from: 9, mode: "allow" } },
  tables: { ...PLAIN, maxPartiesPresent: 2, paceParties: 1 },
  twelve: { ...PLAIN, seats: 10, overbookCovers: 2, paceCovers: 10, maxPartySize: 10 },
  buffered: { ...PLAIN, bufferMinutes: 15 },
  lunch: {
    ...PLAIN,
    services: [LUNCH, { ...DINNER, limits: { seats: 8, paceCovers: 4, slotMinutes: 30 } }],
    maxPartySize: 4,
  },
  altered: PLAIN,
};
type House = keyof typeof HOUSES;

beforeAll(async () => {
  desk = await startDesk("2026-11-20T10:00:00-05:00");
  for (const [slug, settings] of Object.entries(HOUSES)) await desk.brand(slug, settings);
  key = await desk.key(Object.keys(HOUSES));
});
afterAll(() => desk?.close());

const args = (brand: House, size: number, date: string, wall: string, extra: object = {}) => ({
  brand,
  name: `Party of ${size}`,
  phone: "+12127365000",
  numberOfPeople: size,
  ...when(date, wall),
  ...extra,
});
const book = async (...what: Parameters<typeof args>) =>
  (await desk.ok("create_booking", args(...what), key)).reservation;
const refuse = (code: ErrorCode, ...what: Parameters<typeof args>) =>
  desk.refused("create_booking", args(...what), code, key);

describe("worked examples", () => {
  test("1: stays that follow each other are not added up", async () => {
    const day = freshDay();
    await book("plain", 20, day, "18:00");
    await book("plain", 20, day, "19:30");
    await book("plain", 4, day, "18:45");
  });
  test("2: the whole stay counts, not only its start", async () => {
    const day = freshDay();
    await book("plain", 28, day, "19:00");
    const full = await refuse("CAPACITY_FULL", "plain", 4, day, "18:00");
    for (const number of ["28", "30", "4", "7:00 PM"]) expect(full.message).toContain(number);
    const next = [dayAfter(day, 1), dayAfter(day, 2)];
    const starts = full.suggestions.map((one) => one.timestamp).toSorted((a, b) => a - b);
    expect(starts).toEqual([
      instant(day, "17:00"),
      instant(day, "17:15"),
      instant(day, "20:30"),
      ...next.map((date) => instant(date, "18:00")),
    ]);
    for (const suggestion of full.suggestions) {
      expect(suggestion).toEqual({ ...wordsOf(suggestion.timestamp), ...suggestion });
      await desk.ok(
        "create_booking",
        { ...args("plain", 4, day, "18:00"), ...suggestion, dryRun: true },
        key,
      );
    }
  });
  test("3: the restaurant can be full twice on one evening", async () => {
    const day = freshDay();
    await book("plain", 30, day, "18:00");
    await book("plain", 30, day, "19:30");
  });
  test("4: a slot takes no more covers than its pace", async () => {
    const day = freshDay();
    await book("paced", 4, day, "19:00");
    await book("paced", 4, day, "19:05");
    const full = await refuse("PACE_FULL", "paced", 4, day, "19:00");
    const starts = full.suggestions.map((one) => one.timestamp);
    expect(starts).toContain(instant(day, "18:45"));
    expect(starts).toContain(instant(day, "19:15"));
    await book("paced", 2, day, "19:14");
  });
  test("5: a party's own seats do not count against its move, but the party cannot grow beyond the limit", async () => {
    const day = freshDay();
    await book("plain", 22, day, "19:00");
    const { id } = await book("plain", 8, day, "19:00");
    const grow = { brand: "plain", id, numberOfPeople: 9 };
    await desk.refused("update_booking", grow, "CAPACITY_FULL", key);
    await desk.ok("update_booking", { brand: "plain", id, time: "7:15 PM" }, key);
    await desk.refused("update_booking", grow, "CAPACITY_FULL", key);
  });
});

describe("stays", () => {
  test("a stay does not include the instant of its end", async () => {
    const day = freshDay();
    await book("plain", 30, day, "18:00");
    await refuse("CAPACITY_FULL", "plain", 1, day, "19:29");
    await book("plain", 1, day, "19:30");
    await refuse("CAPACITY_FULL", "plain", 1, day, "17:59");
  });
  test("a short stay counts against a longer one around it", async () => {
    const day = freshDay();
    await book("plain", 28, day, "18:10");
    await refuse("CAPACITY_FULL", "plain", 3, day, "18:00");
    await book("plain", 2, day, "18:00");
  });
  test("the turn time follows the size, and the buffer is added", async () => {
    const day = freshDay();
    const start = instant(day, "18:00");
    expect((await book("buffered", 2, day, "18:00")).endTimestamp).toBe(start + 105 * MINUTE);
    expect((await book("buffered", 3, day, "18:00")).endTimestamp).toBe(start + 120 * MINUTE);
    expect((await book("buffered", 5, day, "18:00")).endTimestamp).toBe(start + 105 * MINUTE);
  });
  test("changed settings do not change existing stays", async () => {
    const day = freshDay();
    const { id, endTimestamp } = await book("altered", 2, day, "18:00");
    await desk.set("altered", "bufferMinutes=60", "seats=4");
    const kept = await desk.ok("get_booking", { brand: "altered", id }, key);
    expect(kept.reservation.endTimestamp).toBe(endTimestamp);
    await book("altered", 4, day, "19:30");
    await desk.set("altered", "bufferMinutes=0", "seats=30");
  });
  test("a limit lowered below the covers already booked cancels no party; the party may shrink but not grow", async () => {
    const day = freshDay();
    const { id } = await book("altered", 20, day, "18:00");
    await desk.set("altered", "seats=10");
    const shrunk = await desk.ok(
      "update_booking",
      { brand: "altered", id, numberOfPeople: 15 },
      key,
    );
    expect(shrunk.reservation).toMatchObject({ numberOfPeople: 15, status: "booked" });
    const grow = { brand: "altered", id, numberOfPeople: 16 };
    const refused = await desk.refused("update_booking", grow, "PARTY_TOO_LARGE", key);
    expect(refused.reasons.map((reason) => reason.code)).toContain("CAPACITY_FULL");
    await desk.set("altered", "seats=30");
  });
});

describe("limits", () => {
  test("parties present are limited in the same way as covers", async () => {
    const day = freshDay();
    await book("tables", 2, day, "18:00");
    await book("tables", 2, day, "18:30");
    const full = await refuse("PARTIES_FULL", "tables", 1, day, "19:00");
    expect(full.suggestions.map((one) => one.timestamp)).toContain(instant(day, "19:30"));
  });
  test("with paceParties 1, one party may start per slot", async () => {
    const day = freshDay();
    await book("tables", 2, day, "18:00");
    await refuse("PACE_FULL", "tables", 1, day, "18:14");
    await book("tables", 1, day, "18:15");
  });
  test("overbookCovers is added to the seats, not to the pace", async () => {
    const day = freshDay();
    await book("twelve", 10, day, "18:00");
    await refuse("PACE_FULL", "twelve", 2, day, "18:00");
    await book("twelve", 2, day, "18:15");
    await refuse("CAPACITY_FULL", "twelve", 1, day, "18:30");
  });
  test("a service's own limits override the brand's", async () => {
    const day = freshDay();
    for (const _ of [1, 2, 3]) await book("lunch", 4, day, "12:00");
    await book("lunch", 4, day, "18:00");
    await refuse("PACE_FULL", "lunch", 1, day, "18:29");
    await book("lunch", 4, day, "18:30");
    await refuse("CAPACITY_FULL", "lunch", 1, day, "19:00");
  });
  test("a refusal gives all reasons, in the order of the checks", async () => {
    const day = freshDay();
    await book("paced", 8, day, "18:00");
    await book("paced", 8, day, "17:45");
    await book("paced", 8, day, "17:30");
    await book("paced", 2, day, "18:15");
    const full = await refuse("CAPACITY_FULL", "paced", 5, day, "18:00");
    expect(full.reasons.map((reason) => reason.code)).toEqual(["CAPACITY_FULL", "PACE_FULL"]);
    for (const reason of full.reasons)
      expect(Object.values(reason).some((value) => typeof value === "number")).toBe(true);
  });
});

describe("suggested times", () => {
  test("are in the day's other service and on other days if the service is full", async () => {
    const day = freshDay();
    for (const wall of ["17:00", "17:30", "18:45", "19:15", "20:30", "21:00"])
      await book("lunch", 4, day, wall);
    const full = await refuse("CAPACITY_FULL", "lunch", 4, day, "19:00");
    const starts = full.suggestions.map((one) => one.timestamp).toSorted((a, b) => a - b);
    expect(starts).toEqual([
      ...["14:00", "14:15", "14:30"].map((wall) => instant(day, wall)),
      ...[1, 2].map((later) => instant(dayAfter(day, later), "19:00")),
    ]);
  });
  test("are missing if no other time would help", async () => {
    const large = await refuse("PARTY_TOO_LARGE", "plain", 31, freshDay(), "18:00");
    expect(large.suggestions).toEqual([]);
    expect(large).toMatchObject({ retryable: false, retryAt: null });
  });
  test("are missing for a party larger than the pace, which needs an empty slot", async () => {
    const day = freshDay();
    await book("paced", 12, day, "19:00");
    const alone = await refuse("PARTY_EXCEEDS_PACE", "paced", 12, day, "19:14");
    expect(alone.suggestions).toEqual([]);
    await book("paced", 12, day, "19:15");
    await refuse("PACE_FULL", "paced", 2, day, "19:20");
  });
});

const walkIn = (brand: House, size: number, at: number) => ({
  brand,
  name: "At the door",
  numberOfPeople: size,
  ...wordsOf(at),
});

describe("walk-ins", () => {
  test("who start within 15 minutes may exceed the pace, with a warning, but not the seats", async () => {
    await desk.goTo(instant(TODAY, "18:00"));
    const at = instant(TODAY, "18:00");
    await desk.ok("create_booking", walkIn("paced", 8, at), key);
    const warned = await desk.ok("create_booking", walkIn("paced", 8, at + 10 * MINUTE), key);
    expect(warned.warnings.map((warning) => warning.code)).toContain("PACE_EXCEEDED");
    expect(warned.reservation.flags).toContain("walk_in");
    expect(warned.reservation.attendance).toBe("not_required");
    await desk.ok("create_booking", walkIn("paced", 8, at), key);
    await desk.refused("create_booking", walkIn("paced", 8, at), "CAPACITY_FULL", key);
  });
  test("have no phone: the same reservation with a phone is not flagged walk_in", async () => {
    const at = instant(TODAY, "18:10");
    const call = { ...walkIn("plain", 2, at), phone: "+12127365000" };
    const { reservation } = await desk.ok("create_booking", call, key);
    expect(reservation.flags).not.toContain("walk_in");
  });
  test("start within 15 minutes: a later start is an ordinary booking, which cannot exceed the pace", async () => {
    const at = instant(TODAY, "18:30");
    const first = await desk.ok("create_booking", walkIn("paced", 6, at), key).catch(() => null);
    expect(first?.reservation.flags ?? []).not.toContain("walk_in");
    const later = instant(TODAY, "21:00");
    await desk.ok("create_booking", walkIn("paced", 8, later), key);
    await desk.refused("create_booking", walkIn("paced", 8, later), "PACE_FULL", key);
  });
  test("may start up to pastGraceMinutes ago; earlier starts are past", async () => {
    await desk.ok("create_booking", walkIn("plain", 2, instant(TODAY, "17:31")), key);
    const past = walkIn("plain", 2, instant(TODAY, "17:20"));
    await desk.refused("create_booking", past, "IN_THE_PAST", key);
  });
  test("are admitted between the last seating and the close of the service", async () => {
    await desk.goTo(instant(TODAY, "22:00"));
    const at = instant(TODAY, "22:05");
    const late = await desk.ok("create_booking", walkIn("plain", 2, at), key);
    expect(late.warnings.map((warning) => warning.code)).toContain("AFTER_LAST_SEATING");
    const called = { ...walkIn("plain", 2, at), phone: "+12127365000" };
    await desk.refused("create_booking", called, "OUTSIDE_SERVICE", key);
    await desk.goTo(instant(TODAY, "23:29"));
    const closed = walkIn("plain", 2, instant(TODAY, "23:30"));
    await desk.refused("create_booking", closed, "OUTSIDE_SERVICE", key);
  });
});

describe("which parties take seats:", () => {
  test("a party that is seated an hour late keeps its seats an hour longer", async () => {
    const day = freshDay();
    const start = instant(day, "18:00");
    const { id } = await book("twelve", 10, day, "18:00");
    await desk.goTo(start + 60 * MINUTE);
    await desk.ok("mark_seated", { brand: "twelve", id }, key);
    await refuse("CAPACITY_FULL", "twelve", 4, day, "20:29");
    await book("twelve", 4, day, "20:30");
  });
  test("a party that stays beyond its turn has its seats now, but does not take them from a party that starts later", async () => {
    await desk.goTo(instant(dayAfter(TODAY, days), "20:45"));
    const day = dayAfter(TODAY, days);
    const at = instant(day, "20:45");
    const call = { brand: "twelve", name: "Now", numberOfPeople: 4 };
    await desk.refused("create_booking", { ...call, ...wordsOf(at) }, "CAPACITY_FULL", key);
    await desk.ok("create_booking", { ...call, ...wordsOf(at + 5 * MINUTE) }, key);
  });
  test("a completed party frees its seats immediately", async () => {
    const day = freshDay();
    await desk.goTo(instant(day, "17:55"));
    const { id } = await book("twelve", 10, day, "18:00");
    await desk.ok("mark_seated", { brand: "twelve", id }, key);
    await desk.goTo(instant(day, "18:40"));
    await refuse("CAPACITY_FULL", "twelve", 10, day, "18:45");
    await desk.ok("mark_completed", { brand: "twelve", id }, key);
    await book("twelve", 10, day, "18:45");
  });
});

describe("concurrent calls:", () => {
  test("of sixty parties of 4 for 30 seats, seven are booked, and the others are refused", async () => {
    const day = freshDay();
    const answers = await Promise.all(
      Array.from({ length: 60 }, () =>
        desk.call("create_booking", args("plain", 4, day, "19:00"), key),
      ),
    );
    expect(answers.filter((answer) => !answer.isError)).toHaveLength(7);
    const listed = await desk.ok("list_bookings", { brand: "plain", date: day }, key);
    expect(listed).toMatchObject({ total: 7, covers: 28 });
    for (const answer of answers)
      if (answer.isError)
        expect(answer.structured).toMatchObject({ error: { code: "CAPACITY_FULL" } });
  });
  test("parties that swap times and grow concurrently never exceed the seats", async () => {
    const day = freshDay();
    const walls = ["17:00", "17:45", "18:30", "19:15", "20:00", "20:45"];
    const ids: string[] = [];
    for (const wall of walls)
      for (const size of [4, 3]) ids.push((await book("plain", size, day, wall)).id as string);
    const moves = ids.flatMap((id, index) =>
      walls.map((wall, turn) =>
        desk.call(
          "update_booking",
          {
            brand: "plain",
            id,
            ...when(day, wall),
            numberOfPeople: 1 + ((index * 5 + turn * 7) % 12),
          },
          key,
        ),
      ),
    );
    const answers = await Promise.all(moves);
    expect(answers.some((answer) => answer.isError)).toBe(true);
    const { bookings } = await desk.ok("list_bookings", { brand: "plain", date: day }, key);
    for (const { timestamp } of bookings) {
      const present = bookings.filter(
        (row) => row.timestamp <= timestamp && timestamp < row.endTimestamp,
      );
      const covers = present.reduce((sum, row) => sum + row.numberOfPeople, 0);
      expect(covers).toBeLessThanOrEqual(30);
    }
  });
});
