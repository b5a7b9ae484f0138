import { type OpenService, serviceAt, servicesOn } from "../calendar.ts";
import { type Reason, reason } from "../errors.ts";
import type { BrandSettings } from "../settings.ts";
import { suggestion } from "../start.ts";
import {
  addDays,
  cutToMinute,
  dateOf,
  daysBetween,
  formatDate,
  MINUTE,
  timeOf,
  wallInstants,
} from "../time.ts";
import { type Warning, warning } from "../warnings.ts";
import { type AdmissionWorld, AT_THE_DOOR_MINUTES, type Verdict } from "./request.ts";

export type Entry = "booking" | "walk_in" | "move";

export interface HoursVerdict extends Verdict {
  readonly service: OpenService | null;
}

export function checkHours(startAt: number, entry: Entry, world: AdmissionWorld): HoursVerdict {
  const { settings } = world;
  const service = serviceAt(settings, startAt);
  const reasons: Reason[] = [];
  const warnings: Warning[] = [];
  if (service === null) {
    reasons.push(notOpen(startAt, settings));
  } else if (startAt > service.lastSeating) {
    const { name, lastSeating } = service;
    const zone = settings.timeZone;
    if (entry === "walk_in") {
      const say = { service: name, zone };
      warnings.push(warning("AFTER_LAST_SEATING", { lastSeating, say }));
    } else {
      const facts = { service: name, lastSeating, say: { startAt, zone } };
      reasons.push(reason("OUTSIDE_SERVICE.after_last_seating", facts));
    }
  }
  const timing = checkTiming(startAt, entry === "move", world);
  return { service, reasons: timing === null ? reasons : [...reasons, timing], warnings };
}

function notOpen(startAt: number, settings: BrandSettings): Reason {
  const zone = settings.timeZone;
  const local = dateOf(startAt, zone);
  const { note, services } = servicesOn(settings, local);
  const date = formatDate(local);
  const meant = nextMorning(startAt, settings);
  const facts = {
    date,
    note,
    ...(meant === null ? {} : { didYouMean: meant.start }),
    say: { startAt, zone, service: meant?.service ?? null },
  };
  if (services.length === 0) return reason("CLOSED", facts);
  return reason("OUTSIDE_SERVICE.not_open", {
    ...facts,
    services: services.map(({ name, opens, lastSeating }) => ({ name, opens, lastSeating })),
  });
}

/** "Saturday 1:00 AM" often means 1:00 AM on Sunday, after Saturday's dinner. */
function nextMorning(startAt: number, settings: BrandSettings) {
  const zone = settings.timeZone;
  const date = dateOf(startAt, zone);
  const next = wallInstants(addDays(date, 1), timeOf(startAt, zone), zone);
  if (next.kind === "gap") return null;
  const timestamp = next.kind === "one" ? next.at : next.earlier;
  const service = serviceAt(settings, timestamp);
  if (service === null || service.serviceDate !== date) return null;
  return { start: suggestion(timestamp, zone), service: service.name };
}

function checkTiming(
  startAt: number,
  moving: boolean,
  { settings, now }: AdmissionWorld,
): Reason | null {
  const zone = settings.timeZone;
  const minute = cutToMinute(now);
  const say = { startAt, zone };
  // A new booking may start shortly before now, but no booking may be moved into the past.
  const graceMinutes = moving ? 0 : settings.pastGraceMinutes;
  if (startAt < minute - graceMinutes * MINUTE) {
    return reason("IN_THE_PAST", { now, graceMinutes, say });
  }
  const earliest = minute + settings.minNoticeMinutes * MINUTE;
  const atTheDoor = !moving && startAt <= now + AT_THE_DOOR_MINUTES * MINUTE;
  if (startAt < earliest && !atTheDoor) {
    const { minNoticeMinutes } = settings;
    return reason("NOTICE_TOO_SHORT", { minNoticeMinutes, earliest, say });
  }
  const days = daysBetween(dateOf(now, zone), dateOf(startAt, zone));
  const { bookingWindowDays } = settings;
  if (bookingWindowDays === null || days <= bookingWindowDays) return null;
  const lastDate = addDays(dateOf(now, zone), bookingWindowDays);
  return reason("BEYOND_WINDOW", { daysAhead: days, bookingWindowDays, say: { ...say, lastDate } });
}
