import { type OpenService, servicesOn } from "./calendar.ts";
import type { Reason } from "./errors.ts";
import { DAY_NAMES, minutesOf, WEEKDAYS } from "./local-date.ts";
import {
  type BrandSettings,
  type Limits,
  limitsOf,
  maxPartySizeOf,
  type Service,
} from "./settings-model.ts";
import { addDays, dateOf, formatDate } from "./time.ts";

const DAY_MINUTES = 24 * 60;
const WEEK_MINUTES = 7 * DAY_MINUTES;
// Settings do not know the present; the clock changes of these years stand for all others.
const FIRST_CHANGE = Temporal.Instant.from("2026-01-01T00:00Z");
const LAST_CHANGE = Temporal.Instant.from("2036-01-01T00:00Z");

/** Settings that are well-formed one by one but contradict each other: SETTINGS_CONFLICT, each naming two. */
export function settingsConflicts(settings: BrandSettings): Reason[] {
  const hours = seatingConflicts(settings);
  return [
    ...partyConflicts(settings),
    ...turnConflicts(settings),
    ...attendanceConflicts(settings),
    ...specialDayConflicts(settings),
    ...hours,
    // Hours that contradict themselves make no sensible timeline.
    ...(hours.length > 0 ? [] : overlaps(settings)),
  ];
}

function conflict(keys: readonly [string, string], message: string): Reason {
  return { code: "SETTINGS_CONFLICT", message, keys };
}

function partyConflicts(settings: BrandSettings): Reason[] {
  const reasons: Reason[] = [];
  const { maxPartySize, seats, overbookCovers } = settings;
  if (maxPartySize !== null && seats !== null && maxPartySize > seats + overbookCovers) {
    reasons.push(
      conflict(
        ["maxPartySize", "seats"],
        `maxPartySize ${maxPartySize} is more than seats ${seats} with overbookCovers ` +
          `${overbookCovers}: such a party can never be seated.`,
      ),
    );
  }
  const brand = paceConflict(settings, limitsOf(settings), "");
  if (brand !== null) return [...reasons, brand];
  for (const { path, service } of everyService(settings)) {
    const limits = { ...limitsOf(settings), ...service.limits };
    const own = paceConflict(settings, limits, `${path}.limits.`);
    if (own !== null) reasons.push(own);
  }
  return reasons;
}

/** A party that needs no review must fit into one slot, else no time is ever free for it. */
function paceConflict(settings: BrandSettings, limits: Limits, prefix: string): Reason | null {
  const { paceCovers, seats, overbookCovers } = limits;
  const { from } = settings.largeParty;
  const largest = Math.min(
    from - 1,
    maxPartySizeOf(settings) ?? from,
    seats === null ? from : seats + overbookCovers,
  );
  if (paceCovers === null || paceCovers >= largest) return null;
  const key = `${prefix}paceCovers`;
  const other = largest === from - 1 ? "largeParty.from" : "maxPartySize";
  const value = largest === from - 1 ? from : maxPartySizeOf(settings);
  return conflict(
    [key, other],
    `${key} ${paceCovers} is too low for ${other} ${value}: a party of ${largest} is still ` +
      `ordinary, but more than may start in one slot. Raise the pace to ${largest} or lower ${other}.`,
  );
}

function turnConflicts({ turnMinutes }: BrandSettings): Reason[] {
  const reasons: Reason[] = [];
  turnMinutes.forEach(({ upTo }, row) => {
    const key = `turnMinutes[${row}].upTo`;
    const next = turnMinutes[row + 1];
    if (next === undefined) {
      if (upTo === null) return;
      reasons.push(
        conflict(
          [key, "turnMinutes"],
          `${key} is ${upTo}, so turnMinutes says nothing about larger parties: the last row ` +
            "must have null there.",
        ),
      );
    } else if (upTo === null || (next.upTo !== null && next.upTo <= upTo)) {
      const nextKey = `turnMinutes[${row + 1}].upTo`;
      reasons.push(
        conflict(
          [key, nextKey],
          `${nextKey} ${next.upTo} must be above ${key} ${upTo}: the rows go from small ` +
            "parties to large ones, with null in the last.",
        ),
      );
    }
  });
  return reasons;
}

function attendanceConflicts({ attendance }: BrandSettings): Reason[] {
  const order = ["askHoursBefore", "remindHoursBefore", "deadlineHoursBefore"] as const;
  return order.slice(1).flatMap((later, index) => {
    const sooner = order[index] as (typeof order)[number];
    if (attendance[sooner] > attendance[later]) return [];
    return conflict(
      [`attendance.${sooner}`, `attendance.${later}`],
      `attendance.${sooner} ${attendance[sooner]} must be more than attendance.${later} ` +
        `${attendance[later]}: guests are asked, then reminded, then the deadline passes.`,
    );
  });
}

function specialDayConflicts({ specialDays }: BrandSettings): Reason[] {
  return Object.entries(specialDays).flatMap(([date, { closed, services }]) => {
    if (closed !== true || services === undefined || services.length === 0) return [];
    const keys = [`specialDays.${date}.closed`, `specialDays.${date}.services`] as const;
    return conflict(keys, `${keys[0]} is true, yet ${keys[1]} lists services: drop one of them.`);
  });
}

