// Goal: if a call is refused because of its time, the same call with the first suggestion is
// accepted. (Assistants use the first suggestion.) npm run plays tries many more calls.
import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import type { DomainError } from "../../src/domain/errors.ts";
import { formatDate, formatTime } from "../../src/domain/time.ts";
import { said } from "../support/said.ts";
import { DAY, EVENING, FRIDAY, HOUR, type House, MINUTE, NOW, openHouse, PLAIN } from "./house.ts";

const RUNS = Number(process.env["MAITRED_TEST_SUGGESTIONS"] ?? 20);
/** With so many restaurants every code of CODES occurs. With fewer, that is not checked. */
const MANY = 200;
const CODES = [
  "WEEKDAY_MISMATCH",
  "TIMESTAMP_MISMATCH",
  "NONEXISTENT_TIME",
  "IN_THE_PAST",
  "NOTICE_TOO_SHORT",
  "BEYOND_WINDOW",
  "CLOSED",
  "OUTSIDE_SERVICE",
  "CAPACITY_FULL",
  "PARTIES_FULL",
  "PACE_FULL",
];

const EVERY_DAY = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
const at = (opens: string, lastSeating: string, closes: string) => ({ opens, lastSeating, closes });
const HOURS = [
  at("17:00", "21:30", "23:30"),
  at("18:00", "01:00", "03:00"),
  at("22:00", "04:30", "05:00"),
];
/** A day of an ordinary week, and the days before the clocks change. */
const TODAYS = ["2026-11-20", "2027-03-13", "2026-10-31"];

const start = (day: fc.Arbitrary<number>, min: number, max: number) =>
  fc.record({ day, slot: fc.integer({ min, max }) });
/** Usually `right`, sometimes one of the wrong values. */
const rarely = <T>(right: T, ...wrong: T[]) =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(right) }, ...wrong.map((one) => fc.constant(one)));

const anyHouse = fc.record({
  seats: fc.integer({ min: 6, max: 12 }),
  paceCovers: fc.constantFrom(null, 6, 8),
  maxPartiesPresent: fc.constantFrom(null, null, 2, 3),
  minNoticeMinutes: fc.constantFrom(0, 0, 180, 1500),
  bookingWindowDays: fc.constantFrom(3, 30, null),
  hours: fc.constantFrom(...HOURS),
  today: fc.constantFrom(...TODAYS),
  hour: fc.integer({ min: 9, max: 23 }),
  closed: fc.option(fc.integer({ min: 0, max: 2 }), { nil: null }),
});
const anyStart = fc.oneof(
  { weight: 9, arbitrary: start(fc.constantFrom(-1, 0, 0, 0, 1, 1, 2, 20), 0, 95) },
  // The hour that the clocks skip in one of the nights.
  { weight: 1, arbitrary: start(fc.constant(1), 8, 11) },
);
/** These tools are refused for other reasons than time. */
const MARKS = ["mark_completed", "mark_no_show", "undo_last_change", "cancel_booking"];
const TIMED = ["create_booking", "update_booking", "check_availability", "add_to_waitlist"];
const anyCall = fc.record({
  tool: fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom("create_booking", ...TIMED) },
    { weight: 1, arbitrary: fc.constantFrom(...MARKS) },
  ),
  start: anyStart,
  busy: fc.boolean(),
  size: fc.oneof(
    { weight: 19, arbitrary: fc.integer({ min: 1, max: 6 }) },
    { weight: 1, arbitrary: fc.constant(7) },
  ),
  phone: rarely("+12127365001", "12"),
  weekday: rarely(0, 1, 3, 6),
  timestamp: rarely("none", "UTC", "seconds", "another"),
});
type Call = typeof anyCall extends fc.Arbitrary<infer T> ? T : never;

const dayOf = (today: string, days: number): string =>
  Temporal.PlainDate.from(today).add({ days }).toString();
const wallOf = (slot: number): string =>
  `${String(Math.floor(slot / 4)).padStart(2, "0")}:${String((slot % 4) * 15).padStart(2, "0")}`;

