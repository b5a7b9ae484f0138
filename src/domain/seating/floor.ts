import { byName } from "../by-name.ts";
import { MINUTE } from "../time.ts";
import { compareUnits, standsIn, type Wish } from "./order.ts";
import {
  type Bookable,
  type Combination,
  mayUse,
  strictest,
  type Table,
  type Unit,
} from "./unit.ts";

/** A floor plan without archived tables and disabled combinations. */
export interface Plan {
  readonly areas: readonly { readonly id: string; readonly bookable: Bookable }[];
  readonly tables: readonly Table[];
  readonly combinations: readonly Combination[];
}

type Draft = { -readonly [Key in keyof Unit]: Unit[Key] } & { larger: Unit[] };

const keyOf = (tables: readonly string[]): string =>
  tables.length === 1 ? (tables[0] as string) : tables.toSorted().join(" ");

export class Floor {
  readonly units: readonly Unit[];
  readonly hasExtra: boolean;
  readonly #tables: ReadonlyMap<string, Table>;
  readonly #byTables: ReadonlyMap<string, Unit>;
  readonly #suitable = new Map<string, readonly Unit[]>();
  readonly #largest: number;
  readonly #areas: ReadonlyMap<string, Bookable>;

  constructor({ areas, tables, combinations }: Plan) {
    this.#areas = new Map(areas.map(({ id, bookable }) => [id, bookable]));
    this.#tables = new Map(tables.map((table) => [table.id, table]));
    const units = [
      ...tables.map((table) => this.#draft([table.id], table)),
      ...combinations.map((combination) => this.#draft(combination.tables, combination)),
    ].sort((a, b) => byName(a.name, b.name));
    const needing = new Map<string, Draft[]>();
    for (const [rank, unit] of units.entries()) {
      unit.nameRank = rank;
      for (const table of unit.tables) needing.set(table, [...(needing.get(table) ?? []), unit]);
    }
    for (const unit of units) {
      const others = new Set(unit.tables.flatMap((table) => needing.get(table) ?? []));
      others.delete(unit);
      unit.isCombined = [...others].some((other) => other.tables.length > 1);
      unit.larger = [...others].filter((other) => other.maxCovers > unit.maxCovers);
    }
    this.units = units;
    this.hasExtra = units.some(({ extraMs }) => extraMs > 0);
    this.#byTables = new Map(units.map((unit) => [keyOf(unit.tables), unit]));
    this.#largest = Math.max(0, ...units.map((unit) => unit.maxCovers));
  }

  /** The free and the taken units that suit the party, best first. */
  unitsFor(party: Wish): readonly Unit[] {
    const { size, area, asks } = party;
    if (size > this.#largest) return [];
    const areaBinds = this.#binds(party);
    const key = `${size} ${asks} ${areaBinds} ${area}`;
    const known = this.#suitable.get(key);
    if (known !== undefined) return known;
    const suits = (unit: Unit): boolean =>
      unit.minCovers <= size &&
      size <= unit.maxCovers &&
      mayUse(asks, unit.bookable) &&
      !(areaBinds && area !== null && !standsIn(unit, area));
    const units = this.units.filter(suits).sort((a, b) => compareUnits(a, b, party));
    this.#suitable.set(key, units);
    return units;
  }

  #binds({ area, areaBinds, tables }: Wish): boolean {
    if (area === null || areaBinds !== "while_inside") return areaBinds !== false;
    return tables.length === 0 || standsIn(this.unitOf(tables), area);
  }

  /** If the plan lacks this combination, `maxCovers` is the tables' sum, or 0 if a table is unknown. */
  unitOf(tables: readonly string[]): Unit {
    const known = this.#byTables.get(keyOf(tables));
    if (known !== undefined) return known;
    const found = tables.flatMap((id) => this.#tables.get(id) ?? []);
    const all = (value: (table: Table) => number): number[] => found.map(value);
    const covers = all((table) => table.maxCovers).reduce((sum, one) => sum + one, 0);
    return this.#draft(tables, {
      minCovers: 1,
      maxCovers: found.length === tables.length ? covers : 0,
      priority: Math.max(0, ...all((table) => table.priority)),
      bookable: "online",
      extraMinutes: Math.max(0, ...all((table) => table.extraMinutes)),
    });
  }

  #draft(ids: readonly string[], sized: Omit<Combination, "tables">): Draft {
    const { minCovers, maxCovers, priority, bookable, extraMinutes } = sized;
    const tables = ids.flatMap((id) => this.#tables.get(id) ?? []);
    const areas = [...new Set(tables.map(({ area }) => area))];
    const gates = areas.flatMap((area) => this.#areas.get(area) ?? []);
    return {
      name: tables
        .map(({ name }) => name)
        .sort(byName)
        .join(" + "),
      tables: ids,
      areas,
      minCovers,
      maxCovers,
      priority,
      bookable: strictest([bookable, ...gates, ...tables.map((table) => table.bookable)]),
      extraMs: extraMinutes * MINUTE,
      isCombined: false,
      larger: [],
      nameRank: 0,
    };
  }
}
