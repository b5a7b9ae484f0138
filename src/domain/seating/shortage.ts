import type { Placements } from "./placements.ts";
import type { Party, Unit } from "./unit.ts";

export interface Shortage {
  /** How many tables and combinations fit the party in the wished area. If 0, no other time helps. */
  readonly units: number;
  /** How many of `units` are not free during the stay. */
  readonly taken: number;
  /** How many of `taken` have a party that must keep them (`pinned`). */
  readonly pinned: number;
  /** The table or combination that is free first, and from when. Null if none fits the party. */
  readonly next: { readonly unit: Unit; readonly at: number } | null;
}

/** `room` has only the parties around the stay, so a later party may still have the table at `next.at`. */
export const shortageOf = (room: Placements, party: Party): Shortage =>
  room.without(party.id, () => {
    const units = room.floor.unitsFor(party);
    const takers = units.map((unit) => room.takenBy(unit, party.from, party.to));
    const taken = takers.filter((some) => some.length > 0);
    const pinned = taken.filter((some) => some.some((one) => one?.pinned === true));
    let next: Shortage["next"] = null;
    for (const unit of units) {
      const at = freeFrom(room, unit, party);
      if (next === null || at < next.at) next = { unit, at };
    }
    return { units: units.length, taken: taken.length, pinned: pinned.length, next };
  });

function freeFrom(room: Placements, unit: Unit, { from, to }: Party): number {
  const rows = unit.tables.flatMap(room.on).sort((a, b) => a.from - b.from);
  const length = to - from + unit.extraMs;
  let at = from;
  for (const row of rows) {
    if (row.from < at + length && row.to > at) at = row.to;
  }
  return at;
}
