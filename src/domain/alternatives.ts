import { type AdmissionRequest, type AdmissionWorld, admit } from "./admission.ts";
import { gridOf, type OpenService, servicesOn } from "./calendar.ts";
import type { ErrorCode, Suggestion } from "./errors.ts";
import type { Occupant } from "./occupancy.ts";
import {
  addDays,
  cutToMinute,
  DAY,
  dateOf,
  displayDate,
  displayTime,
  HOUR,
  timeOf,
  wallInstants,
} from "./time.ts";

const SAME_DAY = 3;
const OTHER_DAYS = 2;
const DAYS_AHEAD = 14;

/** Refusals that another time can cure; with any other reason no time would help. */
const CURED_BY_TIME: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "NONEXISTENT_TIME",
  "IN_THE_PAST",
  "NOTICE_TOO_SHORT",
  "BEYOND_WINDOW",
  "CLOSED",
  "OUTSIDE_SERVICE",
  "CAPACITY_FULL",
  "PARTIES_FULL",
  "PACE_FULL",
  "HELD_FOR_WAITLIST",
]);

/** True where every reason can be cured by another time. */
export const isCuredByTime = (reasons: readonly { readonly code: ErrorCode }[]): boolean =>
  reasons.every((reason) => CURED_BY_TIME.has(reason.code));

/**
 * Up to three times of the same day nearest to the wish (its own service first) and the same time
 * on up to two of the next open days within 14: each one admitted by `admit`, so that the same call
 * with it succeeds.
 */
export function alternatives(request: AdmissionRequest, world: AdmissionWorld): Suggestion[] {
  const near = nearestOnDay(request, world, SAME_DAY);
  return [...near, ...followingDays(request, world, OTHER_DAYS, near)].map((startAt) =>
    suggestion(startAt, world.settings.timeZone),
  );
}

/** An instant as a caller passes it. */
export const suggestion = (startAt: number, zone: string): Suggestion => ({
  date: displayDate(startAt, zone),
  time: displayTime(startAt, zone),
  timestamp: startAt,
});

/**
 * Admitted grid starts of the wish's day, those of its own service before the others; given nearest
 * first, because an agent takes the first one.
 */
export function nearestOnDay(
  request: AdmissionRequest,
  world: AdmissionWorld,
  count: number,
): number[] {
  const services = servicesAround(request.startAt, world);
  if (services.length === 0) return [];
  const cached = dayWorld(services, world);
  const found: number[] = [];
  for (const service of services) {
    for (const start of byDistance(gridOf(service), request.startAt, itself)) {
      if (found.length === count) break;
      if (isChange(request, start) && isAdmitted(request, start, cached)) found.push(start);
    }
  }
  return byDistance(found, request.startAt, itself);
}

/** What has begun is not suggested, even while it could still be entered. */
const isAdmitted = (request: AdmissionRequest, startAt: number, world: AdmissionWorld): boolean =>
  startAt >= cutToMinute(world.now) && admit({ ...request, startAt }, world).reasons.length === 0;

/**
 * False where an update would leave everything as it is: that is admitted, and no alternative to
 * anything.
 */
const isChange = ({ present, partySize }: AdmissionRequest, startAt: number): boolean =>
  present === null || present.startAt !== startAt || present.partySize !== partySize;

/** The services that the wish may mean, its own first, then by distance. */
function servicesAround(startAt: number, { settings }: AdmissionWorld): OpenService[] {
  const date = dateOf(startAt, settings.timeZone);
  const evenings = [...servicesOn(settings, addDays(date, -1)).services].filter(
    (service) => service.closes > startAt,
  );
  const distance = (service: OpenService): number =>
    Math.max(service.opens - startAt, startAt - service.lastSeating, 0);
  return [...evenings, ...servicesOn(settings, date).services].sort(
    (a, b) => distance(a) - distance(b) || a.opens - b.opens,
  );
}

/**
 * The same wall time on the next open days; where nobody is seated then, the nearest time that is
 * free. Starts in `known` are left out: hours after midnight belong to two dates.
 */
export function followingDays(
  request: AdmissionRequest,
  world: AdmissionWorld,
  count: number,
  known: readonly number[] = [],
): number[] {
  const { settings } = world;
  const zone = settings.timeZone;
  const date = dateOf(request.startAt, zone);
  const found: number[] = [];
  for (let days = 1; days <= DAYS_AHEAD && found.length < count; days += 1) {
    const wall = wallInstants(addDays(date, days), timeOf(request.startAt, zone), zone);
    const startAt =
      wall.kind === "one" ? wall.at : wall.kind === "fold" ? wall.earlier : wall.after;
    const { reasons } = admit({ ...request, startAt }, world);
    const free =
      reasons.length === 0 && isChange(request, startAt)
        ? [startAt]
        : reasons.some(({ code }) => code === "OUTSIDE_SERVICE")
          ? nearestOnDay({ ...request, startAt }, world, 1)
          : [];
    found.push(...free.filter((one) => !known.includes(one) && !found.includes(one)));
  }
  return found;
}

/** Nearest first; of two equally near ones the earlier. `at` says when each one starts. */
export const byDistance = <Start>(
  starts: readonly Start[],
  wish: number,
  at: (start: Start) => number,
): Start[] =>
  starts.toSorted((a, b) => Math.abs(at(a) - wish) - Math.abs(at(b) - wish) || at(a) - at(b));

const itself = (instant: number): number => instant;

/** The same world with the occupants of a day's services read once, for looking at many starts. */
export function dayWorld(services: readonly OpenService[], world: AdmissionWorld): AdmissionWorld {
  if (services.length === 0) return world;
  const from = Math.min(...services.map((service) => service.opens)) - 2 * HOUR;
  const to = Math.max(...services.map((service) => service.lastSeating)) + DAY;
  const day: readonly Occupant[] = world.occupants(from, to);
  return {
    ...world,
    occupants: (start, end) =>
      start >= from && end <= to
        ? day.filter((one) => one.from < end && one.to > start)
        : world.occupants(start, end),
  };
}
