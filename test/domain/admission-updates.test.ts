// Goal: a change is checked only for what it changes, and admitted if it takes no more seats or pace
// than before. The size of a seated party is a fact: it is recorded with a warning, not refused (rules
// C16 and C17 in docs/rules/capacity.md).
import { describe, expect, test } from "bun:test";
import { admit } from "../../src/domain/admission.ts";
import type { Stay } from "../../src/domain/occupancy.ts";
import {
  at,
  codes,
  house,
  MINUTE,
  presentOf,
  stay,
  warnings,
  wish,
  world,
} from "../support/admission.ts";

const HOUSE = house();
type Setting = { settings?: ReturnType<typeof house>; now?: string; others?: readonly Stay[] };
const update = (own: Stay, size: number, startAt: number, setting: Setting = {}) => {
  const { settings = HOUSE, others = [] } = setting;
  const now = at(setting.now ?? "10:00");
  return admit(wish(size, startAt, { present: presentOf(own, now) }), world(settings, others, now));
};

describe("a change is checked for what it changes", () => {
  test("an update that changes nothing is admitted, whatever the settings are now", () => {
    const closed = house({
      specialDays: { "2026-11-20": { closed: true } },
      seats: 1,
      maxPartySize: 1,
    });
    const own = stay(4, at("19:00"));
    const same = update(own, 4, own.startAt, {
      settings: closed,
      now: "22:00",
      others: [stay(9, at("19:00"))],
    });
    expect(same).toMatchObject({ reasons: [], warnings: [], endAt: own.endAt });
  });
  test("a party that has started may change size, although its start is past or outside the present hours", () => {
    const own = stay(4, at("19:00"), { status: "arrived" });
    const moved = house({
      services: [{ ...HOUSE.services[0], opens: "12:00", lastSeating: "13:00", closes: "15:00" }],
      minNoticeMinutes: 600,
      bookingWindowDays: 0,
    });
    expect(codes(update(own, 5, own.startAt, { settings: moved, now: "20:10" }))).toEqual([]);
    expect(codes(update(own, 5, at("19:15"), { settings: moved, now: "20:10" }))).toEqual([
      "OUTSIDE_SERVICE",
      "IN_THE_PAST",
    ]);
  });
  test("a move gets none of the exceptions for walk-ins", () => {
    const own = stay(4, at("20:00"));
    const strict = house({ minNoticeMinutes: 120, paceCovers: 8, maxPartySize: 8 });
    const moved = (to: string, setting: Setting = {}) =>
      codes(update(own, 4, at(to), { settings: strict, now: "18:50", ...setting }));
    expect(moved("18:45")).toEqual(["IN_THE_PAST"]);
    expect(moved("19:00")).toEqual(["NOTICE_TOO_SHORT"]);
    const paced = house({ paceCovers: 8, maxPartySize: 8 });
    const others = [stay(8, at("19:00"))];
    expect(moved("19:00", { settings: paced, others })).toEqual(["PACE_FULL"]);
  });
  test("a move needs notice and must be within the booking window, like a new booking", () => {
    const own = stay(4, at("19:00"));
    const strict = house({ minNoticeMinutes: 120, bookingWindowDays: 3 });
    expect(codes(update(own, 4, at("20:00"), { settings: strict, now: "18:30" }))).toEqual([
      "NOTICE_TOO_SHORT",
    ]);
    const far = at("19:00", "2026-11-24");
    expect(codes(update(own, 4, far, { settings: strict }))).toEqual(["BEYOND_WINDOW"]);
  });
  test("a party's own seats do not count against it", () => {
    const own = stay(30, at("19:00"));
    expect(codes(update(own, 30, at("19:15")))).toEqual([]);
    expect(codes(update(own, 29, at("18:00")))).toEqual([]);
  });
  test("the end follows the present settings if the start or the size changes, and otherwise stays", () => {
    const longer = house({ turnMinutes: [{ upTo: null, minutes: 120 }] });
    const own = stay(4, at("19:00"));
    expect(update(own, 4, at("19:30"), { settings: longer }).endAt).toBe(at("21:30"));
    expect(update(own, 3, own.startAt, { settings: longer }).endAt).toBe(at("21:00"));
    expect(update(own, 4, own.startAt, { settings: longer }).endAt).toBe(own.endAt);
  });
  test("a smaller party that stays longer needs seats for the added time", () => {
    const longer = house({ turnMinutes: [{ upTo: null, minutes: 120 }] });
    const own = stay(10, at("19:00"));
    const others = [stay(28, at("20:30"))];
    const refused = update(own, 9, own.startAt, { settings: longer, others });
    expect(codes(refused)).toEqual(["CAPACITY_FULL"]);
    expect(refused.reasons[0]).toMatchObject({ from: at("20:30"), to: at("22:00") });
    expect(codes(update(own, 2, own.startAt, { settings: longer, others }))).toEqual([]);
  });
});

