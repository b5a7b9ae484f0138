// Goal: settings that contradict each other are refused, and the refusal names both; unusual but
// consistent settings are accepted.
import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { servicesOn } from "../../src/domain/calendar.ts";
import { DomainError, settingKeysOf } from "../../src/domain/errors.ts";
import { type BrandSettings, resolveSettings } from "../../src/domain/settings.ts";
import { addDays, WEEKDAYS } from "../../src/domain/time.ts";
import { said } from "../support/said.ts";

const service = (
  name: string,
  days: string[],
  opens: string,
  closes: string,
  more: object = {},
) => ({
  name,
  days,
  opens,
  lastSeating: opens,
  closes,
  ...more,
});
const week = [...WEEKDAYS];

const limited = (limits: object) => service("Bar", ["fri"], "17:00", "23:00", { limits });
// The services of a special day have no days of the week.
const bare = (list: ReturnType<typeof service>[]) => ({
  services: list.map(({ days: _days, ...rest }) => rest),
});

/** The pairs of keys that contradict each other; [] if the settings are accepted. */
function conflictsOf(overrides: object): unknown[] {
  try {
    resolveSettings({ timeZone: "America/New_York", defaultCountry: "US", ...overrides });
    return [];
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    for (const reason of error.reasons) {
      expect(reason.code).toBe("SETTINGS_CONFLICT");
      // The sentence names a service by its name and day, not by its key.
      for (const key of settingKeysOf(reason))
        if (!key.endsWith("]")) expect(said(reason)).toContain(key);
    }
    return error.reasons.map(settingKeysOf);
  }
}

describe("pace, seats and party sizes", () => {
  test.each([
    ["an eight-seat bar that sets only its seats", { seats: 8 }],
    ["an eight-seat bar that lets eight guests start together", { seats: 8, paceCovers: 8 }],
    ["a one-seat bar", { seats: 1, paceCovers: 1 }],
    ["pace just as large as the largest ordinary party", { paceCovers: 8 }],
    [
      "a pace below the seats that still fits every party that is not large",
      { largeParty: { from: 5 }, paceCovers: 4 },
    ],
    ["no pace at all", { paceCovers: null, largeParty: { from: 100 } }],
    ["no seats limit", { seats: null, maxPartySize: 5_000 }],
    [
      "a largeParty.from above the largest party",
      { maxPartySize: 6, largeParty: { from: 20 }, paceCovers: 6 },
    ],
    ["a largest party that needs overbooking", { seats: 8, overbookCovers: 2, maxPartySize: 10 }],
    [
      "a largeParty.from of 1, so that every party is large,",
      { largeParty: { from: 1 }, paceCovers: 1 },
    ],
  ])("%s is accepted", (_name, overrides) => {
    expect(conflictsOf(overrides)).toEqual([]);
  });

  test.each([
    ["pace below the largest ordinary party", { paceCovers: 7 }, ["paceCovers", "largeParty.from"]],
    ["pace below the seats of a small bar", { seats: 6, paceCovers: 5 }, ["paceCovers", "seats"]],
    [
      "pace below the largest party",
      { maxPartySize: 7, paceCovers: 6 },
      ["paceCovers", "maxPartySize"],
    ],
    [
      "a largeParty.from above the pace",
      { largeParty: { from: 12 } },
      ["paceCovers", "largeParty.from"],
    ],
    ["a party larger than the seats", { seats: 8, maxPartySize: 9 }, ["maxPartySize", "seats"]],
  ])("%s is refused", (_name, overrides, keys) => {
    expect(conflictsOf(overrides)).toEqual([keys]);
  });

  test("each service's own pace is checked too, also on special days", () => {
    expect(conflictsOf({ services: [limited({ paceCovers: 7 })] })).toEqual([
      ["services[0].limits.paceCovers", "largeParty.from"],
    ]);
    expect(conflictsOf({ services: [limited({ paceCovers: null })] })).toEqual([]);
    expect(conflictsOf({ services: [limited({ paceCovers: 8 })] })).toEqual([]);
    expect(conflictsOf({ services: [limited({ seats: 6, paceCovers: 6 })] })).toEqual([]);
    expect(conflictsOf({ services: [limited({ seats: 6, paceCovers: 5 })] })).toEqual([
      ["services[0].limits.paceCovers", "services[0].limits.seats"],
    ]);
    const special = { "2026-12-31": { services: [limited({ paceCovers: 2 })] } };
    expect(conflictsOf({ services: [], specialDays: special })).toEqual([
      ["specialDays.2026-12-31.services[0].limits.paceCovers", "largeParty.from"],
    ]);
  });

  test("a conflict in the brand's pace is reported even if a service overrides that pace", () => {
    const services = [service("Bar", ["fri"], "17:00", "23:00", { limits: { paceCovers: 20 } })];
    expect(conflictsOf({ paceCovers: 2, services })).toEqual([["paceCovers", "largeParty.from"]]);
  });
});

