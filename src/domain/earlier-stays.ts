import { type Load, type Occupant, startsIn } from "./occupancy.ts";

/**
 * For a party that is being restored: the stays that other parties had when it gave up its seats, by id.
 * Null: no stay then. Lists only parties whose stay has changed since.
 */
export type EarlierStays = ReadonlyMap<string, Occupant | null>;

interface Span {
  readonly from: number;
  readonly to: number;
}

/** The part of each stay that the party already had in its `earlier` stay. */
export const keptStays = (others: readonly Occupant[], earlier: EarlierStays): Occupant[] =>
  others.flatMap((one) => {
    const then = earlier.get(one.id);
    return then === undefined ? [one] : (common(one, then) ?? []);
  });

/** Counts the parties that start in the slot now and in `earlier`, each with the smaller of its sizes. */
export function keptStarts(others: readonly Occupant[], earlier: EarlierStays, slot: Span): Load {
  const inSlot = others.filter(({ from }) => from >= slot.from && from < slot.to);
  const kept = inSlot.flatMap((one) => {
    const then = earlier.get(one.id);
    if (then === undefined) return [one];
    return then === null ? [] : [{ ...then, covers: Math.min(then.covers, one.covers) }];
  });
  return startsIn(kept, slot.from, slot.to);
}

/** Ids of the parties that take more seats or more time in [from, to) than in `earlier`. */
export function grownIn(
  others: readonly Occupant[],
  earlier: EarlierStays | undefined,
  { from, to }: Span,
): string[] {
  if (earlier === undefined) return [];
  const added = others.filter((one) => {
    if (one.from >= to || one.to <= from) return false;
    const then = earlier.get(one.id);
    if (then === undefined) return false;
    const kept = common(one, then);
    return (
      kept === null ||
      kept.covers < one.covers ||
      kept.from > Math.max(one.from, from) ||
      kept.to < Math.min(one.to, to)
    );
  });
  return added.map(({ id }) => id);
}

function common(now: Occupant, then: Occupant | null): Occupant | null {
  if (then === null) return null;
  const from = Math.max(now.from, then.from);
  const to = Math.min(now.to, then.to);
  return from < to ? { ...now, from, to, covers: Math.min(now.covers, then.covers) } : null;
}
