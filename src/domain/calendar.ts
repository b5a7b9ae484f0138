import { BoundedMap } from "./bounded-map.ts";
import { minutesOf } from "./local-date.ts";
import { limitsOf } from "./settings-model.ts";
import type { BrandSettings, Limits, Service, SpecialDay } from "./settings-schema.ts";
import { addDays, dateOf, HOUR, MINUTE, wallInstant, weekdayOf } from "./time.ts";

/** Times are in epoch milliseconds, with `opens <= lastSeating` and `opens < closes`. */
export interface OpenService {
  readonly name: string;
  readonly serviceDate: string;
  readonly opens: number;
  readonly lastSeating: number;
  /** Walk-ins are seated until this time. A stay may end later. */
  readonly closes: number;
  readonly limits: Limits;
}

export interface ServiceDay {
  readonly closed: boolean;
  readonly note: string | null;
  readonly services: readonly OpenService[];
}

const AFTER_SERVICE = 3 * HOUR;

const MOST_CACHED_DAYS = 500;
/** Settings are never changed in place, so cached days stay valid. */
const known = new WeakMap<BrandSettings, Map<string, ServiceDay>>();

export function servicesOn(settings: BrandSettings, serviceDate: string): ServiceDay {
  const days = known.get(settings) ?? new BoundedMap<string, ServiceDay>(MOST_CACHED_DAYS);
  const remembered = days.get(serviceDate);
  if (remembered !== undefined) return remembered;
  const day = openedOn(settings, serviceDate);
  days.set(serviceDate, day);
  known.set(settings, days);
  return day;
}

function openedOn(settings: BrandSettings, serviceDate: string): ServiceDay {
  const special = specialDayOn(settings, serviceDate);
  const services = plannedServices(settings, serviceDate)
    .map((service) => openOn(settings, service, serviceDate))
    // A service can lie entirely in an hour that the clocks skip.
    .filter((service) => service.opens < service.closes)
    .toSorted((a, b) => a.opens - b.opens);
  return { closed: services.length === 0, note: special?.note ?? null, services };
}

/** After midnight, the service of the previous date may be open, even on a closed date. */
export function serviceAt(settings: BrandSettings, instant: number): OpenService | null {
  const date = dateOf(instant, settings.timeZone);
  const takesStarts = ({ opens, lastSeating, closes }: OpenService): boolean =>
    opens <= instant && (instant < closes || instant <= lastSeating);
  return (
    servicesOn(settings, date).services.findLast(takesStarts) ??
    servicesOn(settings, addDays(date, -1)).services.findLast(takesStarts) ??
    null
  );
}

export const serviceDateOf = (settings: BrandSettings, instant: number): string =>
  serviceAt(settings, instant)?.serviceDate ?? dateOf(instant, settings.timeZone);

export function isBookableTime(settings: BrandSettings, instant: number): boolean {
  const service = serviceAt(settings, instant);
  return service !== null && instant <= service.lastSeating;
}

export function slotOf(
  service: Pick<OpenService, "opens" | "limits">,
  instant: number,
): { from: number; to: number } {
  const length = service.limits.slotMinutes * MINUTE;
  const from = service.opens + Math.floor((instant - service.opens) / length) * length;
  return { from, to: from + length };
}

export function gridOf(service: OpenService): number[] {
  const starts: number[] = [];
  const step = service.limits.slotMinutes * MINUTE;
  for (let at = service.opens; at <= service.lastSeating; at += step) starts.push(at);
  return starts;
}

/** Date of the service that runs now or ended in the last three hours, else the calendar date. */
export function todayOf(settings: BrandSettings, now: number): string {
  const date = dateOf(now, settings.timeZone);
  // A service can last 24 hours, so a service that opened two dates ago may have ended last night.
  const started = [-2, -1, 0]
    .flatMap((days) => servicesOn(settings, addDays(date, days)).services)
    .filter(({ opens }) => opens <= now);
  const current =
    started.findLast(({ closes }) => now < closes) ??
    started.findLast(({ closes }) => now < closes + AFTER_SERVICE);
  return current?.serviceDate ?? date;
}

export function plannedServices(
  settings: BrandSettings,
  serviceDate: string,
): readonly Omit<Service, "days">[] {
  const special = specialDayOn(settings, serviceDate);
  if (special?.closed === true) return [];
  if (special?.services !== undefined) return special.services;
  const weekday = weekdayOf(serviceDate);
  return settings.services.filter(({ days }) => days.includes(weekday));
}

export const specialDayOn = (
  settings: BrandSettings,
  serviceDate: string,
): SpecialDay | undefined =>
  Object.hasOwn(settings.specialDays, serviceDate) ? settings.specialDays[serviceDate] : undefined;

function openOn(
  settings: BrandSettings,
  { name, opens, lastSeating, closes, limits }: Omit<Service, "days">,
  serviceDate: string,
): OpenService {
  const zone = settings.timeZone;
  const opensAt = wallInstant(serviceDate, opens, zone, "earlier", "after");
  // If `lastSeating` equals `opens`, the only start is the opening.
  const seatsOn = lastSeating === opens ? serviceDate : nextDay(serviceDate, lastSeating, opens);
  const lastAt = wallInstant(seatsOn, lastSeating, zone, "later", "before");
  return {
    name,
    serviceDate,
    opens: opensAt,
    // If the clocks skip both the opening and the last seating, the only start is right after the gap.
    lastSeating: Math.max(opensAt, lastAt),
    closes: wallInstant(nextDay(serviceDate, closes, opens), closes, zone, "later", "after"),
    limits: { ...limitsOf(settings), ...limits },
  };
}

const nextDay = (date: string, wallTime: string, opens: string): string =>
  minutesOf(wallTime) <= minutesOf(opens) ? addDays(date, 1) : date;
