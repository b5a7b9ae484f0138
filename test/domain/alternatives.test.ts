// Goal: the same request would be admitted at every suggested time. These times are few, near, in
// order and, if possible, in the same service. There are none if no other time would help (rule C20).
import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { type AdmissionRequest, type AdmissionWorld, admit } from "../../src/domain/admission.ts";
import { alternatives, isCuredByTime } from "../../src/domain/alternatives.ts";
import { gridOf, servicesOn } from "../../src/domain/calendar.ts";
import { ERROR_CODES } from "../../src/domain/errors.ts";
import {
  at,
  codes,
  DAY,
  FRIDAY,
  hold,
  hours,
  house,
  MINUTE,
  MORNING,
  NEW_YORK,
  presentOf,
  stay,
  walkIn,
  wish,
  world,
} from "../support/admission.ts";

const startsOf = (request: AdmissionRequest, inside: AdmissionWorld): number[] =>
  alternatives(request, inside).suggestions.map((one) => one.timestamp);
const nextDays = (wall: string, ...dates: string[]) => dates.map((date) => at(wall, date));

describe("suggested times are near and in order", () => {
  const HOUSE = house();
  test("three times of the same evening come nearest first, then the same time on two other days", () => {
    const inside = world(HOUSE, [stay(28, at("19:00"))]);
    expect(startsOf(wish(4, at("19:00")), inside)).toEqual([
      at("20:30"),
      at("17:15"),
      at("20:45"),
      ...nextDays("19:00", "2026-11-21", "2026-11-22"),
    ]);
  });
  test("the earlier of two equally near times comes first", () => {
    const inside = world(house({ maxPartySize: 4, paceCovers: 4 }), [stay(4, at("19:00"))]);
    expect(startsOf(wish(2, at("19:00")), inside).slice(0, 3)).toEqual([
      at("18:45"),
      at("19:15"),
      at("18:30"),
    ]);
  });
  test("each has the date, time and timestamp to send back", () => {
    const inside = world(HOUSE, [stay(28, at("19:00"))]);
    expect(alternatives(wish(4, at("19:00")), inside).suggestions[0]).toEqual({
      date: "Friday, November 20, 2026",
      time: "8:30 PM",
      timestamp: at("20:30"),
    });
  });
  test("times of the same service are chosen before nearer times of another service", () => {
    const two = house({
      services: [
        hours("Lunch", "12:00", "14:00", "15:30"),
        hours("Dinner", "17:00", "21:30", "23:30"),
      ],
    });
    const crowded = [stay(29, at("17:00")), stay(29, at("18:30")), stay(29, at("20:00"))];
    const inside = world(two, crowded);
    // Dinner has one free start, 9:30 PM. The other two are the nearest of lunch.
    expect(startsOf(wish(2, at("17:00")), inside).slice(0, 3)).toEqual([
      at("14:00"),
      at("13:45"),
      at("21:30"),
    ]);
  });
  test("days on which the same time is full or closed are left out", () => {
    const closed = house({ specialDays: { "2026-11-21": { closed: true } } });
    const inside = world(closed, [stay(30, at("19:00")), stay(30, at("19:00", "2026-11-22"))]);
    expect(startsOf(wish(2, at("19:00")), inside).slice(3)).toEqual(
      nextDays("19:00", "2026-11-23", "2026-11-24"),
    );
  });
  test("for a closed day, the times are on the next open days", () => {
    const weekend = house({
      services: [{ ...hours("Dinner", "17:00", "21:30", "23:30"), days: ["sat", "sun"] }],
    });
    expect(startsOf(wish(2, at("19:00")), world(weekend))).toEqual(
      nextDays("19:00", "2026-11-21", "2026-11-22"),
    );
  });
  test("for a time outside the hours, the nearest times of that day and of the next days are suggested", () => {
    expect(startsOf(wish(2, at("15:00")), world(HOUSE))).toEqual([
      at("17:00"),
      at("17:15"),
      at("17:30"),
      ...nextDays("17:00", "2026-11-21", "2026-11-22"),
    ]);
  });
  test("no time is more than fourteen days later or beyond the booking window", () => {
    const days = Array.from({ length: 13 }, (_, index) => at("19:00") + index * DAY);
    const inside = world(
      HOUSE,
      days.map((startAt) => stay(30, startAt)),
    );
    const later = startsOf(wish(2, at("19:00")), inside).slice(3);
    expect(later).toEqual(nextDays("19:00", "2026-12-03", "2026-12-04"));
    const shut = world(
      HOUSE,
      [...days, ...[13, 14].map((index) => at("19:00") + index * DAY)].map((startAt) =>
        stay(30, startAt),
      ),
    );
    expect(startsOf(wish(2, at("19:00")), shut)).toHaveLength(3);
    const near = world(house({ bookingWindowDays: 1 }), [stay(30, at("19:00"))]);
    expect(startsOf(wish(2, at("19:00")), near).slice(3)).toEqual(nextDays("19:00", "2026-11-21"));
  });
  test("no time is at a start with held seats", () => {
    const inside = world(HOUSE, [
      stay(30, at("19:00")),
      hold(30, at("20:30"), MORNING + DAY, at("20:45")),
    ]);
    expect(startsOf(wish(2, at("19:00")), inside).slice(0, 3)).toEqual([
      at("17:30"),
      at("17:15"),
      at("20:45"),
    ]);
  });
  test("a reservation that is changed is not offered its current start, unless its size changes", () => {
    const own = stay(4, at("18:00"));
    const inside = world(HOUSE, [stay(30, at("19:45"))]);
    const move = (size: number) =>
      startsOf(wish(size, at("19:00"), { present: presentOf(own) }), inside);
    expect(move(4)).not.toContain(own.startAt);
    expect(move(4)).toContain(at("17:45"));
    expect(move(2)).toContain(own.startAt);
  });
});