/** The arguments of a call, including its mistakes. */
function argumentsOf(call: Call, today: string, opens: number): Record<string, unknown> {
  const { start: wished, size, weekday, timestamp, tool, busy, phone } = call;
  if (MARKS.includes(tool)) return {};
  const date = dayOf(today, wished.day);
  const wall = wallOf(busy ? opens + (wished.slot % 12) : wished.slot);
  const [, words] = formatDate(date).split(/(?<=^\w+), /);
  const [named] = formatDate(dayOf(date, weekday)).split(",");
  const utc = Date.parse(`${date}T${wall}:00Z`);
  const instants = { UTC: utc, seconds: utc / 1000, another: utc + 3 * DAY + 20 * MINUTE };
  return {
    date: `${named}, ${words}`,
    time: formatTime(wall),
    numberOfPeople: size,
    ...(timestamp === "none" ? {} : { timestamp: instants[timestamp as "UTC"] }),
    ...(tool === "create_booking" ? { name: "Eve" } : {}),
    ...(tool === "add_to_waitlist" ? { name: "Eve", phone } : {}),
  };
}

async function crowd(
  house: House,
  starts: readonly { day: number; slot: number }[],
  today: string,
) {
  const ids: string[] = [];
  for (const { day, slot } of starts) {
    const date = formatDate(dayOf(today, Math.min(1, Math.abs(day))));
    const wish = {
      name: "Bo",
      numberOfPeople: 3,
      date,
      time: formatTime(wallOf(68 + (slot % 27))),
    };
    const answer = await house.invoke("create_booking", wish).catch(() => null);
    const { reservation } = (answer?.structured ?? {}) as { reservation?: { id: string } };
    if (reservation !== undefined) ids.push(reservation.id);
  }
  return ids;
}

test(
  "the first suggestion of every refusal is accepted",
  async () => {
    const seen = new Map<string, number>();
    let refused = 0;
    const anyEvening = fc.array(anyStart, { minLength: 6, maxLength: 14 });
    const calls = fc.array(anyCall, { minLength: 14, maxLength: 14 });
    await fc.assert(
      fc.asyncProperty(anyHouse, anyEvening, calls, async (draft, evening, wishes) => {
        const { hours, today, hour, closed, ...limits } = draft;
        const services = [{ name: "Dinner", days: EVERY_DAY, ...hours, limits: {} }];
        const special = closed === null ? {} : { [dayOf(today, closed)]: { closed: true } };
        using house = openHouse({
          ...PLAIN,
          ...limits,
          maxPartySize: 6,
          services,
          specialDays: special,
        });
        house.at = Date.parse(`${today}T09:00-05:00`) - DAY;
        const ids = await crowd(house, evening, today);
        house.at += DAY + (hour - 9) * HOUR;
        const opens = Number(hours.opens.slice(0, 2)) * 4;
        for (const call of wishes) {
          const isOfOne = call.tool === "update_booking" || MARKS.includes(call.tool);
          const [id] = isOfOne ? ids : [""];
          if (id === undefined) continue;
          const args = { ...argumentsOf(call, today, opens), ...(id === "" ? {} : { id }) };
          const refusal = await house.invoke(call.tool, args).then(
            () => null,
            (error: unknown) => error as DomainError,
          );
          const [first] = refusal?.suggestions ?? [];
          if (refusal !== null) refused += 1;
          if (refusal === null || first === undefined) continue;
          await house.invoke(call.tool, { ...args, ...first });
          for (const { code } of refusal.reasons) seen.set(code, (seen.get(code) ?? 0) + 1);
        }
      }),
      { numRuns: RUNS },
    );
    const suggested = [...seen.values()].reduce((sum, one) => sum + one, 0);
    expect(suggested).toBeGreaterThan(RUNS * 2);
    expect(refused).toBeGreaterThan(RUNS * 4);
    if (RUNS < MANY) return;
    process.stderr.write(`${refused} refusals, ${suggested} reasons with a suggestion\n`);
    expect([...seen.keys()].toSorted()).toEqual(expect.arrayContaining(CODES));
  },
  RUNS * 10_000,
);

