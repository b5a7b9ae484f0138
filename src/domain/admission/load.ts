import { type OpenService, slotOf } from "../calendar.ts";
import {
  type Interval,
  type LoadChange,
  type Overload,
  paceOverloads,
  presenceOverloads,
} from "../capacity.ts";
import type { ErrorCode, Reason } from "../errors.ts";
import type { Occupant } from "../occupancy.ts";
import { limitsOf } from "../settings.ts";
import type { Stood } from "../stood.ts";
import { clockTime, inWords, MINUTE } from "../time.ts";
import type { Warning } from "../warnings.ts";
import { type AdmissionWorld, AT_THE_DOOR_MINUTES, type Verdict } from "./request.ts";

/** A party that wants to sit in `after`, taking `before` now. */
export interface LoadRequest {
  readonly change: LoadChange;
  /** Whose limits apply, and whose slots are counted; null: the brand's limits, and no pace. */
  readonly service: OpenService | null;
  /** False where the start is not in question (a guest who is in the house already). */
  readonly paced: boolean;
  /** True for who comes in now or soon: then the pace warns where it would refuse. */
  readonly entering: boolean;
  /**
   * True where the people are in the room: exceeding a limit is a fact to report, not to refuse.
   */
  readonly factual: boolean;
  /** True where a manager answers for exceeding a limit: it is reported, not refused. */
  readonly overruled?: boolean;
  /** How the others stood when the party left seats that it comes back to. */
  readonly stood?: (others: readonly Occupant[]) => Stood;
}

/**
 * The verdict of capacity and pace. `heldOnly` is set where nothing but holds for waiting guests is
 * in the way.
 */
export interface LoadVerdict extends Verdict {
  readonly heldOnly: { readonly reason: Reason; readonly retryAt: number } | null;
}

/**
 * Is there room, and does the kitchen keep its pace? Errors: CAPACITY_FULL, PARTIES_FULL,
 * PACE_FULL, PARTY_EXCEEDS_PACE, HELD_FOR_WAITLIST; warnings PACE_EXCEEDED, OVER_LIMIT.
 */
export function checkLoad(request: LoadRequest, world: AdmissionWorld): LoadVerdict {
  const { service } = request;
  const { after } = request.change;
  const slot = service === null || !request.paced ? null : slotOf(service, after.from);
  const others = world.occupants(
    Math.min(after.from, slot?.from ?? after.from),
    Math.max(after.to, slot?.to ?? after.to),
  );
  const change = { ...request.change, stood: request.stood?.(others) };
  const limits = service?.limits ?? limitsOf(world.settings);
  const overloadsAmong = (occupants: readonly Occupant[]) => ({
    presence: presenceOverloads(occupants, change, limits),
    pace: slot === null ? [] : paceOverloads(occupants, change, slot, limits),
  });
  const { presence, pace } = overloadsAmong(others);
  const zone = world.settings.timeZone;
  if (request.factual) {
    const warnings = [...presence, ...pace].map((one) => overLimit(one, after, zone));
    return { reasons: [], warnings, heldOnly: null };
  }
  const soon = after.from <= world.now + AT_THE_DOOR_MINUTES * MINUTE;
  const atTheDoor = request.entering && soon;
  const paceRefuses = atTheDoor ? [] : pace;
  const reasons = [...presence, ...paceRefuses].map((one) => fullReason(one, after, zone));
  const warnings = atTheDoor
    ? pace.flatMap((one) => [paceExceeded(one, after, zone), overLimit(one, after, zone)])
    : [];
  const refuses = (occupants: readonly Occupant[]): boolean => {
    const found = overloadsAmong(occupants);
    return found.presence.length > 0 || (!atTheDoor && found.pace.length > 0);
  };
  const heldOnly = reasons.length === 0 ? null : heldOnlyReason(others, refuses, after, zone);
  if (request.overruled === true) {
    const exceeded = [...presence, ...pace].map((one) => overLimit(one, after, zone));
    return { reasons: [], warnings: exceeded, heldOnly };
  }
  return { reasons, warnings, heldOnly };
}

/**
 * Where the request would fit without the holds: the reason that says so, and when the last one in
 * its way ends.
 */
function heldOnlyReason(
  others: readonly Occupant[],
  refuses: (occupants: readonly Occupant[]) => boolean,
  wanted: Interval,
  zone: string,
): LoadVerdict["heldOnly"] {
  const ends = [...new Set(others.flatMap((one) => one.holdUntil ?? []))].sort((a, b) => a - b);
  for (const end of ends) {
    const remaining = others.filter((one) => one.holdUntil === null || one.holdUntil > end);
    if (refuses(remaining)) continue;
    const held = others.filter((one) => one.holdUntil !== null && one.holdUntil <= end);
    const covers = held.reduce((sum, one) => sum + one.covers, 0);
    const until = inWords(end, zone);
    return {
      reason: {
        code: "HELD_FOR_WAITLIST",
        message:
          `The seats for ${wanted.covers} at ${clockTime(wanted.from, zone)} are held for a waiting guest ` +
          `until ${until}. Try again then, or take another time.`,
        heldCovers: covers,
        heldUntil: end,
      },
      retryAt: end,
    };
  }
  return null;
}