describe("turns and attendance", () => {
  test.each([
    [[{ upTo: 2, minutes: 90 }], ["turnMinutes[0].upTo", "turnMinutes"]],
    [
      [
        { upTo: 4, minutes: 90 },
        { upTo: 2, minutes: 90 },
        { upTo: null, minutes: 90 },
      ],
      ["turnMinutes[0].upTo", "turnMinutes[1].upTo"],
    ],
    [
      [
        { upTo: 2, minutes: 90 },
        { upTo: 2, minutes: 95 },
        { upTo: null, minutes: 90 },
      ],
      ["turnMinutes[0].upTo", "turnMinutes[1].upTo"],
    ],
    [
      [
        { upTo: null, minutes: 90 },
        { upTo: null, minutes: 95 },
      ],
      ["turnMinutes[0].upTo", "turnMinutes[1].upTo"],
    ],
  ])("turn times %j are refused", (turnMinutes, keys) => {
    expect(conflictsOf({ turnMinutes })).toEqual([keys]);
  });

  test("one turn for every size is enough", () => {
    expect(conflictsOf({ turnMinutes: [{ upTo: null, minutes: 120 }] })).toEqual([]);
  });

  test.each([
    [{ askHoursBefore: 5 }, ["attendance.askHoursBefore", "attendance.remindHoursBefore"]],
    [{ remindHoursBefore: 3 }, ["attendance.remindHoursBefore", "attendance.deadlineHoursBefore"]],
    [
      { deadlineHoursBefore: 6 },
      ["attendance.remindHoursBefore", "attendance.deadlineHoursBefore"],
    ],
  ])("attendance %j is refused", (attendance, keys) => {
    expect(conflictsOf({ attendance })).toEqual([keys]);
  });

  test("attendance with the question first, then the follow-up, then the deadline is accepted", () => {
    expect(
      conflictsOf({
        attendance: { askHoursBefore: 2, remindHoursBefore: 1, deadlineHoursBefore: 0 },
      }),
    ).toEqual([]);
  });
});

describe("hours", () => {
  test.each([
    ["17:00", "16:59", "23:00"],
    ["17:00", "23:00", "23:00"],
    ["17:00", "23:30", "23:00"],
    ["17:00", "02:30", "02:00"],
    ["17:00", "00:00", "23:59"],
  ])("open %s, last seating %s, closed %s is refused", (opens, lastSeating, closes) => {
    expect(
      conflictsOf({ services: [service("A", ["fri"], opens, closes, { lastSeating })] }),
    ).toEqual([["services[0].lastSeating", "services[0].closes"]]);
  });

  test.each([
    ["17:00", "17:00", "17:01"],
    ["17:00", "22:59", "23:00"],
    ["17:00", "01:59", "02:00"],
    ["17:00", "16:59", "17:00"],
    ["00:00", "23:59", "00:00"],
  ])("open %s, last seating %s, closed %s is accepted", (opens, lastSeating, closes) => {
    expect(
      conflictsOf({ services: [service("A", ["fri"], opens, closes, { lastSeating })] }),
    ).toEqual([]);
  });

  test("a special day is either closed or has services", () => {
    const services = [service("A", ["fri"], "17:00", "23:00")];
    expect(conflictsOf({ specialDays: { "2026-12-25": { closed: true, services } } })).toEqual([
      ["specialDays.2026-12-25.closed", "specialDays.2026-12-25.services"],
    ]);
    expect(conflictsOf({ specialDays: { "2026-12-25": { closed: false, services } } })).toEqual([]);
  });
});

