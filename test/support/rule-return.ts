// A second implementation of the rules that decide whether Done, Arrived or No-show can be undone.
import {
  covers,
  type RuleHouse,
  type RuleStay,
  sittingAt,
  slotOf,
  type Taken,
  takenBy,
  takenOf,
} from "./rule-book.ts";

const MINUTE = 60_000;

/** A restaurant at the time when a party was marked. */
export interface RuleMoment {
  readonly stays: readonly RuleStay[];
  readonly holds: readonly Taken[];
}

/**
 * Whether a mark can be undone: only seats that other parties got since the mark may prevent it.
 */
export function staysOpen(
  { settings, stays, holds, now }: RuleHouse,
  back: RuleStay,
  was: RuleMoment,
): boolean {
  const wanted = takenBy(back, now);
  if (wanted === null || wanted.to <= now) return true;
  const after = { ...wanted, from: Math.max(wanted.from, now) };
  const others = stays.filter(({ id }) => id !== back.id);
  const all = [...takenOf(others, now), ...holds];
  const had = (one: RuleStay): Taken | null => {
    const then = was.stays.find(({ id }) => id === one.id);
    if (then === undefined || then.status === "no_show" || then.status === "cancelled") return null;
    return takenBy({ ...one, start: then.start, end: then.end, size: then.size }, now);
  };
  // For each party, the smaller of its sizes at the time of the mark and now.
  const lesser = (at: (taken: Taken) => boolean): number[] => [
    ...others.flatMap((one) => {
      const [present, then] = [takenBy(one, now), had(one)];
      const both = present !== null && then !== null && at(present) && at(then);
      return both ? [Math.min(present.size, then.size)] : [];
    }),
    ...holds.filter((one) => was.holds.includes(one) && at(one)).map(({ size }) => size),
  ];
  const sitting = sittingAt(settings, back.start, true);
  const limits = sitting?.limits ?? settings;
  const seats = (limits.seats ?? Number.POSITIVE_INFINITY) + limits.overbookCovers;
  const tables = limits.maxPartiesPresent ?? Number.POSITIVE_INFINITY;
  const sum = (sizes: readonly number[]): number => sizes.reduce((one, other) => one + other, 0);
  for (let at = after.from; at < after.to; at += MINUTE) {
    const there = ({ from, to }: Taken): boolean => from <= at && at < to;
    const present = all.filter(there);
    const then = lesser(there);
    if (covers(present) > sum(then) && covers(present) + after.size > seats) return false;
    if (present.length > then.length && present.length >= tables) return false;
  }
  if (sitting === null || wanted.from < now) return true;
  const slot = slotOf(after.from, sitting);
  const starts = ({ from }: Taken): boolean => from >= slot.from && from < slot.to;
  const starting = all.filter(starts);
  const started = lesser(starts);
  const { paceCovers, paceParties } = sitting.limits;
  const tooMany = covers(starting) + after.size > (paceCovers ?? Number.POSITIVE_INFINITY);
  if (covers(starting) > sum(started) && tooMany) return false;
  return (
    starting.length === started.length ||
    starting.length < (paceParties ?? Number.POSITIVE_INFINITY)
  );
}
