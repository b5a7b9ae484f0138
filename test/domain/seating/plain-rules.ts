// The rules for tables in their simplest and slowest form. Tests compare the product's search for a
// table with them.
import type { Plan } from "../../../src/domain/seating/floor.ts";
import type { Block, Bookable, Party } from "../../../src/domain/seating/unit.ts";
import { HOUR, MINUTE } from "../../../src/domain/time.ts";

/** A place: a table or a combination. */
export interface PlainUnit {
  readonly name: string;
  readonly tables: readonly string[];
  readonly areas: readonly string[];
  readonly minCovers: number;
  readonly maxCovers: number;
  readonly priority: number;
  readonly extraMinutes: number;
  /** All limits that apply: the strictest counts. */
  readonly bookable: readonly Bookable[];
}

/** Who sits where. */
export type Seats = ReadonlyMap<
  string,
  { readonly party: Party; readonly tables: readonly string[] }
>;

export function plainUnits({ areas, tables, combinations }: Plan): PlainUnit[] {
  const gate = (id: string) => areas.find((area) => area.id === id)?.bookable ?? "online";
  const single = tables.map((table) => ({
    ...table,
    tables: [table.id],
    areas: [table.area],
    bookable: [table.bookable, gate(table.area)],
  }));
  const joined = combinations.map((combination) => {
    const own = tables.filter(({ id }) => combination.tables.includes(id));
    return {
      ...combination,
      name: own.map(({ name }) => name).join(" + "),
      areas: own.map(({ area }) => area),
      bookable: [
        combination.bookable,
        ...own.flatMap((table) => [table.bookable, gate(table.area)]),
      ],
    };
  });
  return [...single, ...joined];
}

const ALLOWED: Readonly<Record<Bookable, readonly Bookable[]>> = {
  online: ["online"],
  desk: ["online", "desk"],
  door: ["online", "desk", "door"],
};

const isIn = (unit: PlainUnit, area: string): boolean => unit.areas.every((one) => one === area);

/** Whether a unit may be given to a party that asks for it. */
export const suits = (unit: PlainUnit, party: Party): boolean =>
  party.size >= unit.minCovers &&
  party.size <= unit.maxCovers &&
  unit.bookable.every((one) => ALLOWED[party.asks].includes(one)) &&
  (party.area === null || !party.areaBinds || isIn(unit, party.area));

const sameTables = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((one) => b.includes(one));

export const unitAt = (units: readonly PlainUnit[], tables: readonly string[]): PlainUnit =>
  units.find((unit) => sameTables(unit.tables, tables)) as PlainUnit;

/** Whether a party may keep its unit, even with fewer people than the unit's minimum. */
export const mayStay = (unit: PlainUnit, party: Party): boolean =>
  party.size <= unit.maxCovers &&
  (party.pinned || party.area === null || !party.areaBinds || isIn(unit, party.area));

const meets = (one: Block, other: Block): boolean =>
  one.from < other.to && other.from < one.to && one.tables.some((id) => other.tables.includes(id));

const rowOf = (unit: PlainUnit, { from, to }: Party): Block => ({
  tables: unit.tables,
  from,
  to: to + unit.extraMinutes * MINUTE,
});

export class PlainRules {
  readonly units: readonly PlainUnit[];
  readonly blocks: Block[] = [];

  constructor(plan: Plan) {
    this.units = plainUnits(plan);
  }

  isFree(unit: PlainUnit, party: Party, seats: Seats): boolean {
    const row = rowOf(unit, party);
    if (this.blocks.some((block) => meets(row, block))) return false;
    return [...seats.values()].every(
      (other) =>
        other.party.id === party.id ||
        !meets(row, rowOf(unitAt(this.units, other.tables), other.party)),
    );
  }

  free = (party: Party, seats: Seats): PlainUnit[] =>
    this.units.filter((unit) => suits(unit, party) && this.isFree(unit, party, seats));

  /** Impossible seats: two parties at a table, a blocked table, too many people. */
  faults(seats: Seats): string[] {
    return [...seats.values()].flatMap(({ party, tables }) => {
      const unit = unitAt(this.units, tables);
      if (unit === undefined) return [`${party.id} sits at no unit`];
      const found = [];
      if (party.size > unit.maxCovers) found.push(`${party.id} is too large for ${unit.name}`);
      if (!this.isFree(unit, party, seats)) found.push(`${party.id} shares ${unit.name}`);
      return found;
    });
  }

  /** The criteria of the choice, the most important first. */
  merits(unit: PlainUnit, party: Party, seats: Seats): (number | string)[] {
    const { from, to, area, size } = party;
    const others = this.units.filter(
      (one) => one !== unit && meets(at(one, party), at(unit, party)),
    );
    const rows = [
      ...this.blocks,
      ...[...seats.values()]
        .filter((other) => other.party.id !== party.id)
        .map((other) => rowOf(unitAt(this.units, other.tables), other.party)),
    ].filter((row) => row.tables.some((id) => unit.tables.includes(id)));
    const end = to + unit.extraMinutes * MINUTE;
    const gaps = rows.map((row) => (row.to <= from ? from - row.to : row.from - end));
    const spoiled = others.filter(
      (one) => one.maxCovers > unit.maxCovers && this.isFree(one, party, seats),
    );
    return [
      area === null || isIn(unit, area) ? 0 : 1,
      unit.maxCovers - size,
      unit.tables.length,
      others.some((one) => one.tables.length > 1) ? 1 : 0,
      spoiled.length,
      Math.min(24 * HOUR, ...gaps),
      unit.priority,
      unit.name.replace(/\d+/g, (digits) => digits.padStart(3, "0")),
    ];
  }

  /**
   * Tries every assignment. Returns the smallest number of parties that have to move so that all
   * have a table; Infinity: impossible.
   */
  leastMoves(party: Party, seats: Seats): number {
    const others = [...seats.values()].filter((one) => one.party.id !== party.id);
    const fixed = new Map(
      others.filter((one) => !one.party.movable).map((one) => [one.party.id, one]),
    );
    const movable = others.filter((one) => one.party.movable);
    let least = Number.POSITIVE_INFINITY;
    const place = (at: number, taken: Seats, moved: number): void => {
      if (moved >= least) return;
      const next = movable[at];
      if (next === undefined) {
        least = moved;
        return;
      }
      const own = unitAt(this.units, next.tables);
      for (const unit of [own, ...this.units.filter((one) => one !== own)]) {
        if (unit !== own && !suits(unit, next.party)) continue;
        if (!this.isFree(unit, next.party, taken)) continue;
        const after = new Map(taken).set(next.party.id, { ...next, tables: unit.tables });
        place(at + 1, after, moved + (unit === own ? 0 : 1));
      }
    };
    for (const unit of this.free(party, fixed)) {
      place(0, new Map(fixed).set(party.id, { party, tables: unit.tables }), 0);
    }
    return least;
  }
}

const at = (unit: PlainUnit, { from, to }: Party): Block => ({ tables: unit.tables, from, to });
