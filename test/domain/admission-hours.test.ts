// Goal: a start is admitted only within the opening hours, not in the past, with enough notice and
// within the booking window. Walk-ins have exceptions. Every refusal says what to do (rule C14).
import { describe, expect, test } from "bun:test";
import { admit } from "../../src/domain/admission.ts";
import type { BrandSettings } from "../../src/domain/settings.ts";
import {
  at,
  codes,
  DAY,
  hours,
  house,
  MINUTE,
  MORNING,
  presentOf,
  stay,
  walkIn,
  warnings,
  wish,
  world,
} from "../support/admission.ts";
import { published, said } from "../support/said.ts";

const HOUSE = house();
const judge = (settings: BrandSettings, startAt: number, now = MORNING) =>
  admit(wish(2, startAt), world(settings, [], now));

describe("hours", () => {
  const EDGES: [wall: string, codes: string[]][] = [
    ["16:59", ["OUTSIDE_SERVICE"]],
    ["17:00", []],
    ["18:07", []],
    ["21:30", []],
    ["21:31", ["OUTSIDE_SERVICE"]],
    ["23:29", ["OUTSIDE_SERVICE"]],
    ["23:30", ["OUTSIDE_SERVICE"]],
  ];
  test.each(EDGES)("these are the reasons against a start at %s: %j", (wall, expected) => {
    expect(codes(judge(HOUSE, at(wall)))).toEqual(expected);
  });
  test("a start after the last seating is refused with the time of the last seating", () => {
    const [reason] = judge(HOUSE, at("22:00")).reasons;
    expect(reason).toMatchObject({ service: "Dinner", lastSeating: at("21:30") });
    expect(said(reason)).toContain("9:30 PM");
  });
  test("a start outside the hours is refused with the hours", () => {
    const two = house({
      services: [
        hours("Lunch", "12:00", "14:00", "15:30"),
        hours("Dinner", "17:00", "21:30", "23:30"),
      ],
    });
    const [reason] = judge(two, at("16:00")).reasons;
    expect(said(reason)).toContain("Lunch 12:00 PM to 2:00 PM, Dinner 5:00 PM to 9:30 PM");
    expect(published(reason)["services"]).toEqual([
      { name: "Lunch", opens: at("12:00"), lastSeating: at("14:00") },
      { name: "Dinner", opens: at("17:00"), lastSeating: at("21:30") },
    ]);
  });
  test("a day without a service is refused as CLOSED, without counting seats", () => {
    const weekdays = house({
      services: [{ ...hours("Dinner", "17:00", "21:30", "23:30"), days: ["thu"] }],
    });
    const refused = admit(wish(999, at("19:00")), world(weekdays, [stay(30, at("19:00"))]));
    expect(codes(refused)).toEqual(["CLOSED", "PARTY_TOO_LARGE"]);
    expect(refused.service).toBeNull();
  });
});

describe("special days", () => {
  const night = hours("Night", "20:00", "01:00", "02:00");
  test("a closed day is refused with its note", () => {
    const shut = house({ specialDays: { "2026-11-20": { closed: true, note: "Staff outing" } } });
    const [reason] = judge(shut, at("19:00")).reasons;
    expect(reason).toMatchObject({ code: "CLOSED", note: "Staff outing" });
    expect(reason).not.toHaveProperty("didYouMean");
    expect(said(reason)).toContain("Staff outing");
    expect(codes(judge(shut, at("19:00", "2026-11-21")))).toEqual([]);
  });
  test("a special day's own hours replace the usual ones, and a refused start gets the day's note", () => {
    const { days: _days, ...early } = hours("Feast", "12:00", "15:00", "18:00");
    const feast = house({
      specialDays: { "2026-11-20": { note: "Feast day", services: [early] } },
    });
    expect(codes(judge(feast, at("13:00")))).toEqual([]);
    const [reason] = judge(feast, at("19:00")).reasons;
    expect(reason).toMatchObject({ code: "OUTSIDE_SERVICE", note: "Feast day" });
    expect(said(reason)).toContain("Feast day");
    expect(said(reason)).toContain("Feast 12:00 PM to 3:00 PM");
  });
  test("a closed day does not end a service that began the evening before and goes on after midnight", () => {
    const shut = house({ services: [night], specialDays: { "2026-11-21": { closed: true } } });
    const admitted = judge(shut, at("00:30", "2026-11-21"));
    expect(codes(admitted)).toEqual([]);
    expect(admitted.service?.serviceDate).toBe("2026-11-20");
    expect(codes(judge(shut, at("20:00", "2026-11-21")))).toEqual(["CLOSED"]);
    expect(codes(judge(shut, at("00:30", "2026-11-22")))).toEqual(["OUTSIDE_SERVICE"]);
  });
});