describe("a date with the wrong weekday", () => {
  const WISH = {
    name: "Ada",
    numberOfPeople: 4,
    date: "Thursday, November 20, 2026",
    time: "7:00 PM",
  };
  const starts = (error: { readonly suggestions: readonly { date: string; time: string }[] }) =>
    error.suggestions.map(({ date, time }) => [date, time]);

  test("is answered with both possible dates at the requested time, the given date first", async () => {
    using house = openHouse();
    const before = house.rows();
    const refusal = await house.refused("create_booking", WISH);
    expect(refusal.code).toBe("WEEKDAY_MISMATCH");
    expect(starts(refusal)).toEqual([
      [FRIDAY, "7:00 PM"],
      ["Thursday, November 19, 2026", "7:00 PM"],
    ]);
    expect(house.rows()).toEqual(before);
  });
  test("is answered with the given date and the next such weekday, if the nearest one is past", async () => {
    using house = openHouse();
    house.at = EVENING - 8 * HOUR;
    const refusal = await house.refused("create_booking", WISH);
    expect(starts(refusal)).toEqual([
      [FRIDAY, "7:00 PM"],
      ["Thursday, November 26, 2026", "7:00 PM"],
    ]);
    expect(said(refusal)).toContain("Thursday, November 26, 2026");
    expect(said(refusal)).not.toContain("November 19");
  });
  test("on which the time is full is answered with the nearest start of that day", async () => {
    using house = openHouse();
    await house.book({ numberOfPeople: 30 });
    const refusal = await house.refused("create_booking", WISH);
    expect(starts(refusal)).toEqual([
      [FRIDAY, "5:15 PM"],
      ["Thursday, November 19, 2026", "7:00 PM"],
    ]);
    expect(said(refusal)).toEndWith(
      ` For ${FRIDAY}: No room for a party of 4: 30 of 30 seats are taken between 7:00 PM and 9:30 PM, and the party needs 4. ` +
        "The nearest accepted start that day is 5:15 PM.",
    );
  });
  test("on which the restaurant is closed is answered with that reason and the other date", async () => {
    using house = openHouse({ ...PLAIN, specialDays: { "2026-11-20": { closed: true } } });
    const refusal = await house.refused("create_booking", WISH);
    expect(starts(refusal)).toEqual([["Thursday, November 19, 2026", "7:00 PM"]]);
    expect(said(refusal)).toContain(`For ${FRIDAY}: The restaurant is closed on ${FRIDAY}.`);
  });
  test("in a call that would be refused on any day is answered with both reasons and no suggestion", async () => {
    using house = openHouse();
    const refusal = await house.refused("create_booking", { ...WISH, numberOfPeople: 31 });
    expect(refusal.reasons.map(({ code }) => code)).toEqual([
      "WEEKDAY_MISMATCH",
      "PARTY_TOO_LARGE",
    ]);
    expect(refusal.suggestions).toEqual([]);
  });
  test("in a move is answered with suggestions at the reservation's own time", async () => {
    using house = openHouse();
    const id = await house.book({ time: "8:15 PM" });
    const refusal = await house.refused("update_booking", {
      id,
      date: "Sunday, November 21, 2026",
    });
    expect(starts(refusal)).toEqual([
      ["Saturday, November 21, 2026", "8:15 PM"],
      ["Sunday, November 22, 2026", "8:15 PM"],
    ]);
  });
  test("in a waitlist request is answered with a suggestion that is accepted", async () => {
    using house = openHouse();
    const wish = { ...WISH, phone: "+12127365001" };
    const refusal = await house.refused("add_to_waitlist", wish);
    const [first] = refusal.suggestions;
    expect(first).toMatchObject({ date: FRIDAY, time: "7:00 PM", timestamp: EVENING });
    await house.ok("add_to_waitlist", { ...wish, ...first });
  });
});

describe("beyond the booking window,", () => {
  const starts = (error: DomainError) => error.suggestions.map(({ date, time }) => [date, time]);
  const WISH = { name: "Ada", numberOfPeople: 4, date: "Tuesday, December 15, 2026" };
  const near = () => openHouse({ ...PLAIN, bookingWindowDays: 5 });

  test("the last bookable days are suggested, the latest first", async () => {
    using house = near();
    const wish = { ...WISH, time: "7:00 PM" };
    const refusal = await house.refused("create_booking", wish);
    expect(refusal.code).toBe("BEYOND_WINDOW");
    expect(starts(refusal)).toEqual([
      ["Sunday, November 22, 2026", "7:00 PM"],
      ["Saturday, November 21, 2026", "7:00 PM"],
    ]);
    await house.ok("create_booking", { ...wish, ...refusal.suggestions[0] });
  });
  test("the last bookable day is suggested even if the time is outside its hours or full", async () => {
    using house = near();
    await house.book({ numberOfPeople: 30, date: "Sunday, November 22, 2026" });
    const early = await house.refused("create_booking", { ...WISH, time: "3:00 PM" });
    expect(early.reasons.map(({ code }) => code)).toEqual(["OUTSIDE_SERVICE", "BEYOND_WINDOW"]);
    expect(starts(early)[0]).toEqual(["Sunday, November 22, 2026", "5:00 PM"]);
    const late = await house.refused("create_booking", { ...WISH, time: "7:00 PM" });
    expect(starts(late)[0]).toEqual(["Sunday, November 22, 2026", "5:15 PM"]);
  });
  test("check_availability suggests the same starts", async () => {
    using house = near();
    const wish = { date: WISH.date, numberOfPeople: 4, time: "7:00 PM" };
    const { structured } = await house.invoke("check_availability", wish);
    expect((structured as { nearest: object[] }).nearest[0]).toMatchObject({
      date: "Sunday, November 22, 2026",
      time: "7:00 PM",
    });
  });
});

