// Goal: the rules for offers to the waitlist: how long seats are held, which starts come first,
// which offers wait until morning, and which starts are not offered again (rules W7, W8 and W12 in
// docs/rules/waitlist.md).
import { describe, expect, test } from "bun:test";
import { resolveSettings } from "../../src/domain/settings.ts";
import {
  holdUntilFor,
  mayOffer,
  mayOfferMoreAt,
  needsPerson,
  offerDay,
  overlapsEarlierOffer,
  servicesNear,
  startsNotAgain,
  startsNotToday,
  startsTouching,
  wishes,
} from "../../src/domain/waitlist-matching.ts";
import { at } from "../support/admission.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const SETTINGS = resolveSettings({ timeZone: "America/New_York", defaultCountry: "US" });
const FRIDAY = "2026-11-20";
const SEVEN = at("19:00", FRIDAY);

describe("a hold", () => {
  test.each([
    ["made a day before the start lasts an hour", 24 * HOUR, 60],
    ["made less than a day before the start lasts twenty minutes", 24 * HOUR - MINUTE, 20],
    ["made three hours before the start lasts twenty minutes", 3 * HOUR, 20],
    ["made less than three hours before the start lasts ten minutes", 3 * HOUR - MINUTE, 10],
    ["made an hour before the start lasts ten minutes", HOUR, 10],
    ["made less than an hour before the start lasts five minutes", HOUR - MINUTE, 5],
    ["made a quarter of an hour before the start lasts five minutes", 15 * MINUTE, 5],
  ])("%s", (_, ahead, minutes) => {
    expect(holdUntilFor(SEVEN, SEVEN - ahead)).toBe(SEVEN - ahead + minutes * MINUTE);
  });
  test("ends at a full minute, because its text names the minute", () => {
    const now = SEVEN - 5 * HOUR + 1;
    expect(holdUntilFor(SEVEN, now)).toBe(SEVEN - 5 * HOUR + 21 * MINUTE);
  });
  test("ends at least ten minutes before the start", () => {
    const now = SEVEN - 15 * MINUTE + 1;
    expect(holdUntilFor(SEVEN, now)).toBe(SEVEN - 10 * MINUTE);
  });
});

describe("starts to offer", () => {
  const window = { from: SEVEN, to: SEVEN + 45 * MINUTE };
  const starts = (now: number, size = 2) => {
    const services = servicesNear(window, SETTINGS);
    return startsTouching(window, size, services, { settings: SETTINGS, now }).map(
      (start) => (start - SEVEN) / MINUTE,
    );
  };
  test("are the beginnings of slots. The freed start comes first, then the nearest; of two equally near, the earlier", () => {
    expect(starts(SEVEN - 10 * HOUR)).toEqual([0, -15, 15, -30, 30, -45, -60, -75]);
  });
  test("include earlier starts if a stay of the party from then would overlap the freed time", () => {
    expect(starts(SEVEN - 10 * HOUR, 7).at(-1)).toBe(-120);
  });
  test("are at least a quarter of an hour away, so that the guest has time to come", () => {
    expect(starts(SEVEN - 15 * MINUTE)).toEqual([0, 15, 30]);
    expect(starts(SEVEN - 15 * MINUTE + 1)).toEqual([15, 30]);
  });
  test("run from the earliest to the latest requested start, both included", () => {
    const wish = { earliestAt: SEVEN, latestAt: SEVEN + 15 * MINUTE };
    const judged = [-1, 0, 15 * MINUTE, 15 * MINUTE + 1].map((off) => wishes(wish, SEVEN + off));
    expect(judged).toEqual([false, true, true, false]);
  });
});

describe("quiet hours", () => {
  const EVENING = at("22:00", "2026-11-19");
  test("do not delay an offer for a start within three hours", () => {
    expect(mayOffer(EVENING + 3 * HOUR, SETTINGS, EVENING)).toBe(false);
    expect(mayOffer(EVENING + 3 * HOUR - 1, SETTINGS, EVENING)).toBe(true);
    expect(mayOffer(SEVEN, SETTINGS, at("21:29", "2026-11-19"))).toBe(true);
  });
  test("delay an offer until the morning or until three hours before the start, whichever is sooner", () => {
    expect(mayOfferMoreAt([SEVEN], SETTINGS, EVENING)).toBe(at("09:00", FRIDAY));
    const near = EVENING + 4 * HOUR;
    expect(mayOfferMoreAt([SEVEN, near], SETTINGS, EVENING)).toBe(near - 3 * HOUR + 1);
    expect(mayOfferMoreAt([EVENING + HOUR], SETTINGS, EVENING)).toBeNull();
    expect(mayOfferMoreAt([SEVEN], SETTINGS, at("12:00", FRIDAY))).toBeNull();
  });
});

test("a start that was declined or not answered is not offered again; after a failed text, not on the same day", () => {
  const offer = (state: "declined" | "expired" | "failed" | "withdrawn", startAt: number) => ({
    state,
    startAt,
    createdAt: 10,
  });
  const all = [
    offer("declined", 1),
    offer("expired", 2),
    offer("failed", 3),
    { ...offer("failed", 4), createdAt: 5 },
    offer("withdrawn", 5),
  ];
  expect([...startsNotAgain(all)]).toEqual([1, 2]);
  expect([...startsNotToday(all, 8)]).toEqual([3]);
});

test.each([
  ["expired", 10, 0, true],
  ["failed", 10, 89, true],
  ["withdrawn", 10, -89, true],
  ["declined", 10, 0, false],
  ["expired", 7, 0, false],
  ["expired", 10, 90, false],
  ["expired", 10, -90, false],
] as const)(
  "an earlier offer (%s, made at %i, today began at 8) rules out a start %i minutes after the start that it offered: %p",
  (state, createdAt, minutes, expected) => {
    const stay = (startAt: number) => ({ startAt, endAt: startAt + 90 * MINUTE });
    const ended = { ...stay(SEVEN), state, createdAt };
    expect(overlapsEarlierOffer(ended, stay(SEVEN + minutes * MINUTE), 8)).toBe(expected);
  },
);

test("the day over which offers are counted is a date of the restaurant's calendar, even one of 25 hours", () => {
  const { from, to } = offerDay(SETTINGS, at("01:00", "2026-11-01"));
  expect(from).toBe(at("00:00", "2026-11-01"));
  expect(to).toBe(at("00:00", "2026-11-02"));
  expect(to - from).toBe(25 * HOUR);
});

test("a large party needs a person's decision, unless largeParty.mode is allow", () => {
  const mode = (value: "refuse" | "pending" | "allow") => ({
    ...SETTINGS,
    largeParty: { from: 9, mode: value },
  });
  expect([8, 9].map((size) => needsPerson(size, mode("refuse")))).toEqual([false, true]);
  expect([9].map((size) => needsPerson(size, mode("pending")))).toEqual([true]);
  expect([9].map((size) => needsPerson(size, mode("allow")))).toEqual([false]);
});