describe("the period without a free table tonight", () => {
  const full = (now: string, ...others: number[]) =>
    world(
      house(),
      [at("19:00"), ...others].map((one) => stay(30, one)),
      at(now),
    );
  const words = (size: number, wall: string, inside: AdmissionWorld) =>
    alternatives(wish(size, at(wall)), inside).otherDays;
  const today = (from: string, until: string | null) => ({
    partySize: 3,
    from: at(from),
    until: until === null ? null : at(until),
    zone: world(house(), [], 0).settings.timeZone,
  });
  test("is from the requested time to the next free start", () => {
    expect(words(3, "19:30", full("18:45"))).toEqual({
      from: 3,
      today: today("19:30", "20:30"),
    });
  });
  test("is left out if the requested time is free", () => {
    const inside = world(house(), [], at("18:45"));
    expect(words(3, "19:30", inside)).toBeNull();
    expect(words(3, "18:30", inside)).toBeNull();
  });
  test("is left out if the requested time has passed and the next start is free", () => {
    expect(words(3, "18:10", world(house(), [], at("18:50")))).toBeNull();
  });
  test("has no end if nothing is free tonight, and only other days are suggested", () => {
    expect(words(3, "19:30", full("18:45", at("20:30")))).toEqual({
      from: 0,
      today: today("19:30", null),
    });
  });
  test("is counted from now if the requested time has just passed", () => {
    expect(words(3, "18:10", full("18:45"))?.today).toEqual(today("18:45", "20:30"));
  });
  test("is left out if the start is more than three hours away, because another day may suit the guest", () => {
    expect(words(3, "19:30", full("16:15"))).toBeNull();
  });
});

describe("another time would not help against", () => {
  const large = (mode: string) => house({ largeParty: { from: 9, mode } });
  const refused: [what: string, AdmissionRequest, AdmissionWorld][] = [
    ["PARTY_TOO_LARGE", wish(31, at("19:00")), world(house())],
    ["LARGE_PARTY_REVIEW", wish(9, at("19:00")), world(large("refuse"))],
    [
      "ATTENDANCE_CONTACT_REQUIRED",
      wish(9, at("19:00"), { phoneUsable: "no_phone" }),
      world(large("allow")),
    ],
    [
      "PARTY_EXCEEDS_PACE",
      wish(12, at("19:00")),
      world(house({ paceCovers: 10, largeParty: { from: 11, mode: "allow" } }), [
        stay(1, at("19:00")),
      ]),
    ],
  ];
  test.each(refused)("%s", (code, request, inside) => {
    const admission = admit(request, inside);
    expect(codes(admission)).toContain(code);
    expect(isCuredByTime(admission.reasons)).toBe(false);
  });
  test("a party that is too large, even if another reason depends on the time", () => {
    const { reasons } = admit(wish(31, at("16:00")), world(house()));
    expect(codes({ reasons })).toEqual(["OUTSIDE_SERVICE", "PARTY_TOO_LARGE"]);
    expect(isCuredByTime(reasons)).toBe(false);
  });
  test("any reason that is not about time, seats, tables or pace", () => {
    const cured = ERROR_CODES.filter((code) => isCuredByTime([{ code }]));
    expect(cured.toSorted()).toEqual([
      "BEYOND_WINDOW",
      "CAPACITY_FULL",
      "CLOSED",
      "HELD_FOR_WAITLIST",
      "IN_THE_PAST",
      "NONEXISTENT_TIME",
      "NOTICE_TOO_SHORT",
      "OUTSIDE_SERVICE",
      "PACE_FULL",
      "PARTIES_FULL",
      "TABLES_FULL",
      "TIMESTAMP_MISMATCH",
    ]);
  });
});