describe("a waitlist request at a time without service", () => {
  const WISH = { name: "Ada", phone: "+12127365001", numberOfPeople: 4, date: FRIDAY };
  const CLOSED = { ...PLAIN, specialDays: { "2026-11-20": { closed: true } } };

  test.each([
    [
      "on a closed day",
      CLOSED,
      { time: "7:00 PM" },
      "CLOSED",
      "Saturday, November 21, 2026",
      "7:00 PM",
    ],
    ["outside the opening hours", PLAIN, { time: "3:00 PM" }, "OUTSIDE_SERVICE", FRIDAY, "5:00 PM"],
    [
      "beyond the booking window",
      { ...PLAIN, bookingWindowDays: 5 },
      { time: "7:00 PM", date: "Tuesday, December 15, 2026" },
      "BEYOND_WINDOW",
      "Sunday, November 22, 2026",
      "7:00 PM",
    ],
    [
      "on a closed day, with an earliest and a latest time",
      CLOSED,
      { time: "7:00 PM", earliestTime: "6:45 PM", latestTime: "7:15 PM" },
      "CLOSED",
      "Saturday, November 21, 2026",
      "7:00 PM",
    ],
  ] as const)(
    "%s: the first suggestion is accepted",
    async (_, settings, wish, code, date, time) => {
      using house = openHouse(settings);
      const asked = { ...WISH, ...wish };
      const refusal = await house.refused("add_to_waitlist", asked);
      expect(refusal.code).toBe(code);
      const [first] = refusal.suggestions;
      expect(first).toMatchObject({ date, time });
      await house.ok("add_to_waitlist", { ...asked, ...first });
    },
  );
  test("gets a suggestion even if that start is full, because guests can wait for it", async () => {
    using house = openHouse();
    await house.book({ numberOfPeople: 30, time: "5:00 PM" });
    const refusal = await house.refused("add_to_waitlist", { ...WISH, time: "4:00 PM" });
    expect(refusal.suggestions[0]).toMatchObject({ date: FRIDAY, time: "5:00 PM" });
  });
  test("gets no suggestion after its latest time", async () => {
    using house = openHouse();
    const wish = { ...WISH, time: "4:00 PM", latestTime: "4:30 PM" };
    expect((await house.refused("add_to_waitlist", wish)).suggestions).toEqual([]);
  });
  test("gets no suggestion if another reason would remain", async () => {
    using house = openHouse();
    const wish = { ...WISH, numberOfPeople: 31, time: "3:00 PM" };
    expect((await house.refused("add_to_waitlist", wish)).suggestions).toEqual([]);
  });
});

test("a timestamp that differs from date and time is refused, and the suggestion has the right timestamp", async () => {
  using house = openHouse();
  const wish = { name: "Ada", numberOfPeople: 4, date: FRIDAY, time: "7:10 PM", timestamp: NOW };
  const { code, suggestions } = await house.refused("create_booking", wish);
  expect(code).toBe("TIMESTAMP_MISMATCH");
  // Only the timestamp was wrong, so no other time is suggested.
  const asRead = { date: FRIDAY, time: "7:10 PM", timestamp: EVENING + 10 * MINUTE };
  expect(suggestions).toEqual([asRead]);
  const waiting = { ...wish, phone: "+12127365001" };
  expect((await house.refused("add_to_waitlist", waiting)).suggestions).toEqual([asRead]);
});

test("a refused move of a cancelled reservation has no suggestion, because no start would be accepted", async () => {
  using house = openHouse();
  const id = await house.book();
  await house.ok("cancel_booking", { id });
  const refusal = await house.refused("update_booking", { id, date: FRIDAY, timestamp: NOW });
  expect(refusal.code).toBe("INVALID_TRANSITION");
  expect(refusal.suggestions).toEqual([]);
});