function seatingConflicts(settings: BrandSettings): Reason[] {
  return everyService(settings).flatMap(({ path, service }) => {
    const { opens, lastSeating, closes } = service;
    const open = minutesOf(opens);
    // Minutes after the opening; a closing at the same time of day is a day later.
    const seating = (minutesOf(lastSeating) - open + DAY_MINUTES) % DAY_MINUTES;
    const closing = (minutesOf(closes) - open + DAY_MINUTES) % DAY_MINUTES || DAY_MINUTES;
    if (seating < closing) return [];
    return conflict(
      [`${path}.lastSeating`, `${path}.closes`],
      `${path}.lastSeating ${lastSeating} must lie between opens ${opens} and before closes ` +
        `${closes} ("${service.name}").`,
    );
  });
}

function overlaps(settings: BrandSettings): Reason[] {
  const weekly = weeklyOverlaps(settings.services);
  if (weekly.length > 0) return weekly;
  const dates = new Set<string>();
  for (const [date, { closed, services }] of Object.entries(settings.specialDays)) {
    if (closed === true || services === undefined) continue;
    // The evening before may run into the day, the day's own into the next.
    dates.add(date).add(addDays(date, 1));
  }
  for (const date of nightsPutBack(settings.timeZone)) dates.add(date).add(addDays(date, 1));
  const found = new Map<string, Reason>();
  for (const date of [...dates].toSorted()) {
    const reason = overlapInto(settings, date);
    if (reason !== null) found.set(String(reason["keys"]), reason);
  }
  return [...found.values()];
}

/** A stretch of the week in minutes since Monday 0:00; it may end in the following week. */
interface Stretch {
  readonly service: number;
  readonly day: number;
  readonly from: number;
  readonly to: number;
}

function weeklyOverlaps(services: readonly Service[]): Reason[] {
  const stretches = services.flatMap(({ days, opens, closes }, service) =>
    days.flatMap((name) => {
      const day = WEEKDAYS.indexOf(name);
      const from = day * DAY_MINUTES + minutesOf(opens);
      const length = (minutesOf(closes) - minutesOf(opens) + DAY_MINUTES) % DAY_MINUTES;
      const to = from + (length || DAY_MINUTES);
      return [0, WEEK_MINUTES].map((week) => ({ service, day, from: from + week, to: to + week }));
    }),
  );
  const found = new Map<string, Reason>();
  let running: Stretch | undefined;
  for (const stretch of stretches.toSorted((a, b) => a.from - b.from || a.to - b.to)) {
    if (running !== undefined && stretch.from < running.to) {
      const pair = [running, stretch].toSorted((a, b) => a.service - b.service);
      const key = pair.map(({ service }) => service).join(" ");
      if (!found.has(key)) found.set(key, weeklyOverlap(services, running, stretch));
    }
    if (running === undefined || stretch.to > running.to) running = stretch;
  }
  return [...found.values()];
}

function weeklyOverlap(services: readonly Service[], first: Stretch, second: Stretch): Reason {
  const words = [first, second].map(({ service, day }) => {
    const { name, opens, closes } = services[service] as Service;
    return `"${name}" (${DAY_NAMES[day]}, ${opens} to ${closes})`;
  });
  return conflict(
    [`services[${first.service}]`, `services[${second.service}]`],
    `The services ${words.join(" and ")} overlap: let one close before the other opens.`,
  );
}

/** The first two services that overlap in real time among those of this date and the evening before. */
function overlapInto(settings: BrandSettings, date: string): Reason | null {
  const services = [addDays(date, -1), date].flatMap((day) => servicesOn(settings, day).services);
  let running: OpenService | undefined;
  for (const service of services.toSorted((a, b) => a.opens - b.opens)) {
    if (running !== undefined && service.opens < running.closes) {
      const pair = [running, service] as const;
      const words = pair.map(({ name, serviceDate }) => `"${name}" on ${formatDate(serviceDate)}`);
      return conflict(
        [placeOf(settings, pair[0]), placeOf(settings, pair[1])],
        `The services ${words.join(" and ")} overlap: let one close before the other opens` +
          `${pair.some((one) => isSpecial(settings, one)) ? "" : ", clock changes included"}.`,
      );
    }
    if (running === undefined || service.closes > running.closes) running = service;
  }
  return null;
}

const isSpecial = (settings: BrandSettings, { serviceDate }: OpenService): boolean =>
  settings.specialDays[serviceDate]?.services !== undefined;

/** The settings key that a service of some date comes from. */
function placeOf(settings: BrandSettings, open: OpenService): string {
  const listed = settings.specialDays[open.serviceDate]?.services;
  const base = listed === undefined ? "services" : `specialDays.${open.serviceDate}.services`;
  const index = (listed ?? settings.services).findIndex(({ name }) => name === open.name);
  return `${base}[${index}]`;
}

/** The dates on which clocks in the zone are put back: an hour that comes twice can join two services. */
function nightsPutBack(zone: string): string[] {
  const dates: string[] = [];
  let at = FIRST_CHANGE.toZonedDateTimeISO(zone);
  for (;;) {
    const next = at.getTimeZoneTransition("next");
    if (next === null || next.epochMilliseconds >= LAST_CHANGE.epochMilliseconds) return dates;
    if (next.offsetNanoseconds < at.offsetNanoseconds)
      dates.push(dateOf(next.epochMilliseconds, zone));
    at = next;
  }
}

function everyService(settings: BrandSettings): { path: string; service: Omit<Service, "days"> }[] {
  const week = settings.services.map((service, index) => ({ path: `services[${index}]`, service }));
  const special = Object.entries(settings.specialDays).flatMap(([date, day]) =>
    (day.services ?? []).map((service, index) => ({
      path: `specialDays.${date}.services[${index}]`,
      service,
    })),
  );
  return [...week, ...special];
}