const LUNCH = hours("Lunch", "12:00", "14:00", "15:30");
const DINNER = hours("Dinner", "17:00", "20:00", "22:30");
const dateOf = (instant: number): string =>
  Temporal.Instant.fromEpochMilliseconds(instant)
    .toZonedDateTimeISO(NEW_YORK)
    .toPlainDate()
    .toString();
const anyHouse = fc
  .record({
    seats: fc.integer({ min: 4, max: 14 }),
    paceCovers: fc.option(fc.integer({ min: 6, max: 10 }), { nil: null }),
    maxPartiesPresent: fc.option(fc.integer({ min: 1, max: 4 }), { nil: null }),
    minNoticeMinutes: fc.constantFrom(0, 60, 600),
    closed: fc.boolean(),
  })
  .map(({ closed, seats, ...rest }) =>
    house({
      ...rest,
      seats,
      maxPartySize: Math.min(seats, 6),
      services: [LUNCH, DINNER],
      specialDays: closed ? { "2026-11-21": { closed: true } } : {},
    }),
  );
const anyStays = fc.array(
  fc.record({
    day: fc.integer({ min: 0, max: 3 }),
    minute: fc.integer({ min: 12 * 60, max: 20 * 60 }),
    size: fc.integer({ min: 1, max: 6 }),
  }),
  { maxLength: 25 },
);
const anyWish = fc.record({
  size: fc.integer({ min: 1, max: 6 }),
  minute: fc.integer({ min: 11 * 60, max: 21 * 60 }),
  contactless: fc.boolean(),
  now: fc.constantFrom(MORNING, at("12:00"), at("19:00")),
});
const midnight = at("00:00");

/** A random restaurant, evening and request. */
const anyCase = fc.tuple(anyHouse, anyStays, anyWish).map(([settings, stays, asked]) => {
  const present = stays.map(({ day, minute, size }) =>
    stay(size, midnight + day * DAY + minute * MINUTE, { settings }),
  );
  const startAt = midnight + asked.minute * MINUTE;
  const request = asked.contactless ? walkIn(asked.size, startAt) : wish(asked.size, startAt);
  return { request, inside: world(settings, present, asked.now) };
});

describe("for all restaurants, evenings and requests", () => {
  test("each suggested time is admitted; at most three are on the requested day and two later, in order, without repeats", () => {
    fc.assert(
      fc.property(anyCase, ({ request, inside }) => {
        const starts = startsOf(request, inside);
        for (const startAt of starts)
          expect(codes(admit({ ...request, startAt }, inside))).toEqual([]);
        const sameDay = starts.filter((start) => dateOf(start) === FRIDAY);
        expect(sameDay.length).toBeLessThanOrEqual(3);
        expect(starts.length - sameDay.length).toBeLessThanOrEqual(2);
        const away = (start: number) => Math.abs(start - request.startAt);
        const later = starts.slice(sameDay.length);
        expect(sameDay).toEqual(sameDay.toSorted((a, b) => away(a) - away(b) || a - b));
        expect(starts).toEqual([...new Set([...sameDay, ...later.toSorted((a, b) => a - b)])]);
        for (const start of starts) expect(start - request.startAt).toBeLessThanOrEqual(15 * DAY);
      }),
      { numRuns: 400 },
    );
  }, 30_000);

  test("the suggested times of the requested day are the nearest free times of the nearest service, then those of the next service", () => {
    fc.assert(
      fc.property(anyCase, ({ request, inside }) => {
        fc.pre(admit(request, inside).reasons.length > 0);
        const starts = startsOf(request, inside);
        const given = starts.filter((start) => dateOf(start) === FRIDAY);
        const services = servicesOn(inside.settings, FRIDAY).services.map((service) => ({
          away: Math.max(service.opens - request.startAt, request.startAt - service.lastSeating, 0),
          free: gridOf(service).filter(
            (startAt) =>
              startAt >= inside.now && admit({ ...request, startAt }, inside).reasons.length === 0,
          ),
        }));
        const byDistance = (a: number, b: number) =>
          Math.abs(a - request.startAt) - Math.abs(b - request.startAt) || a - b;
        const expected = services
          .toSorted((a, b) => a.away - b.away)
          .flatMap((service) => service.free.toSorted(byDistance))
          .slice(0, 3);
        expect(given).toEqual(expected.toSorted(byDistance));
      }),
      { numRuns: 400 },
    );
  }, 30_000);
  test("no time in the past is suggested, even if a host could still enter it", () => {
    fc.assert(
      fc.property(anyCase, ({ request, inside }) => {
        for (const start of startsOf(request, inside)) {
          expect(start).toBeGreaterThanOrEqual(inside.now - (inside.now % 60_000));
        }
      }),
      { numRuns: 200 },
    );
  });
});
