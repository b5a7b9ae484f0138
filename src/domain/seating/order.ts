import type { Party, Unit } from "./unit.ts";

/** What of a party decides which units suit it, and which of them comes first. */
export type Wish = Pick<Party, "size" | "area" | "areaBinds" | "asks">;

/** A unit that is free for a party, with what of it depends on who sits where. */
export interface FreeUnit {
  readonly unit: Unit;
  /** How many free larger units could not be given any more during the stay. */
  readonly spoils: number;
  /** The shortest time that one of its tables stands empty before or after, a day at most. */
  readonly idleMs: number;
  /** When the next party or block needs one of its tables; null: nobody does. */
  readonly until: number | null;
}

export type Criterion =
  | "area"
  | "empty_seats"
  | "tables"
  | "not_combined"
  | "spoils"
  | "idle"
  | "priority"
  | "name";

type Rule<Candidate> = readonly [Criterion, (candidate: Candidate, wish: Wish) => number];

/** Whether the whole unit stands in the area. */
export const standsIn = (unit: Unit, area: string): boolean =>
  unit.areas.length === 1 && unit.areas[0] === area;

/** The first criteria of the choice. Who sits where does not matter for them. Less is better. */
const FIXED: readonly Rule<Unit>[] = [
  ["area", (unit, { area }) => (area === null || standsIn(unit, area) ? 0 : 1)],
  ["empty_seats", (unit, { size }) => unit.maxCovers - size],
  ["tables", (unit) => unit.tables.length],
  ["not_combined", (unit) => (unit.isCombined ? 1 : 0)],
];

const LAST: readonly Rule<Unit>[] = [
  ["priority", (unit) => unit.priority],
  ["name", (unit) => unit.nameRank],
];

/** The whole order of choice, most important first. */
const WHOLE: readonly Rule<FreeUnit>[] = [
  ...ofUnits(FIXED),
  ["spoils", ({ spoils }) => spoils],
  ["idle", ({ idleMs }) => idleMs],
  ...ofUnits(LAST),
];

function ofUnits(rules: readonly Rule<Unit>[]): Rule<FreeUnit>[] {
  return rules.map(([name, value]) => [name, ({ unit }, wish) => value(unit, wish)]);
}

/** The first criterion in which two candidates differ; null: in none. */
function decides<One>(rules: readonly Rule<One>[], a: One, b: One, wish: Wish) {
  for (const [criterion, value] of rules) {
    const [valueOfA, valueOfB] = [value(a, wish), value(b, wish)];
    if (valueOfA !== valueOfB) return { criterion, value: valueOfA, nextValue: valueOfB };
  }
  return null;
}

const comparing =
  <One>(rules: readonly Rule<One>[]) =>
  (a: One, b: One, wish: Wish): number => {
    const found = decides(rules, a, b, wish);
    return found === null ? 0 : found.value < found.nextValue ? -1 : 1;
  };

/** By the fixed criteria; below 0: `a` comes first whoever sits where, 0: that decides. */
export const compareFixed = comparing(FIXED);

/** The order of choice as far as who sits where does not matter. */
export const compareUnits = comparing([...FIXED, ...LAST]);

/** The order of choice. */
export const compareFree = comparing(WHOLE);

/** By what `a` comes before `b`. */
export const decidesFree = (a: FreeUnit, b: FreeUnit, wish: Wish) => decides(WHOLE, a, b, wish);
