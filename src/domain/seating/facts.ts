import { bestFit } from "./choice.ts";
import type { Placements } from "./placements.ts";
import { movesBetween, type Planned } from "./plan.ts";
import type { Block, Party } from "./unit.ts";

const earliestFirst = (a: Party, b: Party): number =>
  a.from - b.from || b.size - a.size || (a.id < b.id ? -1 : 1);

/** The parties that lose the tables, earliest first. `winner`: id of the party that gets them. Null if a block does. */
export function losersOf(room: Placements, { tables, from, to }: Block, winner: string | null) {
  const rows = tables.flatMap(room.on).filter((row) => row.from < to && row.to > from);
  const losers = new Set(rows.flatMap(({ party }) => party ?? []));
  return [...losers].filter(({ id }) => id !== winner).sort(earliestFirst);
}

/**
 * The parties that cannot keep their tables. If parties claim the same table, a seated party has priority
 * over a pinned party, and a pinned party over any other. A seated party may be larger than its
 * table. Only seated and pinned parties may keep a combination that the plan does not have.
 */
export function misplaced(room: Placements, sits: (party: Party) => boolean): Party[] {
  const all = room.parties();
  const kept = room.copy();
  for (const { id } of all) kept.remove(id);
  const rights = new Map(all.map((one) => [one, sits(one) ? 0 : one.pinned ? 1 : 2]));
  const rightOf = (one: Party): number => rights.get(one) ?? 0;
  const isWrong = (party: Party): boolean => {
    const unit = room.floor.unitOf(party.tables);
    const least = rightOf(party) === 0 ? 1 : party.size;
    const isAllowed = rightOf(party) < 2 || room.floor.units.includes(unit);
    const fits = unit.maxCovers >= least && isAllowed && kept.isFree(unit, party.from, party.to);
    if (fits) kept.place(party, unit);
    return !fits;
  };
  return all
    .sort((a, b) => rightOf(a) - rightOf(b) || earliestFirst(a, b))
    .filter(isWrong)
    .sort(earliestFirst);
}

/** Gives each of the `losers` the best free tables. Moves no other party. */
export function rehouse(before: Placements, losers: readonly Party[]): Planned {
  const room = before.copy();
  for (const { id } of losers) room.remove(id);
  const unplaced = losers.toSorted(earliestFirst).filter((party) => {
    const free = bestFit(room, { ...party, areaBinds: false });
    if (free !== null) room.place(party, free.unit);
    return free === null;
  });
  return { moves: movesBetween(before, room), unplaced, triesEnded: false };
}
