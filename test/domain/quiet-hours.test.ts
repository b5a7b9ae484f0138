// Goal: no guest gets a text during quiet hours. These follow the restaurant's clock, also when the
// clocks change (rule T8).
import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import {
  isQuiet,
  lastSendTime,
  nextSendTime,
  quietPeriodAt,
} from "../../src/domain/quiet-hours.ts";

const NEW_YORK = "America/New_York";
const NIGHT = { from: "21:30", to: "09:00" };
const NONE = { from: "09:00", to: "09:00" };
const MINUTE = 60_000;
const DAY = 86_400_000;

const at = (text: string): number => Temporal.Instant.from(text).epochMilliseconds;

/** The wall clock, computed by Temporal alone. */
const wallOf = (instant: number, zone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(instant)
    .toZonedDateTimeISO(zone)
    .toPlainTime()
    .toString({ smallestUnit: "minute" });

const shows = (hours: { from: string; to: string }, wall: string): boolean =>
  hours.from < hours.to
    ? wall >= hours.from && wall < hours.to
    : hours.from !== hours.to && (wall >= hours.from || wall < hours.to);

describe("an ordinary night in New York, 21:30 to 9:00", () => {
  test.each([
    ["2026-11-20T21:29:59.999-05:00", false],
    ["2026-11-20T21:30:00-05:00", true],
    ["2026-11-21T00:00:00-05:00", true],
    ["2026-11-21T08:59:59.999-05:00", true],
    ["2026-11-21T09:00:00-05:00", false],
  ])("%s is quiet: %p", (text, quiet) => {
    expect(isQuiet(NIGHT, at(text), NEW_YORK)).toBe(quiet);
  });

  test("at midnight, the next time to send is 9:00, and the last was 21:29", () => {
    const midnight = at("2026-11-21T00:00:00-05:00");
    expect(nextSendTime(NIGHT, midnight, NEW_YORK)).toBe(at("2026-11-21T09:00:00-05:00"));
    expect(lastSendTime(NIGHT, midnight, NEW_YORK)).toBe(at("2026-11-20T21:29:00-05:00"));
  });

  test("by day a text is sent immediately", () => {
    const noon = at("2026-11-21T12:00:00-05:00");
    expect(nextSendTime(NIGHT, noon, NEW_YORK)).toBe(noon);
    expect(lastSendTime(NIGHT, noon, NEW_YORK)).toBe(noon);
  });
});

test("there are no quiet hours if they would begin and end at the same time", () => {
  for (let hour = 0; hour < 24; hour += 1) {
    expect(isQuiet(NONE, at("2026-11-20T00:00:00Z") + hour * 60 * MINUTE, NEW_YORK)).toBe(false);
  }
});

test("quiet hours around midday end on the same day", () => {
  const siesta = { from: "14:00", to: "16:00" };
  const period = quietPeriodAt(siesta, at("2026-07-01T15:00:00+02:00"), "Europe/Rome");
  expect(period).toEqual({
    from: at("2026-07-01T14:00:00+02:00"),
    to: at("2026-07-01T16:00:00+02:00"),
  });
  expect(isQuiet(siesta, at("2026-07-01T23:00:00+02:00"), "Europe/Rome")).toBe(false);
});

describe("in nights with a clock change", () => {
  test("the short night ends at 9:00 by the new clock", () => {
    const period = quietPeriodAt(NIGHT, at("2027-03-14T03:30:00-04:00"), NEW_YORK);
    expect(period).toEqual({
      from: at("2027-03-13T21:30:00-05:00"),
      to: at("2027-03-14T09:00:00-04:00"),
    });
  });

  test("the long night lasts 12.5 hours", () => {
    const period = quietPeriodAt(NIGHT, at("2026-11-01T01:30:00-05:00"), NEW_YORK);
    expect(period).toEqual({
      from: at("2026-10-31T21:30:00-04:00"),
      to: at("2026-11-01T09:00:00-05:00"),
    });
  });

  test("if the clocks skip the end of quiet hours, these end when the clocks change", () => {
    const hours = { from: "22:00", to: "02:30" };
    expect(quietPeriodAt(hours, at("2027-03-14T01:00:00-05:00"), NEW_YORK)?.to).toBe(
      at("2027-03-14T03:00:00-04:00"),
    );
  });

  test("at a repeated time, quiet hours begin at the first occurrence and end at the second", () => {
    expect(
      quietPeriodAt({ from: "22:00", to: "01:30" }, at("2026-11-01T01:00:00-04:00"), NEW_YORK)?.to,
    ).toBe(at("2026-11-01T01:30:00-05:00"));
    expect(
      quietPeriodAt({ from: "01:30", to: "09:00" }, at("2026-11-01T01:10:00-05:00"), NEW_YORK)
        ?.from,
    ).toBe(at("2026-11-01T01:30:00-04:00"));
  });
});

describe("for any hours, zone and instant", () => {
  const walls = fc
    .integer({ min: 0, max: 1439 })
    .map(
      (minute) =>
        `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`,
    );
  const hours = fc.record({ from: walls, to: walls });
  const zones = fc.constantFrom(
    NEW_YORK,
    "Europe/London",
    "Europe/Rome",
    "Australia/Lord_Howe",
    "America/Havana",
    "Asia/Kathmandu",
    "Pacific/Auckland",
  );
  const changes = [
    "2026-11-01T06:00:00Z",
    "2027-03-14T07:00:00Z",
    "2026-10-25T01:00:00Z",
    "2027-03-28T01:00:00Z",
    "2027-04-03T15:00:00Z",
    "2026-09-26T14:00:00Z",
    "2026-11-01T05:00:00Z",
  ].map(at);
  const instants = fc.oneof(
    fc.integer({ min: at("2026-01-01T00:00:00Z"), max: at("2028-01-01T00:00:00Z") }),
    fc
      .tuple(fc.constantFrom(...changes), fc.integer({ min: -DAY, max: DAY }))
      .map(([a, b]) => a + b),
  );

  test("quiet hours follow the wall clock, and a repeated hour does not interrupt them", () => {
    fc.assert(
      fc.property(hours, zones, instants, (quietHours, zone, instant) => {
        const quiet = isQuiet(quietHours, instant, zone);
        if (shows(quietHours, wallOf(instant, zone))) expect(quiet).toBe(true);
        // Without a clock change within six hours, quiet hours follow the wall clock exactly.
        const offsets = [instant - DAY / 4, instant, instant + DAY / 4].map(
          (one) => Temporal.Instant.fromEpochMilliseconds(one).toZonedDateTimeISO(zone).offset,
        );
        if (new Set(offsets).size === 1) {
          expect(quiet).toBe(shows(quietHours, wallOf(instant, zone)));
        }
      }),
      { numRuns: 3000 },
    );
  });

  test("the last time to send is directly before the quiet hours, and the next directly after them", () => {
    fc.assert(
      fc.property(hours, zones, instants, (quietHours, zone, instant) => {
        const next = nextSendTime(quietHours, instant, zone);
        const last = lastSendTime(quietHours, instant, zone);
        expect(isQuiet(quietHours, next, zone)).toBe(false);
        expect(isQuiet(quietHours, last, zone)).toBe(false);
        expect(last).toBeLessThanOrEqual(instant);
        expect(next).toBeGreaterThanOrEqual(instant);
        if (next !== instant) {
          expect(isQuiet(quietHours, next - 1, zone)).toBe(true);
          expect(isQuiet(quietHours, last + MINUTE, zone)).toBe(true);
        }
      }),
      { numRuns: 3000 },
    );
  });
});
