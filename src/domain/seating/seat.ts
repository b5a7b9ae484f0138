import { findChain, type Move, type Tries } from "./chain.ts";
import { bestFit, type Why } from "./choice.ts";
import { standsIn } from "./order.ts";
import type { Placements } from "./placements.ts";
import type { Party, Unit } from "./unit.ts";

export interface Seated {
  readonly kind: "seated";
  readonly unit: Unit;
  readonly why: Why;
  /** Parties that move so that the unit is free. */
  readonly moves: readonly Move[];
}

/**
 * Where a party can sit, or why nowhere. `pinned`: its tables were chosen by a person and no longer
 * fit.
 */
export type Seating =
  | Seated
  | { readonly kind: "pinned" }
  | { readonly kind: "full"; readonly triesEnded: boolean };

/**
 * A place for a party: its present one if that fits; otherwise the best free unit; otherwise one
 * that others make free. Pinned parties keep their tables or get none. Changes nothing: `apply`
 * does.
 */
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

/**
 * Whether a party may stay at its unit. It may have fewer people than the unit's minimum. Tables
 * that a person chose may also be outside the wished area.
 */
const fits = (unit: Unit, { size, area, areaBinds, pinned }: Party): boolean =>
  size <= unit.maxCovers && (pinned || areaBinds !== true || area === null || standsIn(unit, area));

/** Gives the party and those that move for it their units. */
export function apply(room: Placements, party: Party, { unit, moves }: Seated): void {
  room.place(party, unit);
  for (const move of moves) room.place(move.party, move.to);
}