describe("the check for overlaps", () => {
  const both = [["services[0]", "services[1]"]];

  test.each([
    [
      "refuses services that overlap on one day",
      service("A", ["fri"], "12:00", "15:00"),
      service("B", ["fri"], "14:59", "23:00"),
      both,
    ],
    [
      "refuses a service within another",
      service("A", ["fri"], "12:00", "23:00"),
      service("B", ["fri"], "14:00", "15:00"),
      both,
    ],
    [
      "refuses two services that open together",
      service("A", ["fri"], "12:00", "15:00"),
      service("B", ["fri"], "12:00", "14:00"),
      both,
    ],
    [
      "refuses services that overlap after midnight",
      service("A", ["fri"], "22:00", "04:00"),
      service("B", ["sat"], "03:59", "09:00"),
      both,
    ],
    [
      "refuses services that overlap from Sunday night into Monday",
      service("A", ["sun"], "22:00", "04:00"),
      service("B", ["mon"], "03:00", "09:00"),
      both,
    ],
    [
      "refuses a service of 24 hours and one of the next morning",
      service("A", ["wed"], "12:00", "12:00"),
      service("B", ["thu"], "11:00", "13:00"),
      both,
    ],
    [
      "accepts services back to back",
      service("A", ["fri"], "12:00", "15:00"),
      service("B", ["fri"], "15:00", "23:00"),
      [],
    ],
    [
      "accepts services back to back after midnight",
      service("A", ["fri"], "22:00", "04:00"),
      service("B", ["sat"], "04:00", "09:00"),
      [],
    ],
    [
      "accepts the same hours on different days",
      service("A", ["fri"], "12:00", "15:00"),
      service("B", ["sat"], "12:00", "15:00"),
      [],
    ],
    [
      "accepts a night and the morning before it",
      service("A", ["fri"], "22:00", "04:00"),
      service("B", ["fri"], "03:00", "09:00"),
      [],
    ],
  ])("%s", (_name, a, b, expected) => {
    expect(conflictsOf({ services: [a, b] })).toEqual(expected);
    // The order of services makes no difference.
    expect(conflictsOf({ services: [b, a] })).toEqual(expected);
  });

  test("accepts one name for different hours on different days", () => {
    expect(
      conflictsOf({
        services: [
          service("Dinner", ["fri", "sat"], "17:00", "01:00"),
          service("Dinner", ["mon", "tue"], "18:00", "22:00"),
        ],
      }),
    ).toEqual([]);
  });

  test("accepts a service that lasts around the clock on every day", () => {
    expect(conflictsOf({ services: [service("A", week, "06:00", "06:00")] })).toEqual([]);
  });

  test("compares a special day with the evening before and the day after", () => {
    const dinner = service("Dinner", week, "17:00", "02:00");
    const brunch = (opens: string) => bare([service("Brunch", [], opens, "12:00")]);
    const withDay = (day: object) => ({ services: [dinner], specialDays: { "2027-01-01": day } });
    expect(conflictsOf(withDay(brunch("01:00")))).toEqual([
      ["services[0]", "specialDays.2027-01-01.services[0]"],
    ]);
    expect(conflictsOf(withDay(brunch("02:00")))).toEqual([]);
    const gala = {
      services: [{ name: "Gala", opens: "20:00", lastSeating: "20:00", closes: "18:00" }],
    };
    expect(conflictsOf(withDay(gala))).toEqual([
      ["services[0]", "specialDays.2027-01-01.services[0]"],
    ]);
  });

  test("compares special days with each other, except closed days", () => {
    const gala = {
      services: [{ name: "Gala", opens: "20:00", lastSeating: "20:00", closes: "18:00" }],
    };
    const brunch = {
      services: [{ name: "Brunch", opens: "10:00", lastSeating: "10:00", closes: "14:00" }],
    };
    expect(conflictsOf({ specialDays: { "2026-12-31": gala, "2027-01-01": brunch } })).toEqual([
      ["specialDays.2026-12-31.services[0]", "specialDays.2027-01-01.services[0]"],
    ]);
    expect(
      conflictsOf({ specialDays: { "2026-12-31": gala, "2027-01-01": { closed: true } } }),
    ).toEqual([]);
    expect(
      conflictsOf({
        services: [],
        specialDays: { "2026-12-31": { services: [...gala.services, ...brunch.services] } },
      }),
    ).toEqual([]);
  });

  test("refuses services that overlap only in the hour that the clocks repeat, in zones with such an hour", () => {
    const services = [
      service("Late", ["sat"], "22:00", "01:30"),
      service("Later", ["sun"], "01:30", "04:00"),
    ];
    expect(conflictsOf({ services })).toEqual(both);
    expect(conflictsOf({ services, timeZone: "Asia/Tokyo" })).toEqual([]);
  });

  test("accepts settings exactly if no two services are ever open at the same instant", () => {
    const hour = fc.integer({ min: 0, max: 23 }).map((h) => `${String(h).padStart(2, "0")}:00`);
    const anyService = fc
      .tuple(fc.subarray(week, { minLength: 1, maxLength: 3 }), hour, hour)
      .map(([days, opens, closes]) => service("S", days, opens, closes));
    let refusedCount = 0;
    fc.assert(
      fc.property(
        fc.constantFrom("America/New_York", "Europe/Rome", "Africa/Cairo", "Asia/Tokyo"),
        fc.array(anyService, { maxLength: 3 }),
        fc.dictionary(
          fc.integer({ min: 0, max: 6 }).map((day) => addDays("2026-10-29", day)),
          fc.array(anyService, { maxLength: 2 }).map(bare),
          { maxKeys: 2 },
        ),
        (timeZone, services, specialDays) => {
          const overrides = { timeZone, services, specialDays };
          const accepted = conflictsOf(overrides).length === 0;
          const settings = {
            ...resolveSettings({ timeZone, defaultCountry: "US" }),
            services: services.map((one) => ({ ...one, limits: {} })),
            specialDays: Object.fromEntries(
              Object.entries(specialDays).map(([date, day]) => [
                date,
                { services: day.services.map((one) => ({ ...one, limits: {} })) },
              ]),
            ),
          } as unknown as BrandSettings;
          // A year of dates, with both clock changes, the special days and ordinary weeks.
          const real = Array.from({ length: 370 }, (_, day) => addDays("2026-03-01", day))
            .flatMap((date) => servicesOn(settings, date).services)
            .toSorted((a, b) => a.opens - b.opens);
          const clash = real.some((one, index) => one.opens < (real[index - 1]?.closes ?? 0));
          expect(accepted).toBe(!clash);
          refusedCount += accepted ? 0 : 1;
        },
      ),
      { numRuns: 300 },
    );
    expect(refusedCount).toBeGreaterThan(30);
  }, 30_000);
});

test("all conflicts are named together", () => {
  expect(
    conflictsOf({
      maxPartySize: 50,
      paceCovers: 1,
      turnMinutes: [{ upTo: 2, minutes: 90 }],
      attendance: { remindHoursBefore: 1 },
      services: [
        service("A", ["fri"], "12:00", "15:00"),
        service("B", ["fri"], "14:00", "16:00", { lastSeating: "17:00" }),
      ],
    }),
  ).toHaveLength(6);
});
