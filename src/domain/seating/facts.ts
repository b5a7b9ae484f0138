import { bestFit } from "./choice.ts";
import type { Placements } from "./placements.ts";
import { movesBetween, type Planned } from "./plan.ts";
import type { Block, Party } from "./unit.ts";

const earliestFirst = (a: Party, b: Party): number =>
  a.from - b.from || b.size - a.size || (a.id < b.id ? -1 : 1);

/**
 * Who has one of these tables in [from, to) and loses it to `winner`: the party that sits there, or
 * a block (null).
 */
export function losersOf(room: Placements, { tables, from, to }: Block, winner: string | null) {
  const rows = tables.flatMap(room.on).filter((row) => row.from < to && row.to > from);
  const losers = new Set(rows.flatMap(({ party }) => party ?? []));
  return [...losers].filter(({ id }) => id !== winner).sort(earliestFirst);
}

/**
 * Who has a unit that does not hold them any more, after the plan has changed: too small, not on the
 * plan, or blocked. Parties that sit are among them.
 */
export const misplaced = (room: Placements): Party[] =>
  room
    .parties()
    .filter((party) => {
      const unit = room.unitOf(party.id);
      if (unit === null || unit.maxCovers < party.size) return true;
      return room.takenBy(unit, party.from, party.to).has(null);
    })
    .sort(earliestFirst);

/**
 * Other tables for parties that have lost theirs: the best free unit for each, the earliest first.
 * Nobody else moves, and it does not matter what bound them to the tables that they had.
 */
export function rehouse(before: Placements, losers: readonly Party[]): Planned {
  const room = before.copy();
  for (const { id } of losers) room.remove(id);
  const unplaced = losers.toSorted(earliestFirst).filter((party) => {
    const free = bestFit(room, party);
    if (free !== null) room.place(party, free.unit);
    return free === null;
  });
  return { moves: movesBetween(before, room), unplaced, triesEnded: false };
}
