import { checkHours, type Entry } from "./admission/hours.ts";
import { checkLoad, type LoadVerdict } from "./admission/load.ts";
import { isLiftable } from "./admission/override.ts";
import { becomesRequest, checkParty, withoutRequest } from "./admission/party.ts";
import {
  type AdmissionRequest,
  type AdmissionWorld,
  AT_THE_DOOR_MINUTES,
} from "./admission/request.ts";
import { isTooLargeForTables, type Seat } from "./admission/tables.ts";
import { type AttendanceDecision, decideAttendance } from "./attendance.ts";
import { type OpenService, serviceAt } from "./calendar.ts";
import type { Reason } from "./errors.ts";
import { occupiedInterval } from "./occupancy.ts";
import { type BrandSettings, turnMinutesFor } from "./settings.ts";
import { MINUTE } from "./time.ts";
import type { Warning } from "./warnings.ts";

export type { AdmissionRequest, AdmissionWorld, PresentStay } from "./admission/request.ts";

export interface Admission {
  readonly reasons: readonly Reason[];
  /** When the party fits because waitlist holds have ended. Null unless holds are the only obstacle. */
  readonly retryAt: number | null;
  readonly warnings: readonly Warning[];
  readonly service: OpenService | null;
  readonly endAt: number;
  readonly status: "booked" | "pending";
  readonly large: boolean;
  readonly walkIn: boolean;
  readonly overLimit: boolean;
  readonly attendance: AttendanceDecision;
  /** Null if no table was found, or none was needed. */
  readonly seat: Seat | null;
}

export function admit(request: AdmissionRequest, world: AdmissionWorld): Admission {
  const { settings, now } = world;
  const { present, startAt, partySize, overruled = false } = request;
  const moved = present === null || present.startAt !== startAt;
  const grown = present === null || partySize > present.partySize;
  const large = partySize >= settings.largeParty.from;
  const walkIn = present?.walkIn ?? isWalkIn(request, now);
  const hours = moved
    ? checkHours(startAt, entryOf(present === null, walkIn), world)
    : { service: serviceAt(settings, startAt), reasons: [], warnings: [] };
  const asksForReview = grown || (moved && present.pending);
  const party = asksForReview ? checkParty(request, world) : { reasons: [], warnings: [] };
  const { silent, phoneUsable } = request;
  const { asked = false, here = false } = present ?? {};
  const guest = { settings, now, startAt, partySize, large, walkIn, here, silent, phoneUsable };
  const attendance = decideAttendance({ ...guest, asked });
  const load = loadOf(request, moved, hours.service, world);
  const begun = !moved && startAt <= now;
  const contact =
    (moved || grown) && !begun && attendance.reason !== null ? [attendance.reason] : [];
  const size = load.reasons.some(isTooLargeForTables)
    ? withoutRequest(party.reasons)
    : party.reasons;
  const found = [...hours.reasons, ...size, ...contact];
  const others = overruled ? found.filter((reason) => !isLiftable(reason)) : found;
  const heldOnly = others.length === 0 ? load.heldOnly : null;
  return {
    reasons: overruled
      ? others
      : [...others, ...(heldOnly === null ? load.reasons : [heldOnly.reason])],
    retryAt: heldOnly?.retryAt ?? null,
    warnings: [...hours.warnings, ...party.warnings, ...load.warnings],
    service: hours.service,
    endAt: endAfter(request, moved, settings),
    status: large && !overruled && becomesRequest(request, world) ? "pending" : "booked",
    large,
    walkIn,
    overLimit: load.tolerated || load.warnings.some(({ code }) => code === "OVER_LIMIT"),
    attendance,
    seat: load.seat,
  };
}

export function endOf(startAt: number, partySize: number, settings: BrandSettings): number {
  const minutes = turnMinutesFor(settings, partySize) + settings.bufferMinutes;
  return startAt + minutes * MINUTE;
}

function endAfter(request: AdmissionRequest, moved: boolean, settings: BrandSettings): number {
  const { present, startAt, partySize } = request;
  if (present !== null && !moved && present.partySize === partySize) return present.endAt;
  return endOf(startAt, partySize, settings);
}

const NO_LOAD: LoadVerdict = {
  reasons: [],
  warnings: [],
  heldOnly: null,
  seat: null,
  tolerated: false,
};

function loadOf(
  request: AdmissionRequest,
  moved: boolean,
  service: OpenService | null,
  world: AdmissionWorld,
): LoadVerdict {
  const { present, startAt, partySize } = request;
  if (moved && service === null) return NO_LOAD;
  const { area = null } = request;
  const areaIsNew = area !== (present?.area ?? null);
  const { tables = [], tablePinned: pinned = false } = present ?? {};
  const table = { area, areaIsNew, present: tables, pinned };
  if (!moved && present?.partySize === partySize && !areaIsNew) return NO_LOAD;
  const endAt = endOf(startAt, partySize, world.settings);
  const seatedAt = present?.seatedAt ?? null;
  const status = seatedAt === null ? "booked" : "seated";
  const stay = { status, startAt, endAt, seatedAt, completedAt: null } as const;
  const interval = occupiedInterval(stay, world.now);
  if (interval === null) return NO_LOAD;
  const { toleranceMs } = request;
  const after = { ...interval, covers: partySize };
  const change = { before: present?.interval ?? null, after, toleranceMs };
  const entering = present === null;
  const isSeated = seatedAt !== null;
  const overruled = request.overruled === true;
  const wanted = isSeated || request.pinned === true ? {} : { table };
  return checkLoad(
    { change, ...wanted, service, paced: true, entering, isSeated, overruled },
    world,
  );
}

function entryOf(isNew: boolean, walkIn: boolean): Entry {
  if (!isNew) return "move";
  return walkIn ? "walk_in" : "booking";
}

function isWalkIn(request: AdmissionRequest, now: number): boolean {
  return request.contactless && request.startAt <= now + AT_THE_DOOR_MINUTES * MINUTE;
}