describe("after midnight", () => {
  const saturday = house({
    services: [{ ...hours("Night", "20:00", "01:00", "02:00"), days: ["sat"] }],
  });
  test("a start belongs to the service of the evening before", () => {
    const { reasons, service } = judge(saturday, at("01:00", "2026-11-22"));
    expect(reasons).toEqual([]);
    expect(service).toMatchObject({ name: "Night", serviceDate: "2026-11-21" });
  });
  test("a time with the date of the evening before is refused with the right date", () => {
    const [reason] = judge(saturday, at("00:30", "2026-11-21")).reasons;
    expect(reason?.code).toBe("OUTSIDE_SERVICE");
    expect(published(reason)["didYouMean"]).toEqual({
      date: "Sunday, November 22, 2026",
      time: "12:30 AM",
      timestamp: at("00:30", "2026-11-22"),
    });
    expect(said(reason)).toContain('date "Sunday, November 22, 2026" with time "12:30 AM"');
  });
  test("no other date is suggested if the next date has no service at that time either", () => {
    const [reason] = judge(saturday, at("03:00", "2026-11-21")).reasons;
    expect(reason).not.toHaveProperty("didYouMean");
    const [other] = judge(saturday, at("00:30", "2026-11-20")).reasons;
    expect(other?.code).toBe("CLOSED");
    expect(other).not.toHaveProperty("didYouMean");
  });
});

describe("past, notice and booking window", () => {
  const NOW = at("19:00") + 45_678;
  const PAST: [wall: string, codes: string[]][] = [
    ["18:29", ["IN_THE_PAST"]],
    ["18:30", []],
    ["18:59", []],
    ["19:00", []],
  ];
  test.each(PAST)(
    "45 seconds after 7:00 PM, with 30 minutes of grace, these are the reasons against a start at %s: %j",
    (wall, expected) => {
      expect(codes(judge(HOUSE, at(wall), NOW))).toEqual(expected);
    },
  );
  test("without grace, the current minute can be booked, but not the minute before", () => {
    const strict = house({ pastGraceMinutes: 0 });
    expect(codes(judge(strict, at("19:00"), NOW))).toEqual([]);
    expect(codes(judge(strict, at("18:59"), NOW))).toEqual(["IN_THE_PAST"]);
  });
  const noticed = house({ minNoticeMinutes: 120 });
  // Starts within 15 minutes need no notice.
  const NOTICE: [wall: string, codes: string[]][] = [
    ["18:45", []],
    ["19:00", []],
    ["19:15", []],
    ["19:16", ["NOTICE_TOO_SHORT"]],
    ["20:59", ["NOTICE_TOO_SHORT"]],
    ["21:00", []],
  ];
  test.each(NOTICE)(
    "at 7:00 PM, with two hours' notice, these are the reasons against a start at %s: %j",
    (wall, expected) => {
      expect(codes(judge(noticed, at(wall), at("19:00")))).toEqual(expected);
    },
  );
  test("the refusal for too little notice names the earliest start", () => {
    const [reason] = judge(noticed, at("20:00"), at("19:00")).reasons;
    expect(reason).toMatchObject({ minNoticeMinutes: 120, earliest: at("21:00") });
    expect(said(reason)).toContain("9:00 PM");
  });
  test("the booking window counts calendar days, not hours", () => {
    const near = house({ bookingWindowDays: 2 });
    const late = at("23:50");
    expect(codes(judge(near, at("21:30", "2026-11-22"), late))).toEqual([]);
    const refused = judge(near, at("17:00", "2026-11-23"), late);
    expect(codes(refused)).toEqual(["BEYOND_WINDOW"]);
    expect(refused.reasons[0]).toMatchObject({ daysAhead: 3, bookingWindowDays: 2 });
    expect(said(refused.reasons[0])).toContain("Sunday, November 22, 2026");
    const open = house({ bookingWindowDays: null });
    expect(codes(judge(open, MORNING + 3650 * DAY + 9 * 60 * MINUTE))).toEqual([]);
  });
});

