import { HOUR } from "../time.ts";
import { type Criterion, compareFixed, compareFree, decidesFree, type FreeUnit } from "./order.ts";
import type { Placements } from "./placements.ts";
import type { Party, Unit } from "./unit.ts";

/**
 * Why the party gets the unit. `elsewhere`: the wished area is full. A `Criterion`: what makes the unit
 * better than the next best unit.
 */
export type Why =
  | { readonly kind: "kept" | "only" | "moves" | "chosen" }
  | { readonly kind: "elsewhere"; readonly wished: string; readonly areas: readonly string[] }
  | {
      readonly kind: Criterion;
      readonly value: number;
      readonly next: string;
      readonly nextValue: number;
    };

export interface Choice {
  readonly unit: Unit;
  readonly why: Why;
}

/** The party's present tables count as free. */
export const freeUnits = (room: Placements, party: Party): FreeUnit[] =>
  room.without(party.id, () =>
    described(unitsFree(room, party), room, party).sort((a, b) => compareFree(a, b, party)),
  );

export function bestFit(room: Placements, party: Party): Choice | null {
  const rivals: Unit[] = [];
  for (const unit of room.floor.unitsFor(party)) {
    if (!room.isFree(unit, party.from, party.to)) continue;
    const [first = unit] = rivals;
    const isWorse = compareFixed(first, unit, party) !== 0;
    if (isWorse && rivals.length > 1) break;
    rivals.push(unit);
    if (isWorse) break;
  }
  const [best, next] = described(rivals, room, party).sort((a, b) => compareFree(a, b, party));
  if (best === undefined) return null;
  if (next === undefined) return { unit: best.unit, why: { kind: "only" } };
  const by = decidesFree(best, next, party);
  if (by === null) throw new Error("two units have the same rank");
  const { criterion: kind, value, nextValue } = by;
  return { unit: best.unit, why: { kind, value, next: next.unit.name, nextValue } };
}

const unitsFree = (room: Placements, party: Party): Unit[] =>
  room.floor.unitsFor(party).filter((unit) => room.isFree(unit, party.from, party.to));

function described(units: readonly Unit[], room: Placements, { from, to }: Party): FreeUnit[] {
  const isFree = new Map<Unit, boolean>();
  const isSpoiled = (larger: Unit): boolean => {
    const known = isFree.get(larger) ?? room.isFree(larger, from, to);
    isFree.set(larger, known);
    return known;
  };
  return units.map((unit) => {
    const spoils = unit.larger.filter(isSpoiled).length;
    return { unit, spoils, ...neighbours(unit, room, from, to + unit.extraMs) };
  });
}

function neighbours(unit: Unit, room: Placements, from: number, to: number) {
  let idleMs = 24 * HOUR;
  let until: number | null = null;
  for (const row of unit.tables.flatMap(room.on)) {
    idleMs = Math.min(idleMs, row.to <= from ? from - row.to : row.from - to);
    if (row.from >= to) until = Math.min(until ?? row.from, row.from);
  }
  return { idleMs, until };
}
