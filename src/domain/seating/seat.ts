import { findChain, type Move, type Tries } from "./chain.ts";
import { bestFit, type Why } from "./choice.ts";
import { standsIn } from "./order.ts";
import type { Placements } from "./placements.ts";
import type { Party, Unit } from "./unit.ts";

export interface Seated {
  readonly kind: "seated";
  readonly unit: Unit;
  readonly why: Why;
  readonly moves: readonly Move[];
}

/** `pinned`: a person chose the tables, but these tables do not fit the party or are not free. */
export type Seating =
  | Seated
  | { readonly kind: "pinned" }
  | { readonly kind: "full"; readonly triesEnded: boolean };

/** Finds the tables and changes nothing. `apply` makes the changes. */
export const seat = (room: Placements, party: Party, tries: Tries): Seating => {
  const tables = room.unitOf(party.id)?.tables ?? party.tables;
  return room.without(party.id, () => {
    if (tables.length > 0) {
      const own = room.floor.unitOf(tables);
      if (fits(own, party) && room.isFree(own, party.from, party.to)) {
        return { kind: "seated", unit: own, why: { kind: "kept" }, moves: [] };
      }
      if (party.pinned) return { kind: "pinned" };
    }
    const free = bestFit(room, party);
    if (free !== null) return { kind: "seated", ...free, moves: [] };
    const [own, ...moves] = findChain(room, party, tries) ?? [];
    if (own === undefined) return { kind: "full", triesEnded: tries.left === 0 };
    return { kind: "seated", unit: own.to, why: { kind: "moves" }, moves };
  });
};

/** A party may keep tables that are larger than it needs. Pinned tables may be in any area. */
const fits = (unit: Unit, { size, area, areaBinds, pinned }: Party): boolean =>
  size <= unit.maxCovers && (pinned || areaBinds !== true || area === null || standsIn(unit, area));

export function apply(room: Placements, party: Party, { unit, moves }: Seated): void {
  room.place(party, unit);
  for (const move of moves) room.place(move.party, move.to);
}
