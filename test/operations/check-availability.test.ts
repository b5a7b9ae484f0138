// Goal: a date and a time mean the same instant in check_availability and in create_booking, even
// after midnight and in the nights in which the clocks change.
import { describe, expect, test } from "bun:test";
import { published } from "../support/said.ts";
import { budgets, caller, FRIDAY, openHouse, PLAIN } from "./house.ts";

const EVERY_DAY = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
const night = (opens: string, lastSeating: string, closes: string) => ({
  ...PLAIN,
  bookingWindowDays: null,
  services: [{ name: "Night", days: EVERY_DAY, opens, lastSeating, closes, limits: {} }],
});
interface Answer {
  readonly slots: readonly {
    readonly date: string;
    readonly time: string;
    readonly state: string;
  }[];
  readonly nearest: readonly { readonly date: string; readonly time: string }[];
}
const times = (slots: readonly { readonly time: string }[]) => slots.map(({ time }) => time);

describe("check_availability applies the budgets of a key as create_booking does:", () => {
  const wish = { date: FRIDAY, numberOfPeople: 4 };
  test.each([
    ["a day too far", { daysAhead: 2 }, {}],
    ["a party too large", { largestParty: 3 }, {}],
    ["a party too large, at a requested time", { largestParty: 3 }, { time: "7:00 PM" }],
  ])("%s", async (_what, budget, more) => {
    using house = openHouse();
    const narrow = caller({ budgets: budgets(budget) });
    const { slots, nearest } = await house.ok<Answer>(
      "check_availability",
      { ...wish, ...more },
      narrow,
    );
    const book = { ...wish, name: "Ada", time: "7:00 PM", dryRun: true };
    const refusal = await house.refused("create_booking", book, narrow);
    const reasons = refusal.reasons.map(published);
    expect(slots.length).toBeGreaterThan(0);
    for (const slot of slots) expect(slot).toMatchObject({ state: "refused", reasons });
    for (const { date, time } of nearest) {
      await house.ok("create_booking", { ...book, date, time }, narrow);
    }
  });
  test("the budget of days ahead counts a start after midnight by its calendar date", async () => {
    using house = openHouse(night("22:00", "01:00", "02:00"));
    const narrow = caller({ budgets: budgets({ daysAhead: 3 }) });
    const { slots } = await house.ok<Answer>("check_availability", wish, narrow);
    const free = slots.filter(({ state }) => state === "open").map(({ date }) => date);
    expect(new Set(free)).toEqual(new Set([FRIDAY]));
    expect(slots.length).toBeGreaterThan(free.length);
  });
});

describe("a requested time", () => {
  test.each([
    ["2027-11-07", "2:30 AM", ["2:30 AM", "2:15 AM", "2:45 AM"]],
    ["2027-03-14", "3:30 AM", ["3:30 AM", "3:15 AM", "3:45 AM"]],
    ["2026-11-22", "12:00 AM", ["12:00 AM", "11:45 PM", "12:15 AM"]],
    ["2026-11-20", "11:20 PM", ["11:20 PM", "11:15 PM", "11:30 PM"]],
  ])("%s %s comes first in the answer, then the slots around it", async (date, time, expected) => {
    using house = openHouse(night("22:00", "04:30", "05:00"));
    const input = { date, numberOfPeople: 2, time };
    const { slots, nearest } = await house.ok<Answer>("check_availability", input);
    expect(times(slots)).toEqual(expected);
    expect(times(nearest)[0]).toBe(times(slots)[0] as string);
  });

  test.each([
    ["at the start of a slot", "7:30 PM"],
    ["between two slots", "7:20 PM"],
    ["outside every service", "3:10 PM"],
  ])(
    "%s comes first in the answer, with the same reasons as the refusal of a booking",
    async (_where, time) => {
      using house = openHouse({ ...PLAIN, paceCovers: 8, maxPartySize: 8 });
      await house.book({ numberOfPeople: 6, time: "7:15 PM" });
      await house.book({ numberOfPeople: 3, time: "7:30 PM" });
      const wish = { date: FRIDAY, numberOfPeople: 6, time };
      const { slots } = await house.ok<Answer>("check_availability", wish);
      const refusal = await house.refused("create_booking", { ...wish, name: "Ada" });
      expect(slots).toHaveLength(3);
      expect(slots[0]).toMatchObject({
        date: FRIDAY,
        time,
        reasons: refusal.reasons.map(published),
      });
    },
  );

  test("after midnight is requested with its calendar date, as in a booking", async () => {
    using house = openHouse({
      ...night("20:00", "01:30", "02:00"),
      specialDays: { "2026-11-20": { closed: true } },
    });
    const wish = { date: FRIDAY, numberOfPeople: 2, time: "12:30 AM" };
    const { slots } = await house.ok<Answer>("check_availability", wish);
    expect(slots[0]).toMatchObject({ date: FRIDAY, time: "12:30 AM", state: "open" });
    const { reservation } = await house.ok("create_booking", { ...wish, name: "Ada" });
    expect(reservation).toMatchObject({ date: FRIDAY, serviceDate: "2026-11-19" });
  });

  test("that the clocks skip is refused, and the refusal suggests other slots of that night", async () => {
    using house = openHouse(night("22:00", "02:59", "03:00"));
    const wish = { date: "2027-03-14", numberOfPeople: 2, time: "2:30 AM" };
    for (const [tool, input] of [
      ["check_availability", wish],
      ["create_booking", { ...wish, date: "Sunday, March 14, 2027", name: "Ada" }],
    ] as const) {
      const { code, suggestions } = await house.refused(tool, input);
      expect(code).toBe("NONEXISTENT_TIME");
      expect(suggestions.map(({ time }) => time)).toContain("1:45 AM");
    }
  });
});

