import { endOf } from "./admission.ts";
import { gridOf, type OpenService, servicesOn } from "./calendar.ts";
import { isQuiet, nextSendTime } from "./quiet-hours.ts";
import type { BrandSettings } from "./settings.ts";
import { addDays, DAY, dateOf, HOUR, MINUTE, startOfDay } from "./time.ts";
import type { WaitlistEntry, WaitlistOffer } from "./waitlist.ts";

// To whom and for which starts freed seats may be offered (rules W6 to W8). Admission decides
// whether there is room.

/** No start sooner than this is offered: the guest has to answer and to get here. */
export const LEAD_MS = 15 * MINUTE;
/** The most offers to one phone on one calendar date. */
export const MAX_OFFERS_A_DAY = 3;
/** In quiet hours, only a start nearer than this is worth a text. */
const NEAR_MS = 3 * HOUR;
/** A guest who accepts has at least this long before the start. */
const ANSWERED_BEFORE_MS = 10 * MINUTE;
/** How much longer a table is held if a person has to read the guest's answer. */
const TO_READ_MS = 10 * MINUTE;

/** [from, to), epoch milliseconds. */
export interface FreedWindow {
  readonly from: number;
  readonly to: number;
}

/** How long a table is held, depending on the time to its start; the first row that fits. */
const HOLDS: readonly { readonly from: number; readonly minutes: number }[] = [
  { from: DAY, minutes: 60 },
  { from: 3 * HOUR, minutes: 20 },
  { from: HOUR, minutes: 10 },
  { from: 0, minutes: 5 },
];

/**
 * Until when an offered table is held: a full minute, since the text names it, and well before the
 * start.
 */
export function holdUntilFor(startAt: number, now: number): number {
  const minutes = HOLDS.find(({ from }) => startAt - now >= from)?.minutes ?? 0;
  const until = Math.ceil((now + minutes * MINUTE) / MINUTE) * MINUTE;
  return Math.min(until, startAt - ANSWERED_BEFORE_MS);
}

/**
 * Until when a table is held if a person has to read its guest's answer; never shorter than before.
 */
export const heldForReading = ({
  holdUntil,
  startAt,
}: Pick<WaitlistOffer, "holdUntil" | "startAt">): number =>
  Math.max(holdUntil, Math.min(holdUntil + TO_READ_MS, startAt - ANSWERED_BEFORE_MS));

/** Services that could seat somebody within the window, or whose guests stay into it. */
export function servicesNear({ from, to }: FreedWindow, settings: BrandSettings): OpenService[] {
  const zone = settings.timeZone;
  // Stays and services last a day at most; a service belongs to the date on which it opens.
  const last = dateOf(to, zone);
  const services: OpenService[] = [];
  for (let date = addDays(dateOf(from, zone), -2); date <= last; date = addDays(date, 1)) {
    services.push(...servicesOn(settings, date).services);
  }
  return services.filter(({ opens, lastSeating }) => opens < to && lastSeating >= from - DAY);
}

/**
 * Starts that may be offered to a party of this size: on the slot grid, far enough ahead, with a
 * stay that touches the window. The freed start first, then the nearest; of two equally near ones
 * the earlier.
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

/** Whether the guest wants a start. */
export const wishes = (
  { earliestAt, latestAt }: Pick<WaitlistEntry, "earliestAt" | "latestAt">,
  startAt: number,
): boolean => earliestAt <= startAt && startAt <= latestAt;

/** Whether a start may be offered now: not in quiet hours, unless it is near. */
export const mayOffer = (startAt: number, settings: BrandSettings, now: number): boolean =>
  startAt - now < NEAR_MS || !isQuiet(settings.quietHours, now, settings.timeZone);

/** When more of these starts may be offered than at `now`; null if all may be. */
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

/** The calendar date on which offers to one phone are counted: [from, to), epoch milliseconds. */
export function offerDay({ timeZone }: BrandSettings, now: number): FreedWindow {
  const today = dateOf(now, timeZone);
  return { from: startOfDay(today, timeZone), to: startOfDay(addDays(today, 1), timeZone) };
}

type Asked = Pick<WaitlistOffer, "startAt" | "state" | "createdAt">;

const startsOf = (offers: readonly Asked[]): ReadonlySet<number> =>
  new Set(offers.map(({ startAt }) => startAt));

/** Starts that are not offered again: declined by the guest, or not answered. */
export const startsNotAgain = (offers: readonly Asked[]): ReadonlySet<number> =>
  startsOf(offers.filter(({ state }) => state === "declined" || state === "expired"));

/** Starts whose text could not be sent since the date began; not offered again on this date. */
export const startsNotToday = (offers: readonly Asked[], dayStart: number): ReadonlySet<number> =>
  startsOf(offers.filter(({ state, createdAt }) => state === "failed" && createdAt >= dayStart));

/**
 * Whether a stay overlaps an offer of this date that the guest did not decline: nobody is texted
 * about the same seats twice on one date.
 */
export const leftUnanswered = (
  { state, createdAt, startAt, endAt }: Asked & Pick<WaitlistOffer, "endAt">,
  stay: { readonly startAt: number; readonly endAt: number },
  dayStart: number,
): boolean =>
  state !== "declined" && createdAt >= dayStart && stay.startAt < endAt && stay.endAt > startAt;

/**
 * Whether a party of this size is only offered tables by a person: large parties, unless all of
 * them are let in.
 */
export const needsPerson = (partySize: number, { largeParty }: BrandSettings): boolean =>
  partySize >= largeParty.from && largeParty.mode !== "allow";
