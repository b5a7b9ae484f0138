import { type AdmissionRequest, type AdmissionWorld, admit } from "./admission.ts";
import { gridOf, type OpenService, serviceAt, servicesOn } from "./calendar.ts";
import type { ErrorCode, NoStartToday, OtherDays, Reason, Suggestion } from "./errors.ts";
import type { Occupant } from "./occupancy.ts";
import type { InZone } from "./reasons/admission.ts";
import type { BrandSettings } from "./settings.ts";
import { suggestion } from "./start.ts";
import { addDays, cutToMinute, DAY, dateOf, HOUR, timeOf, wallInstant } from "./time.ts";

const SAME_DAY = 3;
const OTHER_DAYS = 2;
const DAYS_AHEAD = 14;

const CURED_BY_TIME: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "NONEXISTENT_TIME",
  "TIMESTAMP_MISMATCH",
  "IN_THE_PAST",
  "NOTICE_TOO_SHORT",
  "BEYOND_WINDOW",
  "CLOSED",
  "OUTSIDE_SERVICE",
  "CAPACITY_FULL",
  "PARTIES_FULL",
  "TABLES_FULL",
  "PACE_FULL",
  "HELD_FOR_WAITLIST",
]);

export const isCuredByTime = (reasons: readonly { readonly code: ErrorCode }[]): boolean =>
  reasons.every((reason) => CURED_BY_TIME.has(reason.code));

export interface Alternatives {
  readonly suggestions: readonly Suggestion[];
  readonly otherDays: OtherDays | null;
}

export function alternatives(
  request: AdmissionRequest,
  world: AdmissionWorld,
  ignored: Ignored = NOTHING,
): Alternatives {
  // The requested time itself may be free, for example if only the timestamp in the call was wrong.
  const itself =
    isChange(request, request.startAt) && isAdmitted(request, request.startAt, world, ignored)
      ? [request.startAt]
      : [];
  const near = [...new Set([...itself, ...nearestOnDay(request, world, SAME_DAY, ignored)])].slice(
    0,
    SAME_DAY,
  );
  const others = onOtherDays(request, world, OTHER_DAYS, near, ignored);
  const today = others.length === 0 ? null : noStartToday(request, world);
  return {
    suggestions: [...near, ...others].map((at) => suggestion(at, world.settings.timeZone)),
    otherDays: today === null ? null : { from: near.length, today },
  };
}

/** A party whose start is this close is on its way, so another day does not help. */
const ON_THE_WAY = 3 * HOUR;

export function noStartToday(
  request: AdmissionRequest,
  world: AdmissionWorld,
): NoStartToday | null {
  const { startAt, partySize } = request;
  if (Math.abs(startAt - world.now) > ON_THE_WAY) return null;
  const from = Math.max(startAt, cutToMinute(world.now));
  const services = servicesAround(startAt, world);
  const cached = dayWorld(services, world);
  const starts = services
    .flatMap(gridOf)
    .filter((start) => start >= from)
    .sort((a, b) => a - b);
  const until = starts.find((start) => isAdmitted(request, start, cached));
  const nothingRefused = startAt < from && until !== undefined && until === starts[0];
  if (until === from || nothingRefused) return null;
  return { partySize, from, until: until ?? null, zone: world.settings.timeZone };
}

export const isOnOtherDay = (startAt: number, wish: number, settings: BrandSettings): boolean =>
  (serviceAt(settings, startAt)?.serviceDate ?? "") > dateOf(wish, settings.timeZone);

/** Nearest first, because agents take the first start they get. */
export function nearestOnDay(
  request: AdmissionRequest,
  world: AdmissionWorld,
  count: number,
  ignored: Ignored = NOTHING,
): number[] {
  const services = servicesAround(request.startAt, world);
  if (services.length === 0) return [];
  const cached = dayWorld(services, world);
  const found: number[] = [];
  for (const service of services) {
    for (const start of nearestFirst(gridOf(service), request.startAt)) {
      if (found.length === count) break;
      if (isChange(request, start) && isAdmitted(request, start, cached, ignored))
        found.push(start);
    }
  }
  return nearestFirst(found, request.startAt);
}

/** Hosts may book a start that has just passed, but such a start is never suggested. */
const isAdmitted = (
  request: AdmissionRequest,
  startAt: number,
  world: AdmissionWorld,
  ignored: Ignored = NOTHING,
): boolean =>
  startAt >= cutToMinute(world.now) &&
  admit({ ...request, startAt }, world).reasons.every(({ code }) => ignored.has(code));

