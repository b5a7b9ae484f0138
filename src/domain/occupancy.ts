import type { Status } from "./reservation-states.ts";
import type { Party } from "./seating/unit.ts";
import { MINUTE } from "./time.ts";

/** What occupancy needs to know of a reservation. Instants are epoch milliseconds. */
export interface Stay {
  readonly id: string;
  readonly status: Status;
  readonly startAt: number;
  readonly endAt: number;
  readonly partySize: number;
  readonly seatedAt: number | null;
  readonly completedAt: number | null;
}

/** Seats taken in [from, to) by one party: a reservation, or a hold of the waitlist. */
export interface Occupant {
  readonly id: string;
  readonly from: number;
  readonly to: number;
  readonly covers: number;
  /** When the hold ends; null for reservations. */
  readonly holdUntil: number | null;
}

/** An occupant with what searches for tables need: every occupant if the brand keeps tables. */
export interface PartyOccupant extends Occupant, Party {}

export const isParty = (one: Occupant): one is PartyOccupant => "tables" in one;

/** Covers and parties at an instant, over an interval, or starting in a slot. */
export interface Load {
  readonly covers: number;
  readonly parties: number;
}

/** When a seated party leaves: one that sat down late leaves late. */
export const leavesAt = ({
  startAt,
  endAt,
  seatedAt,
}: Pick<Stay, "startAt" | "endAt" | "seatedAt">): number =>
  (seatedAt ?? startAt) + (endAt - startAt);

/** The interval [from, to) that a stay takes as of `now`; null if it takes nothing. */
export function occupiedInterval(
  stay: Omit<Stay, "id" | "partySize">,
  now: number,
): { readonly from: number; readonly to: number } | null {
  const interval = rawInterval(stay, now);
  return interval !== null && interval.from < interval.to ? interval : null;
}

function rawInterval(stay: Omit<Stay, "id" | "partySize">, now: number) {
  const { startAt, endAt } = stay;
  // Rounded to the minute, as bookings are: a few seconds must not block the slot after the stay,
  // nor a table that is free for the party at the door.
  const seatedAt = minuteOf(stay.seatedAt);
  const from = seatedAt === null ? startAt : Math.min(startAt, seatedAt);
  switch (stay.status) {
    case "booked":
    case "pending":
    case "arrived":
      return { from: startAt, to: endAt };
    case "seated":
      // A party that overstays blocks this minute, but no later start.
      return { from, to: Math.max(leavesAt({ startAt, endAt, seatedAt }), now + MINUTE) };
    case "completed":
      return { from, to: Math.min(endAt, minuteOf(stay.completedAt) ?? endAt) };
    case "cancelled":
    case "no_show":
      return null;
  }
}

const minuteOf = (instant: number | null): number | null =>
  instant === null ? null : instant - (instant % MINUTE);

/** The seats that a stay takes; null if none. */
export function occupantOf(stay: Stay, now: number): Occupant | null {
  const interval = occupiedInterval(stay, now);
  if (interval === null) return null;
  const { from, to } = interval;
  return { id: stay.id, from, to, covers: stay.partySize, holdUntil: null };
}

/**
 * Covers and parties present at each of these ascending instants, in one pass over all parties: on
 * a full day there are as many instants as parties.
 */
export function loadsAt(
  occupants: readonly Occupant[],
  instants: readonly number[],
): readonly Load[] {
  const { covers, parties } = changesAt(occupants, instants);
  const loads: Load[] = [];
  let present: Load = { covers: 0, parties: 0 };
  for (let at = 0; at < instants.length; at += 1) {
    present = {
      covers: present.covers + (covers[at] ?? 0),
      parties: present.parties + (parties[at] ?? 0),
    };
    loads.push(present);
  }
  return loads;
}

/** What changes at each instant; the last place is for those who leave after all of them. */
function changesAt(occupants: readonly Occupant[], instants: readonly number[]) {
  const size = instants.length;
  const last = instants[size - 1] ?? Number.NEGATIVE_INFINITY;
  const covers = new Float64Array(size + 1);
  const parties = new Float64Array(size + 1);
  for (const occupant of occupants) {
    if (occupant.from > last) continue;
    const comes = firstFrom(instants, occupant.from);
    const leaves = occupant.to > last ? size : firstFrom(instants, occupant.to);
    if (comes === leaves) continue;
    covers[comes] = (covers[comes] ?? 0) + occupant.covers;
    covers[leaves] = (covers[leaves] ?? 0) - occupant.covers;
    parties[comes] = (parties[comes] ?? 0) + 1;
    parties[leaves] = (parties[leaves] ?? 0) - 1;
  }
  return { covers, parties };
}

/** The position of the first instant that is not before another one. */
function firstFrom(instants: readonly number[], instant: number): number {
  let low = 0;
  let high = instants.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((instants[middle] ?? instant) < instant) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The instants in [from, to) at which the load can be highest: it only rises where somebody starts,
 * so these are `from` and every start after it (rule C5).
 */
export function loadInstants(
  occupants: readonly Occupant[],
  from: number,
  to: number,
): readonly number[] {
  const instants = new Set([from]);
  for (const occupant of occupants) {
    if (occupant.from > from && occupant.from < to) instants.add(occupant.from);
  }
  return [...instants].sort((a, b) => a - b);
}

/**
 * The highest covers and the highest parties at one instant of [from, to); the two may be at
 * different instants.
 */
export function peakLoad(occupants: readonly Occupant[], from: number, to: number): Load {
  const instants = loadInstants(occupants, from, to);
  const changes = changesAt(occupants, instants);
  const present = { covers: 0, parties: 0 };
  const peak = { covers: 0, parties: 0 };
  for (let at = 0; at < instants.length; at += 1) {
    present.covers += changes.covers[at] ?? 0;
    present.parties += changes.parties[at] ?? 0;
    peak.covers = Math.max(peak.covers, present.covers);
    peak.parties = Math.max(peak.parties, present.parties);
  }
  return peak;
}

/** The first instant of [from, to) at which most people are present, and how many they are. */
export function fullestMoment(
  occupants: readonly Occupant[],
  from: number,
  to: number,
): { readonly at: number; readonly covers: number } {
  const instants = loadInstants(occupants, from, to);
  const covers = loadsAt(occupants, instants).map((load) => load.covers);
  const most = Math.max(...covers);
  return { at: instants[covers.indexOf(most)] ?? from, covers: most };
}

/** Covers and parties that start in [from, to). */
export function startsIn(occupants: readonly Occupant[], from: number, to: number): Load {
  let covers = 0;
  let parties = 0;
  for (const occupant of occupants) {
    if (occupant.from < from || occupant.from >= to) continue;
    covers += occupant.covers;
    parties += 1;
  }
  return { covers, parties };
}
