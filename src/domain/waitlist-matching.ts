import { endOf } from "./admission.ts";
import { nearestFirst } from "./alternatives.ts";
import { gridOf, type OpenService, servicesOn } from "./calendar.ts";
import { isQuiet, nextSendTime } from "./quiet-hours.ts";
import type { BrandSettings } from "./settings.ts";
import { addDays, DAY, dateOf, HOUR, MINUTE, startOfDay } from "./time.ts";
import type { WaitlistEntry, WaitlistOffer } from "./waitlist.ts";

// Decides which waiting guests may be offered freed seats, and for which starts (rules W6 to W8).

/** An offered start is at least this far ahead, because the guest needs time to answer and to come. */
export const LEAD_MS = 15 * MINUTE;
export const MAX_OFFERS_A_DAY = 3;
/** In quiet hours, only starts nearer than this are offered (rule W14). */
const NEAR_MS = 3 * HOUR;
/** A hold ends at least this long before the start. */
const ANSWERED_BEFORE_MS = 10 * MINUTE;
/** How much longer seats are held if staff must read the guest's answer. */
const TO_READ_MS = 10 * MINUTE;

/** [from, to), epoch milliseconds. */
export interface FreedWindow {
  readonly from: number;
  readonly to: number;
}

/** For how many minutes an offer holds seats if its start is at least `ahead` milliseconds away. */
const HOLDS: readonly { readonly ahead: number; readonly minutes: number }[] = [
  { ahead: DAY, minutes: 60 },
  { ahead: 3 * HOUR, minutes: 20 },
  { ahead: HOUR, minutes: 10 },
  { ahead: 0, minutes: 5 },
];

/** Rounds up to a full minute, because the text to the guest names the time. */
export function holdUntilFor(startAt: number, now: number): number {
  const minutes = HOLDS.find(({ ahead }) => startAt - now >= ahead)?.minutes ?? 0;
  const until = Math.ceil((now + minutes * MINUTE) / MINUTE) * MINUTE;
  return Math.min(until, startAt - ANSWERED_BEFORE_MS);
}

export const heldForReading = ({
  holdUntil,
  startAt,
}: Pick<WaitlistOffer, "holdUntil" | "startAt">): number =>
  Math.max(holdUntil, Math.min(holdUntil + TO_READ_MS, startAt - ANSWERED_BEFORE_MS));

export function servicesNear({ from, to }: FreedWindow, settings: BrandSettings): OpenService[] {
  const zone = settings.timeZone;
  // Look two days back, because services and stays may each last a day.
  const last = dateOf(to, zone);
  const services: OpenService[] = [];
  for (let date = addDays(dateOf(from, zone), -2); date <= last; date = addDays(date, 1)) {
    services.push(...servicesOn(settings, date).services);
  }
  return services.filter(({ opens, lastSeating }) => opens < to && lastSeating >= from - DAY);
}

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

export const wishes = (
  { earliestAt, latestAt }: Pick<WaitlistEntry, "earliestAt" | "latestAt">,
  startAt: number,
): boolean => earliestAt <= startAt && startAt <= latestAt;

export const mayOffer = (startAt: number, settings: BrandSettings, now: number): boolean =>
  startAt - now < NEAR_MS || !isQuiet(settings.quietHours, now, settings.timeZone);

/** When another of the `starts` may be offered. Null if all may be offered now. */
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

export function offerDay({ timeZone }: BrandSettings, now: number): FreedWindow {
  const today = dateOf(now, timeZone);
  return { from: startOfDay(today, timeZone), to: startOfDay(addDays(today, 1), timeZone) };
}

type Asked = Pick<WaitlistOffer, "startAt" | "state" | "createdAt">;

const startsOf = (offers: readonly Asked[]): ReadonlySet<number> =>
  new Set(offers.map(({ startAt }) => startAt));

export const startsNotAgain = (offers: readonly Asked[]): ReadonlySet<number> =>
  startsOf(offers.filter(({ state }) => state === "declined" || state === "expired"));

export const startsNotToday = (offers: readonly Asked[], dayStart: number): ReadonlySet<number> =>
  startsOf(offers.filter(({ state, createdAt }) => state === "failed" && createdAt >= dayStart));

export const overlapsEarlierOffer = (
  { state, createdAt, startAt, endAt }: Asked & Pick<WaitlistOffer, "endAt">,
  stay: { readonly startAt: number; readonly endAt: number },
  dayStart: number,
): boolean =>
  state !== "declined" && createdAt >= dayStart && stay.startAt < endAt && stay.endAt > startAt;

export const needsPerson = (partySize: number, { largeParty }: BrandSettings): boolean =>
  partySize >= largeParty.from && largeParty.mode !== "allow";
