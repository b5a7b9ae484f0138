import { type OpenService, slotOf } from "../calendar.ts";
import {
  type Interval,
  type LoadChange,
  type Overload,
  paceOverloads,
  presenceOverloads,
} from "../capacity.ts";
import type { EarlierStays } from "../earlier-stays.ts";
import { type Reason, type ReasonOf, reason } from "../errors.ts";
import type { Occupant } from "../occupancy.ts";
import { limitsOf } from "../settings.ts";
import { MINUTE } from "../time.ts";
import { type Warning, warning } from "../warnings.ts";
import { type AdmissionWorld, AT_THE_DOOR_MINUTES, type Verdict } from "./request.ts";
import { isSeat, type Seat, type TableWish, tablesFull } from "./tables.ts";

export interface LoadRequest {
  readonly change: LoadChange;
  /** Null outside all services. The brand's limits then apply, but not its pace. */
  readonly service: OpenService | null;
  readonly paced: boolean;
  /** True for a new or restored party. */
  readonly entering: boolean;
  readonly isSeated: boolean;
  readonly overruled?: boolean;
  readonly table?: Pick<TableWish, "area" | "present" | "pinned" | "areaIsNew">;
  readonly earlier?: (others: readonly Occupant[]) => EarlierStays;
}

export interface LoadVerdict extends Verdict {
  readonly heldOnly: {
    readonly reason: ReasonOf<"HELD_FOR_WAITLIST">;
    readonly retryAt: number;
  } | null;
  readonly seat: Seat | null;
  /** True if a limit is exceeded, but another party is about to leave (rule C26). */
  readonly tolerated: boolean;
}

export function checkLoad(request: LoadRequest, world: AdmissionWorld): LoadVerdict {
  const { service } = request;
  const { after } = request.change;
  const slot = service === null || !request.paced ? null : slotOf(service, after.from);
  const others = world.occupants(
    Math.min(after.from, slot?.from ?? after.from),
    Math.max(after.to, slot?.to ?? after.to),
  );
  const change = { ...request.change, earlier: request.earlier?.(others) };
  const limits = service?.limits ?? limitsOf(world.settings);
  const overloadsAmong = (occupants: readonly Occupant[]) => ({
    presence: presenceOverloads(occupants, change, limits),
    pace: slot === null ? [] : paceOverloads(occupants, change, slot, limits),
  });
  const { presence: all, pace } = overloadsAmong(others);
  const presence = all.filter(isRefused);
  const tolerated = presence.length < all.length;
  const zone = world.settings.timeZone;
  const table = tableFor(request, world);
  const { seat } = table;
  if (request.isSeated) {
    const warnings = [...presence, ...pace].map((one) => overLimit(one, after, zone));
    return { reasons: [], warnings, heldOnly: null, seat, tolerated };
  }
  const soon = after.from <= world.now + AT_THE_DOOR_MINUTES * MINUTE;
  const atTheDoor = request.entering && soon;
  const paceRefuses = atTheDoor ? [] : pace;
  const full = (one: Overload): Reason => fullReason(one, after, zone);
  const reasons = [...presence.map(full), ...table.reasons, ...paceRefuses.map(full)];
  const warnings = atTheDoor
    ? pace.flatMap((one) => [paceExceeded(one, zone), overLimit(one, after, zone)])
    : [];
  const refuses = (heldAfter: number): boolean => {
    const found = overloadsAmong(others.filter((one) => (one.holdUntil ?? Infinity) > heldAfter));
    if (found.presence.some(isRefused) || (!atTheDoor && found.pace.length > 0)) return true;
    return table.reasons.length > 0 && tableFor(request, world, heldAfter).seat === null;
  };
  const heldOnly = reasons.length === 0 ? null : heldOnlyReason(others, refuses, after, zone);
  if (request.overruled === true) {
    const exceeded = [...presence, ...pace].map((one) => overLimit(one, after, zone));
    return { reasons: [], warnings: exceeded, heldOnly, seat, tolerated };
  }
  return { reasons, warnings, heldOnly, seat, tolerated };
}

const isRefused = ({ tolerated }: Overload): boolean => !tolerated;

function tableFor(
  { change, table, overruled = false }: LoadRequest,
  { floor = null, occupants, settings }: AdmissionWorld,
  heldAfter?: number,
): { readonly seat: Seat | null; readonly reasons: readonly Reason[] } {
  if (floor === null || table === undefined) return { seat: null, reasons: [] };
  const wish = { ...change.after, ...table };
  const first = floor.seat(wish, occupants, heldAfter);
  const mayLeave = overruled && !isSeat(first) && first.isPinned;
  const found = mayLeave ? floor.seat({ ...wish, pinned: false }, occupants, heldAfter) : first;
  if (isSeat(found)) return { seat: found, reasons: [] };
  return {
    seat: null,
    reasons: floor.required ? [tablesFull(found, wish, settings.timeZone)] : [],
  };
}

function heldOnlyReason(
  others: readonly Occupant[],
  refuses: (heldAfter: number) => boolean,
  wanted: Interval,
  zone: string,
): LoadVerdict["heldOnly"] {
  const ends = [...new Set(others.flatMap((one) => one.holdUntil ?? []))].sort((a, b) => a - b);
  const last = ends.at(-1);
  // Usually the party would not fit even without any holds, so check this first.
  if (last === undefined || refuses(last)) return null;
  for (const end of ends) {
    if (end < last && refuses(end)) continue;
    const held = others.filter((one) => one.holdUntil !== null && one.holdUntil <= end);
    const covers = held.reduce((sum, one) => sum + one.covers, 0);
    const heldNow = { heldCovers: covers, heldUntil: end };
    const say = { zone, covers: wanted.covers, from: wanted.from };
    return { reason: reason("HELD_FOR_WAITLIST", { ...heldNow, say }), retryAt: end };
  }
  return null;
}

const FULL_KINDS = {
  seats: "CAPACITY_FULL",
  parties: "PARTIES_FULL",
  paceCovers: "PACE_FULL",
  paceParties: "PACE_FULL",
} as const;

function fullReason(overload: Overload, { covers }: Interval, zone: string): Reason {
  const { limited, present, needed, limit, from, held, heldUntil } = overload;
  const alone = limited === "paceCovers" && needed > limit;
  return reason(alone ? "PARTY_EXCEEDS_PACE" : FULL_KINDS[limited], {
    limited,
    present,
    needed,
    limit,
    from,
    to: overload.shortUntil,
    held,
    heldUntil,
    ...sinceOf(overload),
    say: { zone, covers, ...takenOf(overload) },
  });
}

const MOST_NAMED = 4;

const sinceOf = ({ since }: Overload): { readonly since?: readonly string[] } =>
  since.length === 0 ? {} : { since: since.slice(0, MOST_NAMED) };

const takenOf = ({ since }: Overload) => ({ more: Math.max(0, since.length - MOST_NAMED) });

const paceExceeded = (overload: Overload, zone: string): Warning => {
  const { limited, present, needed, limit, from, to } = overload;
  return warning("PACE_EXCEEDED", { present, needed, limit, from, to, say: { limited, zone } });
};

function overLimit(overload: Overload, wanted: Interval, zone: string): Warning {
  const { limited, present, needed, limit, from, to, held, heldUntil } = overload;
  const say = { zone, partySize: wanted.covers, present, held, heldUntil, ...takenOf(overload) };
  const covers = present + needed;
  return warning("OVER_LIMIT", { from, to, covers, limit, limited, ...sinceOf(overload), say });
}
