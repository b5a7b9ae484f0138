import { type EarlierStays, grownIn, keptStarts, keptStays } from "./earlier-stays.ts";
import { type Load, loadsAt, type Occupant, startsIn } from "./occupancy.ts";
import type { Exceeded } from "./reasons/admission.ts";
import type { Limits } from "./settings.ts";

/** One party's covers in [from, to), epoch milliseconds. */
export interface Interval {
  readonly from: number;
  readonly to: number;
  readonly covers: number;
}

/** `before` is the party's stay before the change. Null if it took no seats. */
export interface LoadChange {
  readonly before: Interval | null;
  readonly after: Interval;
  /**
   * For a restored party: the stays of the other parties when this party gave up its seats. If a
   * limit was already exceeded at that time, it may now be exceeded by the same amount.
   */
  readonly earlier?: EarlierStays | undefined;
  readonly toleranceMs?: number | undefined;
}

/** `present` (from `Exceeded`) does not count the party of the `LoadChange`. */
export interface Overload extends Exceeded {
  /** When there is room again. May be after the stay. */
  readonly shortUntil: number;
  /** For a restored party: ids of the parties added or enlarged since it gave up its seats. */
  readonly since: readonly string[];
  /** True if the excess is allowed, because a party is about to leave (rule C26). */
  readonly tolerated: boolean;
}

export const seatLimit = (limits: Limits): number | null =>
  limits.seats === null ? null : limits.seats + limits.overbookCovers;

/** A change that adds no load is never an overload. */
export function presenceOverloads(
  others: readonly Occupant[],
  change: LoadChange,
  limits: Limits,
): Overload[] {
  const found: Overload[] = [];
  const seats = seatLimit(limits);
  const parties = limits.maxPartiesPresent;
  if (seats === null && parties === null) return found;
  if (haveRoomTogether(others, change.after, seats, parties)) return found;
  const kept = change.earlier === undefined ? null : keptStays(others, change.earlier);
  const points = changePoints(kept === null ? others : [...others, ...kept], change);
  const keptLoads = kept === null ? null : loadsAt(kept, points);
  const room = { others, change, points, loads: loadsAt(others, points), keptLoads };
  if (seats !== null) pushIfAny(found, firstOverload(room, "seats", seats));
  if (parties !== null) pushIfAny(found, firstOverload(room, "parties", parties));
  return found;
}

const haveRoomTogether = (
  others: readonly Occupant[],
  { covers }: Interval,
  seats: number | null,
  parties: number | null,
): boolean =>
  (parties === null || others.length < parties) &&
  (seats === null || others.reduce((sum, one) => sum + one.covers, covers) <= seats);

function pushIfAny<T>(list: T[], item: T | null): void {
  if (item !== null) list.push(item);
}

interface Room {
  readonly others: readonly Occupant[];
  readonly change: LoadChange;
  readonly points: readonly number[];
  readonly loads: readonly Load[];
  readonly keptLoads: readonly Load[] | null;
}

interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly present: number;
  readonly worstAt: number;
  readonly tolerated: boolean;
}

function firstOverload(
  { others, change, points, loads, keptLoads }: Room,
  limited: "seats" | "parties",
  limit: number,
): Overload | null {
  const { after, before, earlier } = change;
  const measure = limited === "seats" ? "covers" : "parties";
  const needed = limited === "seats" ? after.covers : 1;
  const ownBefore = (instant: number): number => {
    if (before === null || instant < before.from || instant >= before.to) return 0;
    return limited === "seats" ? before.covers : 1;
  };
  const found: Stretch[] = [];
  let open: Stretch | null = null;
  for (const [at, instant] of points.entries()) {
    const present = loads[at]?.[measure] ?? 0;
    const had = keptLoads === null ? 0 : (keptLoads[at]?.[measure] ?? 0) + needed;
    const exceeded = present + needed > Math.max(limit, present + ownBefore(instant), had);
    if (exceeded) {
      open ??= { from: instant, to: after.to, present, worstAt: instant, tolerated: true };
      if (present > open.present) open = { ...open, present, worstAt: instant };
      const excess = present + needed - limit;
      const tolerated: boolean =
        open.tolerated && excess <= mostLeaving(others, change, instant, measure);
      open = { ...open, tolerated };
    } else if (open !== null) {
      found.push({ ...open, to: instant });
      open = null;
    }
  }
  if (open !== null) found.push(open);
  const overload = found.find(({ tolerated }) => !tolerated) ?? found[0];
  if (overload === undefined) return null;
  const { worstAt, ...stretch } = overload;
  const since = grownIn(others, earlier, stretch);
  const shortUntil = roomAgainFrom(others, stretch.to, (load) => load[measure] + needed > limit);
  return {
    limited,
    shortUntil,
    ...stretch,
    needed,
    limit,
    ...heldAt(others, worstAt, measure),
    since,
  };
}

