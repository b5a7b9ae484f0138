// Goal: in every zone, on every date and for any hours, each start of a service is within the
// service, and the service is found again by its times. If the clock does not change, a service
// opens and closes at its wall times.
import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { gridOf, serviceAt, servicesOn, slotOf, todayOf } from "../../src/domain/calendar.ts";
import { type BrandSettings, resolveSettings, type Service } from "../../src/domain/settings.ts";
import { addDays, dateOf, MINUTE, timeOf, WEEKDAYS } from "../../src/domain/time.ts";

const hoursOf = (opens: string, lastSeating: string, closes: string): Service => ({
  name: "Dinner",
  days: WEEKDAYS,
  opens,
  lastSeating,
  closes,
  limits: {},
});
const text = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
// Built without the settings' checks, which would refuse overlaps on the days of a clock change.
const assembled = (timeZone: string, slotMinutes: number, hours: Service): BrandSettings => ({
  ...resolveSettings({ timeZone, defaultCountry: "US" }),
  slotMinutes,
  services: [hours],
});

describe("for all zones, dates and hours", () => {
  const clock = fc.integer({ min: 0, max: 1439 });
  const anyHours = fc
    .record({
      opens: clock,
      length: fc.integer({ min: 5, max: 1440 }),
      share: fc.nat({ max: 999 }),
    })
    .map(({ opens, length, share }) => {
      const last = opens + Math.floor(((length - 1) * share) / 1000);
      return hoursOf(text(opens), text(last % 1440), text((opens + length) % 1440));
    });
  const anyZone = fc.constantFrom(...Intl.supportedValuesOf("timeZone"));
  const anyDate = fc.integer({ min: 0, max: 9_000 }).map((days) => addDays("2024-01-01", days));

  test("every start on the grid is within its service and its own slot, and the service is found by its times", () => {
    fc.assert(
      fc.property(
        anyZone,
        anyDate,
        fc.integer({ min: 5, max: 120 }),
        anyHours,
        (zone, date, slot, hours) => {
          const settings = assembled(zone, slot, hours);
          for (const open of servicesOn(settings, date).services) {
            expect(open.opens).toBeLessThanOrEqual(open.lastSeating);
            expect(open.lastSeating).toBeLessThan(open.closes);
            const grid = gridOf(open);
            expect(grid[0]).toBe(open.opens);
            for (const start of grid) {
              expect(start).toBeLessThanOrEqual(open.lastSeating);
              expect(slotOf(open, start)).toEqual({ from: start, to: start + slot * MINUTE });
            }
            const alone = { ...settings, specialDays: { [addDays(date, 1)]: { closed: true } } };
            expect(serviceAt(alone, open.opens)?.opens).toBe(open.opens);
            expect(serviceAt(alone, open.lastSeating)?.opens).toBe(open.opens);
            expect(serviceAt(alone, open.closes)?.opens).not.toBe(open.opens);
            expect(todayOf(alone, open.opens)).toBe(date);
            expect(todayOf(alone, open.closes - 1)).toBe(date);
          }
        },
      ),
      { numRuns: 1_500 },
    );
  }, 30_000);

  test("if the clock does not change, a service opens and closes at its wall times", () => {
    fc.assert(
      fc.property(anyZone, anyDate, anyHours, (zone, date, hours) => {
        const noon = (day: string) =>
          Temporal.PlainDate.from(day).toZonedDateTime({ timeZone: zone, plainTime: "12:00" });
        // Equal offsets mean that the clock does not change: no zone changes it twice in three
        // days.
        fc.pre(noon(addDays(date, -1)).offset === noon(addDays(date, 2)).offset);
        const settings = assembled(zone, 15, hours);
        for (const open of servicesOn(settings, date).services) {
          expect(dateOf(open.opens, zone)).toBe(date);
          expect(timeOf(open.opens, zone)).toBe(hours.opens);
          expect(timeOf(open.lastSeating, zone)).toBe(hours.lastSeating);
          expect(timeOf(open.closes, zone)).toBe(hours.closes);
        }
      }),
      { numRuns: 1_500 },
    );
  });
});