const FULL_CODES: Record<Overload["limited"], ErrorCode> = {
  seats: "CAPACITY_FULL",
  parties: "PARTIES_FULL",
  paceCovers: "PACE_FULL",
  paceParties: "PACE_FULL",
};

function fullReason(found: Overload, wanted: Interval, zone: string): Reason {
  // Of a move by ten minutes no more than those would be named.
  const overload = { ...found, to: found.shortUntil };
  const alone = overload.limited === "paceCovers" && overload.needed > overload.limit;
  return {
    code: alone ? "PARTY_EXCEEDS_PACE" : FULL_CODES[overload.limited],
    message: `${alone ? exceedsPace(overload, zone) : full(overload, wanted, zone)}${heldPart(overload, zone)}${sincePart(overload)}`,
    limited: overload.limited,
    present: overload.present,
    needed: overload.needed,
    limit: overload.limit,
    from: overload.from,
    to: overload.to,
    held: overload.held,
    heldUntil: overload.heldUntil,
    ...sinceOf(overload),
  };
}

function full(overload: Overload, wanted: Interval, zone: string): string {
  const { present, needed, limit } = overload;
  const between = span(overload, zone);
  switch (overload.limited) {
    case "seats":
      return `No room for a party of ${wanted.covers}: ${present} of ${limit} seats are taken ${between} and it needs ${needed}.`;
    case "parties":
      return `No table for another party: ${present} of ${limit} tables are taken ${between}.`;
    case "paceCovers":
      return `Too many guests would start at once: ${present} of ${limit} covers already start ${between} and this party adds ${needed}.`;
    case "paceParties":
      return `Too many parties would start at once: ${present} of ${limit} already start ${between}.`;
  }
}

const exceedsPace = (overload: Overload, zone: string): string =>
  `A party of ${overload.needed} is more than the kitchen starts in one slot (${overload.limit} covers), so it needs ` +
  `a slot in which nobody else starts; ${overload.present} covers already start ${span(overload, zone)}. ` +
  "check_availability shows the slots that are open to it.";

const heldPart = (overload: Overload, zone: string): string =>
  overload.held === 0 || overload.heldUntil === null
    ? ""
    : ` ${overload.held} of the ${overload.present} are held for a waiting guest until ${clockTime(overload.heldUntil, zone)}.`;

/** Named one by one up to here. */
const MOST_NAMED = 4;

/** "Taken since by: ...", by id: operations put guests and times in their place. */
function sincePart({ since }: Overload): string {
  if (since.length === 0) return "";
  const more = since.length - MOST_NAMED;
  const named = since.slice(0, MOST_NAMED).join("; ");
  return ` Taken since by: ${named}${more > 0 ? `; and ${more} more` : ""}.`;
}

const sinceOf = ({ since }: Overload): { readonly since?: readonly string[] } =>
  since.length === 0 ? {} : { since: since.slice(0, MOST_NAMED) };

const span = ({ from, to }: Overload, zone: string): string =>
  `between ${clockTime(from, zone)} and ${clockTime(to, zone)}`;

function paceExceeded(overload: Overload, wanted: Interval, zone: string): Warning {
  return {
    code: "PACE_EXCEEDED",
    message: `${full(overload, wanted, zone)} Taken anyway, since the guests are at the door.`,
    present: overload.present,
    needed: overload.needed,
    limit: overload.limit,
    from: overload.from,
    to: overload.to,
  };
}

/**
 * The warning that a limit is exceeded by `covers` (or parties, or starts) against `limit` in
 * [from, to).
 */
function overLimit(overload: Overload, wanted: Interval, zone: string): Warning {
  const total = overload.present + overload.needed;
  return {
    code: "OVER_LIMIT",
    message:
      `With this party of ${wanted.covers} the ${limitName(overload.limited)} is exceeded ${span(overload, zone)}: ` +
      `${total} against ${overload.limit}.${heldPart(overload, zone)}${sincePart(overload)}`,
    from: overload.from,
    to: overload.to,
    covers: total,
    limit: overload.limit,
    limited: overload.limited,
    ...sinceOf(overload),
  };
}

function limitName(limited: Overload["limited"]): string {
  switch (limited) {
    case "seats":
      return "number of seats";
    case "parties":
      return "number of tables";
    case "paceCovers":
      return "pace in covers";
    case "paceParties":
      return "pace in parties";
  }
}
