import { type OpenService, serviceAt, servicesOn } from "../calendar.ts";
import type { Reason } from "../errors.ts";
import type { BrandSettings } from "../settings.ts";
import {
  addDays,
  clockTime,
  cutToMinute,
  dateOf,
  daysBetween,
  displayDate,
  displayTime,
  formatDate,
  inWords,
  MINUTE,
  timeOf,
  wallInstants,
} from "../time.ts";
import type { Warning } from "../warnings.ts";
import { type AdmissionWorld, AT_THE_DOOR_MINUTES, type Verdict } from "./request.ts";

/**
 * How a start comes to be asked for: as a new booking, by a guest at the door, or as the move of a
 * reservation.
 */
export type Entry = "booking" | "walk_in" | "move";

/**
 * The service a start falls into, null outside all, with the verdict of hours, notice and window.
 */
export interface HoursVerdict extends Verdict {
  readonly service: OpenService | null;
}

/**
 * Is the house open at that start, is it neither past nor too soon nor too far ahead? Errors:
 * CLOSED, OUTSIDE_SERVICE, IN_THE_PAST, NOTICE_TOO_SHORT, BEYOND_WINDOW; warning AFTER_LAST_SEATING
 * for walk-ins.
 */
export function checkHours(startAt: number, entry: Entry, world: AdmissionWorld): HoursVerdict {
  const { settings } = world;
  const service = serviceAt(settings, startAt);
  const reasons: Reason[] = [];
  const warnings: Warning[] = [];
  if (service === null) {
    reasons.push(notOpen(startAt, settings));
  } else if (startAt > service.lastSeating) {
    const last = clockTime(service.lastSeating, settings.timeZone);
    if (entry === "walk_in") {
      const message = `The last seating of ${service.name} was at ${last}; taken as a walk-in.`;
      warnings.push({ code: "AFTER_LAST_SEATING", message, lastSeating: service.lastSeating });
    } else {
      reasons.push(afterLastSeating(startAt, service, last, settings));
    }
  }
  const timing = checkTiming(startAt, entry === "move", world);
  return { service, reasons: timing === null ? reasons : [...reasons, timing], warnings };
}

function afterLastSeating(
  startAt: number,
  service: OpenService,
  last: string,
  settings: BrandSettings,
): Reason {
  const time = clockTime(startAt, settings.timeZone);
  return {
    code: "OUTSIDE_SERVICE",
    message: `${time} is after the last seating of ${service.name} at ${last}. Choose ${last} or earlier.`,
    service: service.name,
    lastSeating: service.lastSeating,
  };
}

/** Why nothing is served at that instant: the whole day, or the hour. */
function notOpen(startAt: number, settings: BrandSettings): Reason {
  const zone = settings.timeZone;
  const date = dateOf(startAt, zone);
  const day = servicesOn(settings, date);
  const note = day.note === null ? "" : ` (${day.note})`;
  const hint = nextMorningHint(startAt, settings);
  if (day.services.length === 0) {
    return {
      code: "CLOSED",
      message: `The restaurant is closed on ${formatDate(date)}${note}.${hint?.message ?? " Choose another day."}`,
      date: formatDate(date),
      note: day.note,
      ...hint?.details,
    };
  }
  const hours = day.services
    .map(
      (one) => `${one.name} ${clockTime(one.opens, zone)} to ${clockTime(one.lastSeating, zone)}`,
    )
    .join(", ");
  return {
    code: "OUTSIDE_SERVICE",
    message:
      `Nobody is seated at ${inWords(startAt, zone)}${note}. ` +
      `Seating times: ${hours}.${hint?.message ?? ""}`,
    date: formatDate(date),
    note: day.note,
    services: day.services.map((one) => ({
      name: one.name,
      opens: one.opens,
      lastSeating: one.lastSeating,
    })),
    ...hint?.details,
  };
}

/**
 * "Saturday 1:00 AM" for a party of Saturday night means Sunday's date: says so, with the date to
 * send.
 */
function nextMorningHint(startAt: number, settings: BrandSettings) {
  const zone = settings.timeZone;
  const date = dateOf(startAt, zone);
  const next = wallInstants(addDays(date, 1), timeOf(startAt, zone), zone);
  if (next.kind === "gap") return null;
  const instant = next.kind === "one" ? next.at : next.earlier;
  const service = serviceAt(settings, instant);
  if (service === null || service.serviceDate !== date) return null;
  const meant = { date: displayDate(instant, zone), time: displayTime(instant, zone) };
  return {
    message:
      ` ${service.name} of ${formatDate(date)} runs past midnight: for that night send ` +
      `date "${meant.date}" with time "${meant.time}".`,
    details: { didYouMean: { ...meant, timestamp: instant } },
  };
}

function checkTiming(
  startAt: number,
  moving: boolean,
  { settings, now }: AdmissionWorld,
): Reason | null {
  const zone = settings.timeZone;
  const minute = cutToMinute(now);
  // Put into words only where there is something to say: most starts are asked for in time.
  const spoken = (): string => inWords(startAt, zone);
  // Who is entered late or at the door is there already; who is moved can be moved to a time that
  // is still to come.
  const graceMinutes = moving ? 0 : settings.pastGraceMinutes;
  if (startAt < minute - graceMinutes * MINUTE) {
    return {
      code: "IN_THE_PAST",
      message: `${spoken()} is past: it is ${inWords(now, zone)} now. Choose a later time.`,
      now,
      graceMinutes,
    };
  }
  const earliest = minute + settings.minNoticeMinutes * MINUTE;
  const atTheDoor = !moving && startAt <= now + AT_THE_DOOR_MINUTES * MINUTE;
  if (startAt < earliest && !atTheDoor) {
    return {
      code: "NOTICE_TOO_SHORT",
      message:
        `${spoken()} is too soon: this restaurant takes reservations at least ` +
        `${settings.minNoticeMinutes} minutes ahead. The earliest start now is ${clockTime(earliest, zone)}.`,
      minNoticeMinutes: settings.minNoticeMinutes,
      earliest,
    };
  }
  const days = daysBetween(dateOf(now, zone), dateOf(startAt, zone));
  if (settings.bookingWindowDays !== null && days > settings.bookingWindowDays) {
    const last = addDays(dateOf(now, zone), settings.bookingWindowDays);
    return {
      code: "BEYOND_WINDOW",
      message:
        `${spoken()} is ${days} days ahead; reservations open ${settings.bookingWindowDays} days ahead. ` +
        `The last day that can be booked now is ${formatDate(last)}.`,
      daysAhead: days,
      bookingWindowDays: settings.bookingWindowDays,
    };
  }
  return null;
}
