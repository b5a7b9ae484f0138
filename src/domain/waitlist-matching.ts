import { endOf } from "./admission.ts";
import { gridOf, type OpenService, servicesOn } from "./calendar.ts";
import { isQuiet, nextSendTime } from "./quiet-hours.ts";
import type { BrandSettings } from "./settings.ts";
import { addDays, DAY, dateOf, HOUR, MINUTE, startOfDay } from "./time.ts";
import type { WaitlistEntry, WaitlistOffer } from "./waitlist.ts";

// Whom freed seats may be offered to, and which starts (rules W6 to W8).
// Whether there is room is for the admission to say.

/** Nobody is offered a start that is nearer than this: they have to answer and to come. */
export const LEAD_MS = 15 * MINUTE;
/** A phone is offered at most so many tables on one calendar date. */
export const MAX_OFFERS_A_DAY = 3;
/** In quiet hours only a start nearer than this is worth a text. */
const NEAR_MS = 3 * HOUR;
/** A guest who accepts has at least this long before the start. */
const ANSWERED_BEFORE_MS = 10 * MINUTE;
/** Whose answer a person has to read keeps the table for as long. */
const TO_READ_MS = 10 * MINUTE;

/** [from, to), epoch milliseconds. */
export interface FreedWindow {
  readonly from: number;
  readonly to: number;
}

/** Time to the start, and for how long the table is held then; the first row that fits. */
const HOLDS: readonly { readonly from: number; readonly minutes: number }[] = [
  { from: DAY, minutes: 60 },
  { from: 3 * HOUR, minutes: 20 },
  { from: HOUR, minutes: 10 },
  { from: 0, minutes: 5 },
];

/**
 * Until when a table offered now is held: a full minute, since the text names it, and well before
 * the start.
 */
export function holdUntilFor(startAt: number, now: number): number {
  const minutes = HOLDS.find(({ from }) => startAt - now >= from)?.minutes ?? 0;
  const until = Math.ceil((now + minutes * MINUTE) / MINUTE) * MINUTE;
  return Math.min(until, startAt - ANSWERED_BEFORE_MS);
}

/**
 * Until when a table is held whose guest texted back something that a person has to read; never
 * shorter than before.
 */
export const heldForReading = ({
  holdUntil,
  startAt,
}: Pick<WaitlistOffer, "holdUntil" | "startAt">): number =>
  Math.max(holdUntil, Math.min(holdUntil + TO_READ_MS, startAt - ANSWERED_BEFORE_MS));

/** The services that may seat somebody within the window or whose guests stay into it. */
export function servicesNear({ from, to }: FreedWindow, settings: BrandSettings): OpenService[] {
  const zone = settings.timeZone;
  // A stay is at most a day long, and so is a service, which belongs to the date on which it opens.
  const last = dateOf(to, zone);
  const services: OpenService[] = [];
  for (let date = addDays(dateOf(from, zone), -2); date <= last; date = addDays(date, 1)) {
    services.push(...servicesOn(settings, date).services);
  }
  return services.filter(({ opens, lastSeating }) => opens < to && lastSeating >= from - DAY);
}

/**
 * Starts that may be offered to a party of that size: those of the grid that leave time to come,
 * with a stay that touches the window. The freed start first, then the nearest; of two equally near
 * ones the earlier.
 */
export function startsTouching(
  window: FreedWindow,
  partySize: number,
  services: readonly OpenService[],
  { settings, now }: { readonly settings: BrandSettings; readonly now: number },
): number[] {
  const starts = services
    .flatMap((service) => gridOf(service))
    .filter((at) => at >= now + LEAD_MS && at < window.to)
    .filter((at) => endOf(at, partySize, settings) > window.from);
  return nearestFirst([...new Set(starts)], window.from);
}

/** The starts nearest to the wished one first; of two equally near ones the earlier. */
export const nearestFirst = (starts: readonly number[], wishedAt: number): number[] =>
  [...starts].sort((a, b) => Math.abs(a - wishedAt) - Math.abs(b - wishedAt) || a - b);

/** True where the guest wishes a start. */
export const wishes = (
  { earliestAt, latestAt }: Pick<WaitlistEntry, "earliestAt" | "latestAt">,
  startAt: number,
): boolean => earliestAt <= startAt && startAt <= latestAt;

/** True while a start may be offered: not in quiet hours, unless it is near. */
export const mayOffer = (startAt: number, settings: BrandSettings, now: number): boolean =>
  startAt - now < NEAR_MS || !isQuiet(settings.quietHours, now, settings.timeZone);

/** When more of these starts may be offered than at `now`; null where all of them may be. */
export function mayOfferMoreAt(
  starts: readonly number[],
  settings: BrandSettings,
  now: number,
): number | null {
  const later = starts.filter((startAt) => !mayOffer(startAt, settings, now));
  if (later.length === 0) return null;
  const near = Math.min(...later) - NEAR_MS + 1;
  return Math.min(nextSendTime(settings.quietHours, now, settings.timeZone), near);
}

/** The calendar date in which offers to one phone are counted: [from, to), epoch milliseconds. */
export function offerDay({ timeZone }: BrandSettings, now: number): FreedWindow {
  const today = dateOf(now, timeZone);
  return { from: startOfDay(today, timeZone), to: startOfDay(addDays(today, 1), timeZone) };
}

type Asked = Pick<WaitlistOffer, "startAt" | "state" | "createdAt">;

const startsOf = (offers: readonly Asked[]): ReadonlySet<number> =>
  new Set(offers.map(({ startAt }) => startAt));

/** Starts that are not offered again: passed by the guest, or ignored. */
export const startsNotAgain = (offers: readonly Asked[]): ReadonlySet<number> =>
  startsOf(offers.filter(({ state }) => state === "declined" || state === "expired"));

/** Starts of which no text could be sent since the date began: not offered again on this date. */
export const startsNotToday = (offers: readonly Asked[], dayStart: number): ReadonlySet<number> =>
  startsOf(offers.filter(({ state, createdAt }) => state === "failed" && createdAt >= dayStart));

/**
 * True where a stay from `startAt` would use seats of an offer that its guest has left without an
 * answer since the date began: they are not texted about the same seats again on this date.
 */
export const leftUnanswered = (
  { state, createdAt, startAt, endAt }: Asked & Pick<WaitlistOffer, "endAt">,
  stay: { readonly startAt: number; readonly endAt: number },
  dayStart: number,
): boolean =>
  state !== "declined" && createdAt >= dayStart && stay.startAt < endAt && stay.endAt > startAt;

/** Large parties are given tables by machine only where every large party is. */
export const needsPerson = (partySize: number, { largeParty }: BrandSettings): boolean =>
  partySize >= largeParty.from && largeParty.mode !== "allow";
