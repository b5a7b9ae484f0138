import { type Load, type Occupant, startsIn } from "./occupancy.ts";

/**
 * Earlier stays of other parties by id; null: took no seats. A party that is missing here has not
 * changed.
 */
export type Stood = ReadonlyMap<string, Occupant | null>;

interface Span {
  readonly from: number;
  readonly to: number;
}

/** The part of each present stay that the party already had at the earlier moment. */
export const stoodAmong = (others: readonly Occupant[], stood: Stood): Occupant[] =>
  others.flatMap((one) => {
    const then = stood.get(one.id);
    return then === undefined ? [one] : (common(one, then) ?? []);
  });

/** Parties that start in the slot now and did then, with the smaller size. */
export function startedBefore(others: readonly Occupant[], stood: Stood, slot: Span): Load {
  const inSlot = others.filter(({ from }) => from >= slot.from && from < slot.to);
  const earlier = inSlot.flatMap((one) => {
    const then = stood.get(one.id);
    if (then === undefined) return [one];
    return then === null ? [] : [{ ...then, covers: Math.min(then.covers, one.covers) }];
  });
  return startsIn(earlier, slot.from, slot.to);
}

/** Ids of those who take more of [from, to) than at the earlier moment. */
export function addedIn(
  others: readonly Occupant[],
  stood: Stood | undefined,
  { from, to }: Span,
): string[] {
  if (stood === undefined) return [];
  const added = others.filter((one) => {
    if (one.from >= to || one.to <= from) return false;
    const then = stood.get(one.id);
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
