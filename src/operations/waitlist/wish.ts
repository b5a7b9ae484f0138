import { checkHours } from "../../domain/admission/hours.ts";
import { checkParty } from "../../domain/admission/party.ts";
import { newRequest } from "../../domain/admission/request.ts";
import { alternatives, isCuredByTime } from "../../domain/alternatives.ts";
import { serviceAt } from "../../domain/calendar.ts";
import {
  DomainError,
  type ErrorCode,
  type Reason,
  reason,
  type Suggestion,
} from "../../domain/errors.ts";
import { normalisePhone } from "../../domain/phone.ts";
import type { Reservation } from "../../domain/reservation.ts";
import { isExpected } from "../../domain/reservation-states.ts";
import { resolveStart } from "../../domain/start.ts";
import { addDays, dateOf, MINUTE, timeOf, wallInstants } from "../../domain/time.ts";
import { type Warning, warning } from "../../domain/warnings.ts";
import type { OperationContext } from "../define.ts";
import { asRead, nearbyInstant, withinBudget } from "../reservation/refuse.ts";
import { phoneUsable, worldOf } from "../reservation/world.ts";
import { findReservation } from "../reservation/write-result.ts";

/** How far from the wished time a guest is taken to be free, unless they say. */
const MINUTES_BEFORE = 30;
const MINUTES_AFTER = 60;

/** What a guest wishes, as the shape check returned it: dates YYYY-MM-DD, wall times HH:MM. */
export interface Wish {
  readonly phone: string;
  readonly numberOfPeople: number;
  readonly date: string;
  readonly time: string;
  readonly timestamp?: number | undefined;
  readonly earliestTime?: string | undefined;
  readonly latestTime?: string | undefined;
  readonly replaces?: string | undefined;
}

/** A wish that may wait: instants in epoch milliseconds, the phone in E.164. */
export interface CheckedWish {
  readonly phone: string;
  readonly wishedAt: number;
  readonly earliestAt: number;
  readonly latestAt: number;
  readonly warnings: readonly Warning[];
}

/**
 * Phone, window, hours and size: all reasons against the wish at once, with times that would do
 * where another time helps.
 */
export function checkWish(given: Wish, context: OperationContext): CheckedWish {
  const { reasons, wishedAt, checked } = judge(given, context);
  const [first, ...others] = reasons;
  if (first === undefined && checked !== null) return checked;
  if (first === undefined) throw new Error("A wish was refused without a reason.");
  const around = wishedAt ?? nearbyInstant(first, context.now);
  const suggestions = otherTimes(around, reasons, given, context);
  throw new DomainError([first, ...others], { suggestions });
}

/** What does not keep a guest from waiting. */
const MAY_WAIT: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "NOTICE_TOO_SHORT",
  "LARGE_PARTY_REVIEW",
  "ATTENDANCE_CONTACT_REQUIRED",
  "CAPACITY_FULL",
  "PARTIES_FULL",
  "TABLES_FULL",
  "PACE_FULL",
  "PARTY_EXCEEDS_PACE",
  "HELD_FOR_WAITLIST",
]);

/** Starts near the wish with which the same call is accepted, room or not. */
function otherTimes(
  wishedAt: number,
  reasons: readonly Reason[],
  given: Wish,
  context: OperationContext,
): readonly Suggestion[] {
  if (!isCuredByTime(reasons)) return [];
  const world = withinBudget(worldOf(context), context);
  const found = asRead(
    reasons,
    alternatives(newRequest(wishedAt, given.numberOfPeople), world, MAY_WAIT),
  );
  const zone = context.brand.settings.timeZone;
  // Earliest and latest time stay as given: not every start lies between them, and a latest time
  // that the start has passed would be taken for the next day's.
  const endsNextDay = given.latestTime !== undefined && given.latestTime < given.time;
  return found.suggestions.filter(({ timestamp }) => {
    const date = dateOf(timestamp, zone);
    const time = timeOf(timestamp, zone);
    const { checked } = judge({ ...given, date, time, timestamp }, context);
    if (checked === null) return false;
    return endsNextDay || given.latestTime === undefined || time <= given.latestTime;
  });
}

interface Judgement {
  readonly reasons: readonly Reason[];
  readonly wishedAt: number | null;
  readonly checked: CheckedWish | null;
}

