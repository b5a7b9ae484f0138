import { BoundedMap } from "./bounded-map.ts";
import { minutesOf } from "./local-date.ts";
import { limitsOf } from "./settings-model.ts";
import type { BrandSettings, Limits, Service, SpecialDay } from "./settings-schema.ts";
import { addDays, dateOf, HOUR, MINUTE, wallInstants, weekdayOf } from "./time.ts";

/** One sitting of a service: `opens <= lastSeating`, `opens < closes`, all instants. */
export interface OpenService {
  readonly name: string;
  /** The local date on which it opens, YYYY-MM-DD; it may close on the next one. */
  readonly serviceDate: string;
  readonly opens: number;
  /** The latest start, itself included. */
  readonly lastSeating: number;
  /** The end for walk-ins and for the day's display; a stay may run past it. */
  readonly closes: number;
  /** The brand's limits, overridden by those of the service. */
  readonly limits: Limits;
}

/** What opens on one service date; `closed` if nothing does. The note is the special day's. */
export interface ServiceDay {
  readonly closed: boolean;
  readonly note: string | null;
  readonly services: readonly OpenService[];
}

// A service that ended this recently still belongs to "today".
const AFTER_SERVICE = 3 * HOUR;

/** Days cached per settings object: a booking window of some months. */
const MOST_DAYS = 500;
/**
 * The services of days by settings object. Settings are never changed in place, so an entry stays
 * valid. It is dropped with its settings, because trying out a limit makes new settings.
 */
const known = new WeakMap<BrandSettings, Map<string, ServiceDay>>();

/** The services that open on a service date, special days applied, in order of opening. */
export function servicesOn(settings: BrandSettings, serviceDate: string): ServiceDay {
  const days = known.get(settings) ?? new BoundedMap<string, ServiceDay>(MOST_DAYS);
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
    // A service can lie entirely in an hour that the clocks skip; then it does not take place.
    .filter((service) => service.opens < service.closes)
    .toSorted((a, b) => a.opens - b.opens);
  return { closed: services.length === 0, note: special?.note ?? null, services };
}

/**
 * The service that a start belongs to: one that is open or still seats; null if none. After
 * midnight that is the previous date's service, even if the new date is closed.
 */
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

/** Whether this start can be booked: a service is open and its last seating is not over. */
export function isBookedTime(settings: BrandSettings, instant: number): boolean {
  const service = serviceAt(settings, instant);
  return service !== null && instant <= service.lastSeating;
}

/** The pacing slot [from, to) of an instant, counted from the opening instant of the service. */
export function slotOf(
  service: Pick<OpenService, "opens" | "limits">,
  instant: number,
): { from: number; to: number } {
  const length = service.limits.slotMinutes * MINUTE;
  const from = service.opens + Math.floor((instant - service.opens) / length) * length;
  return { from, to: from + length };
}

/**
 * The starts that are offered: one per slot from the opening to the last seating, both included.
 */
export function gridOf(service: OpenService): number[] {
  const starts: number[] = [];
  const step = service.limits.slotMinutes * MINUTE;
  for (let at = service.opens; at <= service.lastSeating; at += step) starts.push(at);
  return starts;
}

/**
 * The service date that counts as today: that of the running service, else of one that ended less
 * than three hours ago, else the calendar date.
 */
export function todayOf(settings: BrandSettings, now: number): string {
  const date = dateOf(now, settings.timeZone);
  // Two dates back, because a service of up to 24 hours may have ended this night.
  const started = [-2, -1, 0]
    .flatMap((days) => servicesOn(settings, addDays(date, days)).services)
    .filter(({ opens }) => opens <= now);
  const current =
    started.findLast(({ closes }) => now < closes) ??
    started.findLast(({ closes }) => now < closes + AFTER_SERVICE);
  return current?.serviceDate ?? date;
}

/** The services of a date as in the settings: those of the special day, or of its weekday. */
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
  const opensAt = instantOf(serviceDate, opens, zone, "earlier", "after");
  // Equal times mean a single seating at the opening, not one a day later.
  const seatsOn = lastSeating === opens ? serviceDate : nextDay(serviceDate, lastSeating, opens);
  const lastAt = instantOf(seatsOn, lastSeating, zone, "later", "before");
  return {
    name,
    serviceDate,
    opens: opensAt,
    // A service whose opening and last seating lie in the same gap seats once, right after it.
    lastSeating: Math.max(opensAt, lastAt),
    closes: instantOf(nextDay(serviceDate, closes, opens), closes, zone, "later", "after"),
    limits: { ...limitsOf(settings), ...limits },
  };
}

/** A time that is not later than the opening belongs to the next calendar day. */
const nextDay = (date: string, wallTime: string, opens: string): string =>
  minutesOf(wallTime) <= minutesOf(opens) ? addDays(date, 1) : date;

/** One instant for a wall time: one of two in a fold, one edge of a gap. */
function instantOf(
  date: string,
  wallTime: string,
  zone: string,
  inFold: "earlier" | "later",
  inGap: "before" | "after",
): number {
  const found = wallInstants(date, wallTime, zone);
  if (found.kind === "one") return found.at;
  return found.kind === "fold" ? found[inFold] : found[inGap];
}
