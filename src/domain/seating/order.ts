import type { Party, Unit } from "./unit.ts";

export type Wish = Pick<Party, "size" | "area" | "areaBinds" | "asks" | "tables">;

export interface FreeUnit {
  readonly unit: Unit;
  /** How many free larger units the party would block. */
  readonly spoils: number;
  /** The shortest idle time of the unit's tables before or after the stay; at most a day. */
  readonly idleMs: number;
  /** When a party or a block next needs one of the unit's tables. Null if never. */
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

export const standsIn = (unit: Unit, area: string): boolean =>
  unit.areas.length === 1 && unit.areas[0] === area;

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

const WHOLE: readonly Rule<FreeUnit>[] = [
  ...ofUnits(FIXED),
  ["spoils", ({ spoils }) => spoils],
  ["idle", ({ idleMs }) => idleMs],
  ...ofUnits(LAST),
];

function ofUnits(rules: readonly Rule<Unit>[]): Rule<FreeUnit>[] {
  return rules.map(([name, value]) => [name, ({ unit }, wish) => value(unit, wish)]);
}

function decides<One>(rules: readonly Rule<One>[], a: One, b: One, wish: Wish) {
  for (const [criterion, value] of rules) {
    const valueOfA = value(a, wish);
    const nextValue = value(b, wish);
    if (valueOfA !== nextValue) return { criterion, value: valueOfA, nextValue };
  }
  return null;
}

const comparing =
  <One>(rules: readonly Rule<One>[]) =>
  (a: One, b: One, wish: Wish): number => {
    const found = decides(rules, a, b, wish);
    return found === null ? 0 : found.value < found.nextValue ? -1 : 1;
  };

export const compareFixed = comparing(FIXED);

export const compareUnits = comparing([...FIXED, ...LAST]);

export const compareFree = comparing(WHOLE);

export const decidesFree = (a: FreeUnit, b: FreeUnit, wish: Wish) => decides(WHOLE, a, b, wish);