/**
 * The excess that rule C26 allows a walk-in: the covers of the largest party that is about to leave, the
 * walk-in included. For a limit on parties: 1 if any party is about to leave.
 */
function mostLeaving(
  others: readonly Occupant[],
  { after, toleranceMs }: LoadChange,
  instant: number,
  measure: "covers" | "parties",
): number {
  if (toleranceMs === undefined) return 0;
  const leaves = ({ from, to }: Pick<Interval, "from" | "to">): boolean =>
    from <= instant && instant < to && to - toleranceMs <= instant;
  const leaving = [after, ...others].filter(leaves);
  if (measure === "parties") return Math.min(1, leaving.length);
  return Math.max(0, ...leaving.map(({ covers }) => covers));
}

function roomAgainFrom(
  others: readonly Occupant[],
  from: number,
  isShort: (load: Load) => boolean,
): number {
  const changes = others.flatMap((one) => [one.from, one.to]).filter((at) => at > from);
  const points = [...new Set([from, ...changes])].sort((a, b) => a - b);
  const loads = loadsAt(others, points);
  return points.find((_, at) => !isShort(loads[at] as Load)) ?? from;
}

function changePoints(others: readonly Occupant[], { after, before }: LoadChange): number[] {
  const points = new Set([after.from]);
  for (const interval of before === null ? others : [...others, before]) {
    if (interval.from > after.from && interval.from < after.to) points.add(interval.from);
    if (interval.to > after.from && interval.to < after.to) points.add(interval.to);
  }
  return [...points].sort((a, b) => a - b);
}

function heldAt(others: readonly Occupant[], instant: number, measure: "covers" | "parties") {
  const holds = others.filter((one) => one.holdUntil !== null);
  const here = holds.filter((one) => one.from <= instant && instant < one.to);
  return heldBy(here, measure);
}

function heldBy(holds: readonly Occupant[], measure: "covers" | "parties") {
  const held = holds.reduce((sum, one) => sum + (measure === "covers" ? one.covers : 1), 0);
  const heldUntil = holds.length === 0 ? null : Math.max(...holds.map((one) => one.holdUntil ?? 0));
  return { held, heldUntil };
}

/** A party larger than the pace may start in an empty slot. */
export function paceOverloads(
  others: readonly Occupant[],
  change: LoadChange,
  slot: { readonly from: number; readonly to: number },
  limits: Limits,
): Overload[] {
  const { after, before, earlier } = change;
  const starting = startsIn(others, slot.from, slot.to);
  const started = earlier === undefined ? null : keptStarts(others, earlier, slot);
  const startedHere = before !== null && before.from >= slot.from && before.from < slot.to;
  const holds = others.filter(
    (one) => one.holdUntil !== null && one.from >= slot.from && one.from < slot.to,
  );
  const found: Overload[] = [];
  const check = (
    limited: "paceCovers" | "paceParties",
    measure: "covers" | "parties",
    needed: number,
    ownBefore: number,
  ): void => {
    const limit = limits[limited];
    const present = starting[measure];
    const had = started === null ? 0 : started[measure] + needed;
    if (limit === null || present + needed <= Math.max(limit, present + ownBefore, had)) return;
    if (starting.parties === 0) return;
    const since = grownIn(others, earlier, slot);
    const held = heldBy(holds, measure);
    const seen = { present, needed, limit, ...held, since, tolerated: false };
    found.push({ limited, ...slot, shortUntil: slot.to, ...seen });
  };
  check("paceCovers", "covers", after.covers, startedHere ? before.covers : 0);
  check("paceParties", "parties", 1, startedHere ? 1 : 0);
  return found;
}
