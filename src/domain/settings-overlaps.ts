import { type OpenService, servicesOn } from "./calendar.ts";
import { type Reason, reason } from "./errors.ts";
import { DAY_NAMES, minutesOf } from "./local-date.ts";
import type { Overlapping } from "./reasons/settings.ts";
import type { BrandSettings, Service, SpecialDay } from "./settings-schema.ts";
import { addDays, dateOf, WEEKDAYS, weekdayOf } from "./time.ts";

const DAY_MINUTES = 24 * 60;
const WEEK_MINUTES = 7 * DAY_MINUTES;
// Nights when clocks go back are checked only in these years. The years are fixed: if they moved with
// the date, valid settings could become invalid.
const CHECKED_FROM = Temporal.Instant.from("2026-01-01T00:00Z");
const CHECKED_UNTIL = Temporal.Instant.from("2036-01-01T00:00Z");

/** By pair of settings, so that no pair is reported twice. */
type Found = Map<string, Reason>;

/** Finds overlaps within the week, around special days, and on nights when clocks go back. */
export function serviceOverlaps(settings: BrandSettings): Reason[] {
  const found: Found = new Map();
  findInWeek(settings.services, found);
  const dates = new Set<string>();
  for (const [date, { closed, services }] of Object.entries(settings.specialDays)) {
    if (closed === true || services === undefined) continue;
    // Services of the day before may run into this date, and services of this date into the next.
    dates.add(date).add(addDays(date, 1));
  }
  for (const date of nightsPutBack(settings.timeZone)) dates.add(date).add(addDays(date, 1));
  for (const date of [...dates].toSorted()) findOn(settings, date, found);
  return [...found.values()];
}

/** `from` and `to` are minutes since Monday 0:00. Both may be in the next week. */
interface Stretch {
  readonly service: number;
  readonly day: number;
  readonly from: number;
  readonly to: number;
}

function findInWeek(services: readonly Service[], found: Found): void {
  const stretches = services.flatMap(({ days, opens, closes }, service) =>
    days.flatMap((name) => {
      const day = WEEKDAYS.indexOf(name);
      const from = day * DAY_MINUTES + minutesOf(opens);
      const length = (minutesOf(closes) - minutesOf(opens) + DAY_MINUTES) % DAY_MINUTES;
      const to = from + (length || DAY_MINUTES);
      // Add each service twice, a week apart, so that Sunday night is compared with Monday.
      return [0, WEEK_MINUTES].map((week) => ({ service, day, from: from + week, to: to + week }));
    }),
  );
  let running: Stretch | undefined;
  for (const stretch of stretches.toSorted((a, b) => a.from - b.from || a.to - b.to)) {
    if (running !== undefined && stretch.from < running.to) {
      const pair = [running, stretch];
      const overlapping = pair.map(({ service, day }) => {
        const { name, opens, closes } = services[service] as Service;
        return { name, weekday: DAY_NAMES[day] as string, opens, closes };
      });
      const keys = pair.map(({ service }) => `services[${service}]`);
      add(found, keys, overlapping);
    }
    if (running === undefined || stretch.to > running.to) running = stretch;
  }
}

function findOn(settings: BrandSettings, date: string, found: Found): void {
  const services = [addDays(date, -1), date].flatMap((day) => servicesOn(settings, day).services);
  let running: OpenService | undefined;
  for (const service of services.toSorted((a, b) => a.opens - b.opens)) {
    if (running !== undefined && service.opens < running.closes) {
      const pair = [running, service];
      const overlapping = pair.map(({ name, serviceDate }) => ({ name, date: serviceDate }));
      const regular = pair.every(
        ({ serviceDate }) => replaced(settings, serviceDate) === undefined,
      );
      const keys = pair.map((one) => keyOf(settings, one));
      add(found, keys, overlapping, regular);
    }
    if (running === undefined || service.closes > running.closes) running = service;
  }
}

function add(
  found: Found,
  keys: readonly string[],
  services: readonly Overlapping[],
  twice = false,
): void {
  const pair = keys.toSorted();
  if (found.has(String(pair))) return;
  const say = { services, twice };
  found.set(String(pair), reason("SETTINGS_CONFLICT.overlap", { keys: pair, say }));
}

const replaced = (settings: BrandSettings, date: string): SpecialDay["services"] =>
  settings.specialDays[date]?.services;

function keyOf(settings: BrandSettings, { name, serviceDate }: OpenService): string {
  const listed = replaced(settings, serviceDate);
  if (listed !== undefined) {
    const index = listed.findIndex((service) => service.name === name);
    return `specialDays.${serviceDate}.services[${index}]`;
  }
  const weekday = weekdayOf(serviceDate);
  const index = settings.services.findIndex(
    (service) => service.name === name && service.days.includes(weekday),
  );
  return `services[${index}]`;
}

function nightsPutBack(zone: string): string[] {
  const dates: string[] = [];
  let at = CHECKED_FROM.toZonedDateTimeISO(zone);
  for (;;) {
    const next = at.getTimeZoneTransition("next");
    if (next === null || next.epochMilliseconds >= CHECKED_UNTIL.epochMilliseconds) return dates;
    if (next.offsetNanoseconds < at.offsetNanoseconds) {
      dates.push(dateOf(next.epochMilliseconds, zone));
    }
    at = next;
  }
}
