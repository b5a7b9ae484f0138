// Goal: wall times and instants are converted in every zone, and no skipped or repeated time is
// silently moved. Method: known values, random times, and every clock change of every zone.
import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import {
  addDays,
  cutToMinute,
  DAY,
  dateOf,
  daysBetween,
  displayDate,
  displayTime,
  formatDate,
  formatTime,
  HOUR,
  isLocalDate,
  isTimeZone,
  isWallTime,
  MINUTE,
  startOfDay,
  timeOf,
  wallInstants,
  weekdayOf,
  zoneAbbreviation,
  zoneName,
} from "../../src/domain/time.ts";

const NEW_YORK = "America/New_York";
const LONDON = "Europe/London";
const zones = Intl.supportedValuesOf("timeZone");

const anyZone = fc.constantFrom(...zones);
const anyDate = fc.integer({ min: 0, max: 45_000 }).map((days) => addDays("1975-01-01", days));
const anyWallTime = fc
  .integer({ min: 0, max: 1439 })
  .map((m) => `${String(Math.floor(m / 60)).padStart(2, "0")}:${String(m % 60).padStart(2, "0")}`);

/**
 * Every clock change of a zone in some years, with the offsets before and after in milliseconds.
 */
function changesOf(zone: string, from: string, to: string) {
  const changes: { at: number; before: number; after: number }[] = [];
  const end = Temporal.Instant.from(to).epochMilliseconds;
  let at = Temporal.Instant.from(from).toZonedDateTimeISO(zone);
  for (;;) {
    const next = at.getTimeZoneTransition("next");
    if (next === null || next.epochMilliseconds > end) return changes;
    changes.push({
      at: next.epochMilliseconds,
      before: at.offsetNanoseconds / 1e6,
      after: next.offsetNanoseconds / 1e6,
    });
    at = next;
  }
}

describe("known values", () => {
  test("7:00 PM on Friday, November 20, 2026 in New York is 1795219200000", () => {
    expect(wallInstants("2026-11-20", "19:00", NEW_YORK)).toEqual({
      kind: "one",
      at: 1795219200000,
    });
    expect(displayDate(1795219200000, NEW_YORK)).toBe("Friday, November 20, 2026");
    expect(displayTime(1795219200000, NEW_YORK)).toBe("7:00 PM");
  });

  test.each([
    ["2026-11-01", "01:30", NEW_YORK, 1793511000000, 1793514600000, "EDT", "EST"],
    ["2026-10-25", "01:30", LONDON, 1792888200000, 1792891800000, "BST", "GMT"],
  ])("%s %s in %s happens twice", (date, time, zone, earlier, later, first, second) => {
    expect(wallInstants(date, time, zone)).toEqual({ kind: "fold", earlier, later });
    expect([timeOf(earlier, zone), timeOf(later, zone)]).toEqual([time, time]);
    expect([zoneAbbreviation(earlier, zone), zoneAbbreviation(later, zone)]).toEqual([
      first,
      second,
    ]);
  });

  test("2:30 AM on March 14, 2027 in New York does not exist; 1:59 AM and 3:00 AM are the times beside it", () => {
    const found = wallInstants("2027-03-14", "02:30", NEW_YORK);
    if (found.kind !== "gap") throw new Error(`not a gap: ${found.kind}`);
    expect(timeOf(found.before, NEW_YORK)).toBe("01:59");
    expect(timeOf(found.after, NEW_YORK)).toBe("03:00");
    expect(found.after - found.before).toBe(MINUTE);
  });

  test.each([
    ["2026-03-08", "01:59", "one"],
    ["2026-03-08", "02:00", "gap"],
    ["2026-03-08", "02:59", "gap"],
    ["2026-03-08", "03:00", "one"],
    ["2026-11-01", "00:59", "one"],
    ["2026-11-01", "01:00", "fold"],
    ["2026-11-01", "01:59", "fold"],
    ["2026-11-01", "02:00", "one"],
  ])(
    "%s %s in New York: %s (one: exists once, gap: skipped, fold: repeated)",
    (date, time, kind) => {
      expect(wallInstants(date, time, NEW_YORK).kind).toBe(kind as "one");
    },
  );

  test("a change of half an hour and a skipped day are recognised too", () => {
    expect(wallInstants("2026-10-04", "02:15", "Australia/Lord_Howe").kind).toBe("gap");
    expect(wallInstants("2026-04-05", "01:45", "Australia/Lord_Howe").kind).toBe("fold");
    const skipped = wallInstants("2011-12-30", "12:00", "Pacific/Apia");
    if (skipped.kind !== "gap") throw new Error("December 30, 2011 did not exist in Apia");
    expect(dateOf(skipped.before, "Pacific/Apia")).toBe("2011-12-29");
    expect(dateOf(skipped.after, "Pacific/Apia")).toBe("2011-12-31");
  });
});