describe("after limits were lowered,", () => {
  const lowered = house({ seats: 10, maxPartySize: 10, maxPartiesPresent: 1, paceCovers: 10 });
  const others = [stay(20, at("19:00"))];
  const own = stay(6, at("19:00"));
  test("a change that takes no more seats or pace than before is admitted", () => {
    expect(codes(update(own, 6, own.startAt, { settings: lowered, others }))).toEqual([]);
    expect(codes(update(own, 5, own.startAt, { settings: lowered, others }))).toEqual([]);
    expect(codes(update(own, 6, at("19:10"), { settings: lowered, others }))).toEqual([]);
    // 7:15 PM is an empty slot, and the party had the seats before.
    expect(codes(update(own, 6, at("19:15"), { settings: lowered, others }))).toEqual([]);
    expect(codes(update(own, 6, at("21:00"), { settings: lowered, others }))).toEqual([]);
  });
  test("a change that takes more is refused", () => {
    expect(codes(update(own, 7, own.startAt, { settings: lowered, others }))).toEqual([
      "CAPACITY_FULL",
      "PACE_FULL",
    ]);
    expect(codes(admit(wish(1, at("19:00")), world(lowered, [...others, own])))).toEqual([
      "CAPACITY_FULL",
      "PARTIES_FULL",
      "PACE_FULL",
    ]);
    const beside = stay(6, at("17:15"));
    expect(codes(update(beside, 6, at("19:00"), { settings: lowered, others }))).toEqual([
      "CAPACITY_FULL",
      "PARTIES_FULL",
      "PACE_FULL",
    ]);
  });
});

describe("the pace of a change", () => {
  const paced = house({ paceCovers: 10, maxPartySize: 10 });
  const own = stay(4, at("19:00"));
  test("is checked only if the party moves to another slot or grows", () => {
    const full = [stay(8, at("19:00")), stay(10, at("19:15"))];
    expect(codes(update(own, 4, at("19:14"), { settings: paced, others: full }))).toEqual([]);
    expect(codes(update(own, 3, at("19:14"), { settings: paced, others: full }))).toEqual([]);
    expect(codes(update(own, 5, own.startAt, { settings: paced, others: full }))).toEqual([
      "PACE_FULL",
    ]);
    expect(codes(update(own, 4, at("19:15"), { settings: paced, others: full }))).toEqual([
      "PACE_FULL",
    ]);
  });
  test("counts a party that moves as one more start, but not a party that grows", () => {
    const single = house({ paceParties: 1 });
    const others = [stay(2, at("19:00")), stay(2, at("19:15"))];
    expect(codes(update(own, 6, own.startAt, { settings: single, others }))).toEqual([]);
    expect(codes(update(own, 4, at("19:15"), { settings: single, others }))).toEqual(["PACE_FULL"]);
  });
});

describe("the size of a seated party", () => {
  const sat = (size: number, seated: string, change: Partial<Stay> = {}) =>
    stay(size, at("19:00"), { status: "seated", seatedAt: at(seated), ...change });
  test("is not refused for seats or pace; a warning gives the numbers", () => {
    const tight = house({ paceCovers: 10, maxPartySize: 10 });
    const grown = update(sat(4, "19:00"), 6, at("19:00"), {
      settings: tight,
      now: "19:30",
      others: [stay(26, at("19:00"))],
    });
    expect(codes(grown)).toEqual([]);
    expect(warnings(grown)).toEqual(["OVER_LIMIT", "OVER_LIMIT"]);
    expect(grown.overLimit).toBe(true);
    expect(grown.warnings).toMatchObject([
      { limited: "seats", covers: 32, limit: 30, from: at("19:00"), to: at("20:30") },
      { limited: "paceCovers", covers: 32, limit: 10, from: at("19:00"), to: at("19:15") },
    ]);
  });
  test("has no warning within the limits", () => {
    expect(warnings(update(sat(4, "19:00"), 6, at("19:00"), { now: "19:30" }))).toEqual([]);
    const full = [stay(27, at("19:00"))];
    expect(
      warnings(update(sat(4, "19:00"), 3, at("19:00"), { now: "19:30", others: full })),
    ).toEqual([]);
  });
  test("is counted from the time when the party was seated", () => {
    // Two were seated at 7:40 PM and stay until 9:10 PM; three would stay until 9:25 PM.
    const late = sat(2, "19:40");
    const others = [stay(29, at("21:10"))];
    const grown = update(late, 3, late.startAt, { now: "19:45", others });
    expect(grown.warnings).toMatchObject([
      { code: "OVER_LIMIT", from: at("21:10"), to: at("21:25") },
    ]);
  });
  test("that overstays is counted from now until the end of its new stay", () => {
    const over = sat(2, "19:00");
    const now = at("20:40");
    // Three would have had until 8:45 PM, so they overstay only from then on.
    const beside = [stay(28, at("20:40")), stay(2, at("20:45"))];
    const grown = update(over, 3, over.startAt, { now: "20:40", others: beside });
    expect(grown.warnings).toMatchObject([{ from: now, to: at("20:45"), covers: 31 }]);
  });
  test("counts as present now even if turns were shortened", () => {
    const short = house({ turnMinutes: [{ upTo: null, minutes: 30 }] });
    const over = sat(2, "19:00");
    const others = [stay(28, at("20:00"))];
    const grown = update(over, 3, over.startAt, { settings: short, now: "20:35", others });
    expect(grown.warnings).toMatchObject([{ from: at("19:00") + 60 * MINUTE, covers: 31 }]);
  });
  test("is still checked against the size rules", () => {
    const large = house({ largeParty: { from: 9, mode: "refuse" } });
    expect(
      codes(update(sat(8, "19:00"), 9, at("19:00"), { settings: large, now: "19:30" })),
    ).toEqual(["LARGE_PARTY_REVIEW"]);
  });
});