type Ignored = ReadonlySet<ErrorCode>;
const NOTHING: Ignored = new Set();

/** PARTY_EXCEEDS_PACE: at another time there may be a slot in which no other party starts. */
const helpsByTime = (one: Reason): one is Extract<Reason, { readonly say: InZone }> =>
  CURED_BY_TIME.has(one.code) || one.code === "PARTY_EXCEEDS_PACE";

/** Adds free times to the last reason that depends on the time, so that the agent need not ask for them. */
export function withCures(
  reasons: readonly [Reason, ...Reason[]],
  request: AdmissionRequest,
  world: AdmissionWorld,
): readonly [Reason, ...Reason[]] {
  const last = reasons.findLastIndex(helpsByTime);
  if (last < 0) return reasons;
  const others = reasons.filter((one) => !helpsByTime(one)).map(({ code }) => code);
  const { suggestions } = alternatives(request, world, new Set(others));
  if (suggestions.length === 0) return reasons;
  const roomAt = suggestions.slice(0, SAME_DAY).map(({ timestamp }) => timestamp);
  return reasons.map((one, index) =>
    index === last && helpsByTime(one) ? { ...one, say: { ...one.say, roomAt } } : one,
  ) as [Reason, ...Reason[]];
}

const isChange = ({ present, partySize }: AdmissionRequest, startAt: number): boolean =>
  present === null || present.startAt !== startAt || present.partySize !== partySize;

/**
 * The services of the start's date, and those of the previous evening that are still open at the start.
 * Nearest first.
 */
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
 * Free starts on the days after the request, or on the last days of the booking window if the request is
 * beyond it. On each day the start at the same wall time; if no service is open then, or the request is
 * beyond the window, the free start nearest to that time.
 */
export function onOtherDays(
  request: AdmissionRequest,
  world: AdmissionWorld,
  count: number,
  known: readonly number[] = [],
  ignored: Ignored = NOTHING,
): number[] {
  const zone = world.settings.timeZone;
  const date = dateOf(request.startAt, zone);
  const last = lastBookable(world);
  const isBeyond = last !== null && date > last;
  const found: number[] = [];
  for (let days = 1; days <= DAYS_AHEAD && found.length < count; days += 1) {
    const day = isBeyond ? addDays(last, 1 - days) : addDays(date, days);
    const startAt = wallInstant(day, timeOf(request.startAt, zone), zone, "earlier", "after");
    const reasons = admit({ ...request, startAt }, world).reasons.filter(
      ({ code }) => !ignored.has(code),
    );
    const free =
      reasons.length === 0 && isChange(request, startAt)
        ? [startAt]
        : isBeyond || reasons.some(({ code }) => code === "OUTSIDE_SERVICE")
          ? nearestOnDay({ ...request, startAt }, world, 1, ignored)
          : [];
    found.push(...free.filter((one) => !known.includes(one) && !found.includes(one)));
  }
  return found;
}

function lastBookable({ settings, now }: AdmissionWorld): string | null {
  const { bookingWindowDays, timeZone } = settings;
  return bookingWindowDays === null ? null : addDays(dateOf(now, timeZone), bookingWindowDays);
}

export const byDistance = <Start>(
  starts: readonly Start[],
  wish: number,
  at: (start: Start) => number,
): Start[] =>
  starts.toSorted((a, b) => Math.abs(at(a) - wish) - Math.abs(at(b) - wish) || at(a) - at(b));

export const nearestFirst = (starts: readonly number[], wish: number): number[] =>
  byDistance(starts, wish, (start) => start);

export function dayWorld(services: readonly OpenService[], world: AdmissionWorld): AdmissionWorld {
  if (services.length === 0) return world;
  const from = Math.min(...services.map((service) => service.opens)) - 2 * HOUR;
  const to = Math.max(...services.map((service) => service.lastSeating)) + DAY;
  const day: readonly Occupant[] = world.occupants(from, to);
  let last = { start: from, end: to, found: day };
  return {
    ...world,
    occupants: (start, end) => {
      if (start < from || end > to) return world.occupants(start, end);
      if (start !== last.start || end !== last.end) {
        const found = day.filter((one) => one.from < end && one.to > start);
        last = { start, end, found };
      }
      return last.found;
    },
  };
}
