import type { Floor } from "./floor.ts";
import type { Block, Party, Unit } from "./unit.ts";

/** [from, to). `party` is null for a block. */
export interface Placement {
  readonly from: number;
  readonly to: number;
  readonly party: Party | null;
}

/** `to` includes the unit's `extraMs`. */
interface Place extends Placement {
  readonly party: Party;
  readonly tables: readonly string[];
  /** Null until it is needed. */
  unit: Unit | null;
}

interface Way {
  readonly unit: Unit;
  readonly takers: readonly Party[];
}

const NOBODY: readonly Placement[] = [];

/** Searches change this object and undo their changes. */
export class Placements {
  readonly floor: Floor;
  readonly #byTable = new Map<string, Placement[]>();
  /** `#places` is built from these only when needed, because most searches look up few ids. */
  readonly #given: Place[] = [];
  #places: Map<string, Place> | null = null;
  readonly #ways = new Map<Party, readonly Way[]>();

  constructor(floor: Floor, parties: readonly Party[], blocks: readonly Block[]) {
    this.floor = floor;
    for (const { tables, from, to } of blocks) {
      for (const table of tables) this.#insert(table, { from, to, party: null });
    }
    for (const party of parties) {
      const { from, to, tables } = party;
      if (tables.length === 0) continue;
      const unit = floor.hasExtra ? floor.unitOf(tables) : null;
      const place = { from, to: to + (unit?.extraMs ?? 0), party, tables, unit };
      this.#given.push(place);
      for (const table of tables) this.#insert(table, place);
    }
  }

  /** Earliest first. */
  on = (table: string): readonly Placement[] => this.#byTable.get(table) ?? NOBODY;

  parties = (): Party[] =>
    [...this.#index().values()].map(({ party, tables }) => ({ ...party, tables }));

  unitOf(id: string): Unit | null {
    const place = this.#find(id);
    return place === undefined ? null : this.#unitAt(place);
  }

  place(party: Party, unit: Unit): void {
    this.remove(party.id);
    this.#add(party, unit);
  }

  remove(id: string): Place | null {
    const place = this.#find(id);
    if (place === undefined) return null;
    this.#ways.clear();
    this.#index().delete(id);
    for (const table of place.tables) {
      const rows = this.#byTable.get(table) ?? [];
      const at = rows.indexOf(place);
      if (at >= 0) rows.splice(at, 1);
    }
    return place;
  }

  without<Answer>(id: string, look: () => Answer): Answer {
    const had = this.remove(id);
    const answer = look();
    if (had !== null) this.place(had.party, this.#unitAt(had));
    return answer;
  }

  isFree(unit: Unit, from: number, to: number): boolean {
    const end = to + unit.extraMs;
    for (const table of unit.tables) {
      for (const row of this.on(table)) {
        if (row.from >= end) break;
        if (row.to > from) return false;
      }
    }
    return true;
  }

  takenBy(unit: Unit, from: number, to: number): (Party | null)[] {
    const end = to + unit.extraMs;
    const takers: (Party | null)[] = [];
    for (const table of unit.tables) {
      for (const row of this.on(table)) {
        if (row.from >= end) break;
        if (row.to > from && !takers.includes(row.party)) takers.push(row.party);
      }
    }
    return takers;
  }

  /** The units that suit the party and are free or taken only by movable parties. `takers`: largest party first. */
  waysFor(party: Party): readonly Way[] {
    const known = this.#ways.get(party);
    if (known !== undefined) return known;
    const ways: Way[] = [];
    for (const unit of this.floor.unitsFor(party)) {
      const takers = this.takenBy(unit, party.from, party.to);
      if (!takers.every(isMovable)) continue;
      ways.push({ unit, takers: takers.sort((a, b) => b.size - a.size) });
    }
    this.#ways.set(party, ways);
    return ways;
  }

  copy(): Placements {
    const copy = new Placements(this.floor, [], []);
    for (const [table, rows] of this.#byTable) copy.#byTable.set(table, [...rows]);
    copy.#places = new Map(this.#index());
    return copy;
  }

  #add(party: Party, unit: Unit): void {
    const { tables, extraMs } = unit;
    const place = { from: party.from, to: party.to + extraMs, party, tables, unit };
    this.#ways.clear();
    this.#index().set(party.id, place);
    for (const table of tables) this.#insert(table, place);
  }

  #unitAt(place: Place): Unit {
    place.unit ??= this.floor.unitOf(place.tables);
    return place.unit;
  }

  #find(id: string): Place | undefined {
    if (id === "") return undefined;
    if (this.#places !== null) return this.#places.get(id);
    return this.#given.find(({ party }) => party.id === id);
  }

  #index(): Map<string, Place> {
    this.#places ??= new Map(this.#given.map((place) => [place.party.id, place]));
    return this.#places;
  }

  #insert(table: string, row: Placement): void {
    const rows = this.#byTable.get(table);
    if (rows === undefined) {
      this.#byTable.set(table, [row]);
      return;
    }
    let at = rows.length;
    while (at > 0 && (rows[at - 1]?.from ?? 0) > row.from) at -= 1;
    if (at === rows.length) rows.push(row);
    else rows.splice(at, 0, row);
  }
}

const isMovable = (taker: Party | null): taker is Party => taker?.movable === true;