describe("the state of a start says whether and why it cannot be booked:", () => {
  const TEN = { ...PLAIN, paceCovers: 10, largeParty: { from: 11, mode: "refuse" } };
  const cases: [what: string, settings: object, input: object, state: string, words: string][] = [
    [
      "a large party that is refused",
      { largeParty: { from: 9, mode: "refuse" } },
      {},
      "review",
      "review, 30 seats free",
    ],
    [
      "a large party that waits for the restaurant",
      { largeParty: { from: 9, mode: "pending" } },
      {},
      "review",
      "review, 30 seats free",
    ],
    ["no seats", {}, { numberOfPeople: 10, time: "6:30 PM" }, "full", "full for 10: 6 seats free"],
    ["no pace left in the slot", {}, { numberOfPeople: 4 }, "full", "Dinner: full (PACE_FULL)"],
    ["outside the hours", {}, { time: "3:00 PM" }, "refused", "3:00 PM: not possible (OUTSIDE"],
    [
      "above the largest party size",
      { maxPartySize: 10 },
      {},
      "refused",
      "Dinner: not possible (PARTY_TOO_LARGE)",
    ],
  ];
  test.each(cases)("%s", async (what, settings, input, state, words) => {
    using house = openHouse({ ...TEN, ...settings });
    if (what.startsWith("no ")) {
      for (const [time, size] of [
        ["7:30 PM", 8],
        ["7:00 PM", 8],
        ["7:15 PM", 8],
      ] as const) {
        await house.book({ numberOfPeople: size, time });
      }
    }
    const wish = { date: FRIDAY, numberOfPeople: 12, time: "7:30 PM", ...input };
    const { structured, text } = await house.invoke("check_availability", wish);
    expect((structured as unknown as Answer).slots[0]).toMatchObject({ state });
    expect(text.split("\n")[1]).toContain(words);
    expect(text).not.toMatch(/full, \d+ seats free/);
  });
});

describe("a time that happens twice in one night", () => {
  const twice = { date: "2027-11-07", numberOfPeople: 2, time: "1:30 AM" };

  test("is shown in lists and in answers with the zone that tells the two times apart", async () => {
    using house = openHouse(night("22:00", "04:30", "05:00"));
    const { text } = await house.invoke("check_availability", {
      ...twice,
      date: "2027-11-06",
      time: null,
    });
    expect(text).toContain(
      "Sunday, November 7, 2027 at 1:00 AM EDT to 1:45 AM EDT every 15 min, Night: open",
    );
    expect(text).toContain(
      "Sunday, November 7, 2027 at 1:00 AM EST to 1:45 AM EST every 15 min, Night: open",
    );
    const wish = { ...twice, date: "Sunday, November 7, 2027", name: "Ada" };
    const booked = await house.invoke("create_booking", wish);
    expect(booked.text).toContain("Sunday, November 7, 2027 at 1:30 AM EDT, booked");
  });
});
