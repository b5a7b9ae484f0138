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
  refusal,
  type Suggestion,
} from "../../domain/errors.ts";
import { normalisePhone } from "../../domain/phone.ts";
import type { Reservation } from "../../domain/reservation.ts";
import { isExpected } from "../../domain/reservation-states.ts";
import { resolveStart } from "../../domain/start.ts";
import { addDays, dateOf, MINUTE, timeOf, wallInstants } from "../../domain/time.ts";
import { type Warning, warning } from "../../domain/warnings.ts";
import type { OperationContext } from "../define.ts";
import { noGatewayWarning } from "../reservation/no-gateway.ts";
import { nearbyInstant, onlyMeantStart, withinBudget } from "../reservation/refuse.ts";
import { phoneUsable, worldOf } from "../reservation/world.ts";
import { findReservation } from "../reservation/write-result.ts";
import { wantedArea } from "../seating/names.ts";

/** The default window, in minutes before and after the wished time. */
const MINUTES_BEFORE = 30;
const MINUTES_AFTER = 60;

/** Dates are YYYY-MM-DD, times HH:MM. */
export interface Wish {
  readonly phone: string;
  readonly numberOfPeople: number;
  readonly date: string;
  readonly time?: string | undefined;
  readonly timestamp?: number | undefined;
  readonly earliestTime?: string | undefined;
  readonly latestTime?: string | undefined;
  readonly area?: string | undefined;
  readonly replaces?: string | undefined;
}

/** `phone`: E.164. */
export interface CheckedWish {
  readonly phone: string;
  readonly wishedAt: number;
  readonly earliestAt: number;
  readonly latestAt: number;
  /** Null: every area will do. */
  readonly area: string | null;
  readonly warnings: readonly Warning[];
}

/** Throws all reasons against the wish, with other times that would be accepted. */
export function checkWish(asked: Wish, context: OperationContext): CheckedWish {
  const given = { ...asked, time: wishedTime(asked) };
  const { reasons, wishedAt, checked } = judge(given, context);
  const [first, ...others] = reasons;
  if (first === undefined && checked !== null) return checked;
  if (first === undefined) throw new Error("A wish was refused without a reason.");
  const around = wishedAt ?? nearbyInstant(first, context.now);
  const suggestions = otherTimes(around, reasons, given, context);
  throw new DomainError([first, ...others], { suggestions });
}

type TimedWish = Wish & { readonly time: string };

function wishedTime({ time, earliestTime, latestTime }: Wish): string {
  if (time !== undefined) return time;
  if (earliestTime !== undefined && latestTime !== undefined) return earliestTime;
  const must = "must be given, or both earliestTime and latestTime";
  const say = { expected: { is: "own", must }, value: undefined } as const;
  throw refusal("INVALID_INPUT.parameter", { parameter: "time", say });
}

/** A guest may wait in spite of these reasons. */
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

function otherTimes(
  wishedAt: number,
  reasons: readonly Reason[],
  given: TimedWish,
  context: OperationContext,
): readonly Suggestion[] {
  if (!isCuredByTime(reasons)) return [];
  const world = withinBudget(worldOf(context), context);
  const found = onlyMeantStart(
    reasons,
    alternatives(newRequest(wishedAt, given.numberOfPeople), world, MAY_WAIT),
  );
  const zone = context.brand.settings.timeZone;
  // The caller will send the suggested start with the same latestTime. A start after latestTime would
  // move latestTime to the next day.
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

function judge(given: TimedWish, context: OperationContext): Judgement {
  const { settings } = context.brand;
  const reasons: Reason[] = [];
  const warnings: Warning[] = [];
  const phone = normalisePhone(given.phone, settings.defaultCountry);
  if (!phone.ok) reasons.push(phone.reason);
  else if (phone.warning !== null) warnings.push(phone.warning);
  const area = wantedArea(given, context);
  if (!area.ok) reasons.push(area.reason);
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
  if (!phone.ok || !area.ok || window === null || reasons.length > 0) {
    return { reasons, wishedAt, checked: null };
  }
  const why = phoneUsable(phone.phone, context);
  if (why === "opted_out" || why === "country") {
    warnings.push(warning("NO_SMS.offer", { why }));
  } else warnings.push(...noGatewayWarning(context));
  return {
    reasons,
    wishedAt,
    checked: { phone: phone.phone, area: area.value, ...window, warnings },
  };
}

/** `phone` is null if it is invalid; judge() has already added the reason for that. */
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

function windowOf(
  given: TimedWish,
  { brand, now }: OperationContext,
  reasons: Reason[],
): Window | null {
  const at = (date: string, time: string, timestamp: number | null = null): number | null => {
    const start = resolveStart({ date, time, timestamp }, brand.settings, now);
    if (start.ok) return start.value.startAt;
    reasons.push(start.reason);
    return null;
  };
  // For a wish after midnight, the earliest time may be on the evening before.
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
  given: TimedWish,
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
  // With `forGuests`, the reasons have no advice for the restaurant.
  const party = checkParty(request, { ...world, forGuests: true });
  reasons.push(...party.reasons.filter((one) => one.code === "PARTY_TOO_LARGE"));
  // A large party may wait even without automatic offers: hosts see it on the list.
  const review = party.reasons.find((one) => one.code === "LARGE_PARTY_REVIEW");
  if (review === undefined) return party.warnings;
  const { numberOfPeople, largeFrom, say } = review;
  const large = { numberOfPeople, largeFrom, say };
  return [warning("LARGE_PARTY.waits", { numberOfPeople, say: { large } })];
}