function judge(given: Wish, context: OperationContext): Judgement {
  const { settings } = context.brand;
  const reasons: Reason[] = [];
  const warnings: Warning[] = [];
  const phone = normalisePhone(given.phone, settings.defaultCountry);
  if (!phone.ok) reasons.push(phone.reason);
  else if (phone.warning !== null) warnings.push(phone.warning);
  if (given.replaces !== undefined) {
    const own = findReservation(given.replaces, context);
    reasons.push(...checkReplaced(own, phone.ok ? phone.phone : null));
  }
  const window = windowOf(given, context, reasons);
  if (window !== null) {
    const party = checkWindow(given, window, context, reasons);
    warnings.push(...party);
  }
  const wishedAt = window?.wishedAt ?? null;
  if (!phone.ok || window === null || reasons.length > 0) {
    return { reasons, wishedAt, checked: null };
  }
  const why = phoneUsable(phone.phone, context);
  if (why === "opted_out" || why === "country") {
    warnings.push(warning("NO_SMS.offer", { why }));
  }
  return { reasons, wishedAt, checked: { phone: phone.phone, ...window, warnings } };
}

/**
 * What a guest gives up for a table must be theirs, by its phone, and still to be given up.
 * `phone` null: it could not be read, which is refused already.
 */
function checkReplaced(own: Reservation, phone: string | null): readonly Reason[] {
  const { id, status } = own;
  const parameter = "replaces";
  if (!isExpected(own)) {
    return [reason("INVALID_INPUT.replaces_over", { parameter, say: { id, status } })];
  }
  if (phone === null || own.phone === phone) return [];
  const say = { id, hasPhone: own.phone !== null };
  return [reason("INVALID_INPUT.replaces_foreign", { parameter, say })];
}

interface Window {
  readonly wishedAt: number;
  readonly earliestAt: number;
  readonly latestAt: number;
}

function windowOf(given: Wish, { brand, now }: OperationContext, reasons: Reason[]): Window | null {
  const at = (date: string, time: string, timestamp: number | null = null): number | null => {
    const start = resolveStart({ date, time, timestamp }, brand.settings, now);
    if (start.ok) return start.value.startAt;
    reasons.push(start.reason);
    return null;
  };
  // Of a wish past midnight the earliest may be of the same night, on the date before.
  const earliestOf = (date: string, time: string, wished: number): number | null => {
    const sameDay = at(date, time);
    if (sameDay === null || sameDay <= wished) return sameDay;
    const evening = wallInstants(addDays(date, -1), time, brand.settings.timeZone);
    const opens = serviceAt(brand.settings, wished)?.opens ?? wished;
    return evening.kind === "one" && evening.at >= opens ? evening.at : sameDay;
  };
  const wishedAt = at(given.date, given.time, given.timestamp);
  if (wishedAt === null) return null;
  const earliestAt =
    given.earliestTime === undefined
      ? wishedAt - MINUTES_BEFORE * MINUTE
      : earliestOf(given.date, given.earliestTime, wishedAt);
  if (earliestAt === null) return null;
  if (given.latestTime === undefined) {
    return {
      wishedAt,
      earliestAt,
      latestAt: Math.max(earliestAt, wishedAt + MINUTES_AFTER * MINUTE),
    };
  }
  const sameDay = at(given.date, given.latestTime);
  const latestAt =
    sameDay === null || sameDay >= earliestAt
      ? sameDay
      : at(addDays(given.date, 1), given.latestTime);
  return latestAt === null ? null : { wishedAt, earliestAt, latestAt };
}

function checkWindow(
  given: Wish,
  { wishedAt, earliestAt, latestAt }: Window,
  context: OperationContext,
  reasons: Reason[],
): readonly Warning[] {
  const world = worldOf(context);
  const zone = context.brand.settings.timeZone;
  if (wishedAt < earliestAt || wishedAt > latestAt) {
    const say = { wishedAt, earliestAt, latestAt, zone };
    reasons.push(reason("INVALID_INPUT.outside_window", { parameter: "time", say }));
  }
  const hours = checkHours(wishedAt, "booking", world);
  reasons.push(...hours.reasons.filter((one) => one.code !== "NOTICE_TOO_SHORT"));
  const request = newRequest(wishedAt, given.numberOfPeople);
  // What else the restaurant could do is no advice for a guest who waits.
  const party = checkParty(request, { ...world, forGuests: true });
  reasons.push(...party.reasons.filter((one) => one.code === "PARTY_TOO_LARGE"));
  // A large party may wait in every mode: where tables are not given to it by machine, the host
  // sees it on the list.
  const review = party.reasons.find((one) => one.code === "LARGE_PARTY_REVIEW");
  if (review === undefined) return party.warnings;
  const { numberOfPeople, largeFrom, say } = review;
  const large = { numberOfPeople, largeFrom, say };
  return [warning("LARGE_PARTY.waits", { numberOfPeople, say: { large } })];
}