describe("walk-ins", () => {
  const doorman = (size: number, start: string, now: string, settings = HOUSE) =>
    admit(walkIn(size, at(start)), world(settings, [stay(20, at("19:00"))], at(now)));
  test("are parties without phone and e-mail that start within 15 minutes of now", () => {
    expect(doorman(2, "19:15", "19:00").walkIn).toBe(true);
    expect(doorman(2, "18:45", "19:00").walkIn).toBe(true);
    expect(doorman(2, "19:16", "19:00").walkIn).toBe(false);
    const named = admit(wish(2, at("19:00")), world(HOUSE, [], at("19:00")));
    expect(named.walkIn).toBe(false);
  });
  test("may start after the last seating while the restaurant is open, with a warning", () => {
    const late = doorman(2, "22:00", "21:50");
    expect(codes(late)).toEqual([]);
    expect(late.warnings).toMatchObject([{ code: "AFTER_LAST_SEATING", lastSeating: at("21:30") }]);
    expect(codes(doorman(2, "23:29", "23:29"))).toEqual([]);
    expect(codes(doorman(2, "23:30", "23:30"))).toEqual(["OUTSIDE_SERVICE"]);
    expect(codes(judge(HOUSE, at("22:00"), at("21:50")))).toEqual(["OUTSIDE_SERVICE"]);
  });
  test("are refused if they are moved to a start after the last seating", () => {
    const present = { ...presentOf(stay(2, at("21:00"))), walkIn: true };
    const moved = { ...walkIn(2, at("22:00")), present };
    expect(codes(admit(moved, world(HOUSE, [], at("21:50"))))).toEqual(["OUTSIDE_SERVICE"]);
  });
  test("are refused if there are no seats", () => {
    expect(codes(doorman(10, "19:05", "19:00"))).toEqual([]);
    expect(codes(doorman(11, "19:05", "19:00"))).toEqual(["CAPACITY_FULL"]);
  });
  test("over the pace are admitted with a warning that gives the limit", () => {
    const paced = house({ paceCovers: 20, maxPartySize: 20 });
    const admitted = doorman(2, "19:05", "19:00", paced);
    expect(codes(admitted)).toEqual([]);
    expect(warnings(admitted)).toEqual(["PACE_EXCEEDED", "OVER_LIMIT"]);
    expect(admitted.overLimit).toBe(true);
    expect(admitted.warnings[0]).toMatchObject({ present: 20, needed: 2, limit: 20 });
    expect(admitted.warnings[1]).toMatchObject({
      covers: 22,
      limit: 20,
      from: at("19:00"),
      to: at("19:15"),
    });
    expect(codes(doorman(2, "19:05", "18:49", paced))).toEqual(["PACE_FULL"]);
  });
  test("are not asked to confirm", () => {
    const asking = house({ attendance: { enabled: true, minLeadHours: 0 } });
    expect(doorman(8, "19:05", "19:00", asking)).toMatchObject({
      reasons: [],
      attendance: { attendance: "not_required", callToConfirm: false },
    });
  });
});

describe("the reasons of a refusal", () => {
  test("come in the order hours, notice, size, contact, seats, tables, pace", () => {
    const strict = house({
      bookingWindowDays: 1,
      maxPartySize: 8,
      maxPartiesPresent: 1,
      paceCovers: 10,
      largeParty: { from: 7, mode: "allow" },
    });
    const inside = world(strict, [stay(29, at("22:00", "2026-11-22"))]);
    const request = wish(9, at("22:00", "2026-11-22"), { phoneUsable: "no_phone" });
    expect(codes(admit(request, inside))).toEqual([
      "OUTSIDE_SERVICE",
      "BEYOND_WINDOW",
      "PARTY_TOO_LARGE",
      "ATTENDANCE_CONTACT_REQUIRED",
      "CAPACITY_FULL",
      "PARTIES_FULL",
      "PACE_FULL",
    ]);
  });
  test("include both a large party and full seats", () => {
    const refusing = house({ largeParty: { from: 9, mode: "refuse" } });
    const inside = world(refusing, [stay(29, at("19:00"))]);
    expect(codes(admit(wish(9, at("19:00")), inside))).toEqual([
      "LARGE_PARTY_REVIEW",
      "CAPACITY_FULL",
    ]);
  });
  test("do not include too little notice if only the size of a reservation changes", () => {
    const own = stay(2, at("19:00"));
    const update = wish(3, own.startAt, { present: presentOf(own) });
    expect(codes(admit(update, world(house({ minNoticeMinutes: 600 }), [], at("18:00"))))).toEqual(
      [],
    );
  });
});
