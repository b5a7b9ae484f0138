import type { Status } from "./reservation-states.ts";
import type { Party } from "./seating/unit.ts";
import { MINUTE } from "./time.ts";

export interface Stay {
  readonly id: string;
  readonly status: Status;
  readonly startAt: number;
  readonly endAt: number;
  readonly partySize: number;
  readonly seatedAt: number | null;
  readonly completedAt: number | null;
}

/** A party or a waitlist hold that takes seats in [from, to). */
export interface Occupant {
  readonly id: string;
  readonly from: number;
  readonly to: number;
  readonly covers: number;
  /** When the waitlist hold ends. Null for a reservation. */
  readonly holdUntil: number | null;
}

/** If the brand uses tables, every occupant is a PartyOccupant. */
export interface PartyOccupant extends Occupant, Party {}

export const isParty = (one: Occupant): one is PartyOccupant => "tables" in one;

export interface Load {
  readonly covers: number;
  readonly parties: number;
}

export const leavesAt = ({
  startAt,
  endAt,
  seatedAt,
}: Pick<Stay, "startAt" | "endAt" | "seatedAt">): number =>
  (seatedAt ?? startAt) + (endAt - startAt);

/** Null if the stay takes no seats. */
export function occupiedInterval(
  stay: Omit<Stay, "id" | "partySize">,
  now: number,
): { readonly from: number; readonly to: number } | null {
  const from = occupiedFrom(stay);
  const to = occupiedTo(stay, now);
  return from < to ? { from, to } : null;
}

export const occupiedFrom = ({
  status,
  startAt,
  seatedAt,
}: Omit<Stay, "id" | "partySize">): number =>
  seatedAt !== null && (status === "seated" || status === "completed")
    ? Math.min(startAt, minuteOf(seatedAt))
    : startAt;

/** When the party's seats become free. Not later than `occupiedFrom` if the party takes no seats. */
export function occupiedTo(stay: Omit<Stay, "id" | "partySize">, now: number): number {
  const { startAt, endAt, seatedAt, completedAt } = stay;
  switch (stay.status) {
    case "booked":
    case "pending":
    case "arrived":
      return endAt;
    case "seated": {
      // A party that overstays is expected to leave within a minute.
      const satDownAt = seatedAt === null ? null : minuteOf(seatedAt);
      return Math.max(leavesAt({ startAt, endAt, seatedAt: satDownAt }), now + MINUTE);
    }
    case "completed":
      return completedAt === null ? endAt : Math.min(endAt, minuteOf(completedAt));
    case "cancelled":
    case "no_show":
      return Number.NEGATIVE_INFINITY;
  }
}

/** Rounds down, so that a few seconds of a stay do not block the next slot or a table. */
const minuteOf = (instant: number): number => instant - (instant % MINUTE);

export function occupantOf(stay: Stay, now: number): Occupant | null {
  const interval = occupiedInterval(stay, now);
  if (interval === null) return null;
  const { from, to } = interval;
  return { id: stay.id, from, to, covers: stay.partySize, holdUntil: null };
}

/** `instants` must be in ascending order. */
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

/** The peak can only be at `from` or when a party comes (rule C5). */
function loadInstants(occupants: readonly Occupant[], from: number, to: number): readonly number[] {
  const instants = new Set([from]);
  for (const occupant of occupants) {
    if (occupant.from > from && occupant.from < to) instants.add(occupant.from);
  }
  return [...instants].sort((a, b) => a - b);
}

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