describe("the start of a day", () => {
  test.each([
    ["2019-09-08", "America/Santiago"],
    ["2024-09-08", "America/Santiago"],
    ["2026-03-29", "Asia/Beirut"],
    ["2026-04-24", "Africa/Cairo"],
  ])("%s in %s is 1:00 AM because midnight is skipped", (date, zone) => {
    expect(wallInstants(date, "00:00", zone).kind).toBe("gap");
    expect(timeOf(startOfDay(date, zone), zone)).toBe("01:00");
    expect(dateOf(startOfDay(date, zone) - 1, zone)).toBe(addDays(date, -1));
  });

  test("is the first instant of the day", () => {
    fc.assert(
      fc.property(anyZone, anyDate, (zone, date) => {
        const start = startOfDay(date, zone);
        // Only a day that its zone skipped has no start.
        if (dateOf(start, zone) !== date) {
          expect(wallInstants(date, "12:00", zone).kind).toBe("gap");
          return;
        }
        expect(dateOf(start - 1, zone) < date).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("round trips", () => {
  test("every instant converts to a wall time and back", () => {
    const anyMinute = fc.integer({ min: 5 * 365 * 1440, max: 130 * 365 * 1440 });
    fc.assert(
      fc.property(anyZone, anyMinute, (zone, minute) => {
        const instant = minute * MINUTE;
        const found = wallInstants(dateOf(instant, zone), timeOf(instant, zone), zone);
        const readings =
          found.kind === "one"
            ? [found.at]
            : found.kind === "fold"
              ? [found.earlier, found.later]
              : [];
        expect(readings).toContain(instant);
      }),
      { numRuns: 5_000 },
    );
  });

  test("the instants of a wall time show that wall time; a skipped wall time lies between the two instants beside it", () => {
    fc.assert(
      fc.property(anyZone, anyDate, anyWallTime, (zone, date, time) => {
        const found = wallInstants(date, time, zone);
        const shown = (instant: number) => `${dateOf(instant, zone)} ${timeOf(instant, zone)}`;
        const wanted = `${date} ${time}`;
        if (found.kind === "one") expect(shown(found.at)).toBe(wanted);
        else if (found.kind === "fold") {
          expect(found.earlier).toBeLessThan(found.later);
          expect([shown(found.earlier), shown(found.later)]).toEqual([wanted, wanted]);
        } else {
          expect(shown(found.before) < wanted && wanted < shown(found.after)).toBe(true);
        }
      }),
      { numRuns: 5_000 },
    );
  });

  test("wall times around every clock change of every zone are skipped, repeated or ordinary, as the zone's offsets say", () => {
    let seen = 0;
    for (const zone of zones) {
      for (const { at, before, after } of changesOf(
        zone,
        "2024-01-01T00:00Z",
        "2032-01-01T00:00Z",
      )) {
        seen += 1;
        const jump = Math.abs(after - before);
        // The smaller offset gives the wall time at which the skipped or repeated time begins.
        const edge = new Date(at + Math.min(before, after)).toISOString();
        const inside = new Date(at + Math.min(before, after) + jump - MINUTE).toISOString();
        for (const text of [edge, inside]) {
          const found = wallInstants(text.slice(0, 10), text.slice(11, 16), zone);
          expect(found.kind, `${zone} ${text}`).toBe(after > before ? "gap" : "fold");
          if (found.kind === "gap") {
            expect(found).toEqual({ kind: "gap", before: at - MINUTE, after: at });
          } else if (found.kind === "fold") expect(found.later - found.earlier).toBe(jump);
        }
        const past = new Date(at + Math.max(before, after)).toISOString();
        expect(wallInstants(past.slice(0, 10), past.slice(11, 16), zone).kind).toBe("one");
      }
    }
    expect(seen).toBeGreaterThan(1_000);
  });
});

describe("zones", () => {
  test.each([
    ["Europe/Rome", true],
    ["US/Eastern", true],
    ["UTC", true],
    ["europe/rome", false],
    ["Europe/Roma", false],
    ["+02:00", false],
    ["", false],
    ["Europe/Rome ", false],
    ["__proto__", false],
  ])("%p is a known zone: %p", (name, known) => {
    expect(isTimeZone(name)).toBe(known);
  });

  test("a zone typed in another case is recognised", () => {
    expect(zoneName("america/NEW_YORK")).toBe("America/New_York");
    expect(zoneName("Atlantis/Capital")).toBeNull();
  });

  test("the two instants of a repeated time have different zone abbreviations", () => {
    for (const zone of zones) {
      for (const { at, before, after } of changesOf(
        zone,
        "2026-01-01T00:00Z",
        "2027-06-01T00:00Z",
      )) {
        if (after >= before) continue;
        expect(zoneAbbreviation(at, zone), zone).not.toBe(zoneAbbreviation(at - 1, zone));
      }
    }
  });
});

describe("dates and times without a zone", () => {
  test.each([
    ["2026-11-20", "Friday, November 20, 2026", "fri"],
    ["2028-02-29", "Tuesday, February 29, 2028", "tue"],
    ["2027-01-03", "Sunday, January 3, 2027", "sun"],
    ["2026-06-01", "Monday, June 1, 2026", "mon"],
  ])("%s is shown as %s", (date, shown, weekday) => {
    expect(formatDate(date)).toBe(shown);
    expect(weekdayOf(date)).toBe(weekday as "mon");
  });

  test.each([
    ["00:00", "12:00 AM"],
    ["00:05", "12:05 AM"],
    ["09:30", "9:30 AM"],
    ["12:00", "12:00 PM"],
    ["19:30", "7:30 PM"],
    ["23:59", "11:59 PM"],
  ])("%s is shown as %s", (time, shown) => {
    expect(formatTime(time)).toBe(shown);
  });

  test("days are added and counted through months, years and leap days", () => {
    expect(addDays("2028-02-28", 1)).toBe("2028-02-29");
    expect(addDays("2026-01-01", -1)).toBe("2025-12-31");
    expect(daysBetween("2026-10-31", "2026-11-02")).toBe(2);
    fc.assert(
      fc.property(anyDate, fc.integer({ min: -4_000, max: 4_000 }), (date, days) => {
        expect(daysBetween(date, addDays(date, days))).toBe(days);
      }),
    );
  });

  test.each([
    ["2026-02-28", true],
    ["2026-02-29", false],
    ["2026-13-01", false],
    ["2026-00-10", false],
    ["2026-1-1", false],
    ["1899-12-31", false],
    ["2201-01-01", false],
    ["2026-11-20T10:00", false],
  ])("%s is a date: %p", (text, real) => {
    expect(isLocalDate(text)).toBe(real);
  });

  test.each([
    ["00:00", true],
    ["23:59", true],
    ["24:00", false],
    ["7:30", false],
    ["07:60", false],
    ["07:30:00", false],
  ])("%s is a wall time: %p", (text, real) => {
    expect(isWallTime(text)).toBe(real);
  });

  test("seconds and milliseconds are cut off, not rounded", () => {
    expect(cutToMinute(1795219259999)).toBe(1795219200000);
    expect(cutToMinute(-1)).toBe(-MINUTE);
    expect(DAY).toBe(24 * HOUR);
  });
});

test("an absurd timestamp gives some date instead of throwing", () => {
  for (const instant of [Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER, 8.64e15, 0.5, 1e300]) {
    expect(() => displayDate(instant, NEW_YORK)).not.toThrow();
    expect(() => addDays(dateOf(instant, NEW_YORK), 1)).not.toThrow();
  }
});
