import type { Floor } from "./floor.ts";
import type { Block, Party, Unit } from "./unit.ts";

/** Tables that are taken in [from, to): by a party, or by a block (null). */
export interface Placement {
  readonly from: number;
  readonly to: number;
  readonly party: Party | null;
}

/** A party at its tables, extra minutes included. */
interface Place extends Placement {
  readonly party: Party;
  readonly unit: Unit;
}

/** A unit, and the parties that would have to leave it: none if it is free. */
interface Way {
  readonly unit: Unit;
  readonly takers: readonly Party[];
}

const NOBODY: readonly Placement[] = [];

/**
 * Which parties have which tables when, in a span of days: a row for each physical table, by time.
 * Parties without tables have no row. Searches change it while they try, and undo that.
 */
export class Placements {
  readonly floor: Floor;
  readonly #byTable = new Map<string, Placement[]>();
  readonly #places = new Map<string, Place>();
  /**
   * Kept until a party gets or loses a table, because searches for several starts ask for the same.
   */
  readonly #ways = new Map<Party, readonly Way[]>();

  constructor(floor: Floor, parties: readonly Party[], blocks: readonly Block[]) {
    this.floor = floor;
    for (const { tables, from, to } of blocks) {
      for (const table of tables) this.#insert(table, { from, to, party: null });
    }
    for (const party of parties) {
      if (party.tables.length > 0) this.#add(party, floor.unitOf(party.tables));
    }
  }

  /** The rows of one table, earliest first. */
  on = (table: string): readonly Placement[] => this.#byTable.get(table) ?? NOBODY;

  /** All parties with tables, each with its present ones. */
  parties = (): Party[] =>
    [...this.#places.values()].map(({ party, unit }) => ({ ...party, tables: unit.tables }));

  /** The unit of a party; null: it has no table. */
  unitOf = (id: string): Unit | null => this.#places.get(id)?.unit ?? null;

  /** Gives a party a unit instead of its present one. */
  place(party: Party, unit: Unit): void {
    this.remove(party.id);
    this.#add(party, unit);
  }

  /** Takes a party's tables away. Returns what it had. */
  remove(id: string): Place | null {
    const place = this.#places.get(id);
    if (place === undefined) return null;
    this.#ways.clear();
    this.#places.delete(id);
    for (const table of place.unit.tables) {
      const rows = this.#byTable.get(table) ?? [];
      const at = rows.indexOf(place);
      if (at >= 0) rows.splice(at, 1);
    }
    return place;
  }

  /** The result of `look` while the party has no tables. */
  without<Answer>(id: string, look: () => Answer): Answer {
    const had = this.remove(id);
    const answer = look();
    if (had !== null) this.place(had.party, had.unit);
    return answer;
  }

  /** Whether no table of the unit is taken during the stay and its extra minutes. */
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

  /**
   * The parties with tables of the unit in [from, to + its extra minutes); null stands for a block.
   */
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

  /**
   * Units for a party that are free or have only movable parties, each with these, largest first.
   */
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

  /** A copy, for changes that are not undone. */
  copy(): Placements {
    const copy = new Placements(this.floor, [], []);
    for (const [table, rows] of this.#byTable) copy.#byTable.set(table, [...rows]);
    for (const [id, place] of this.#places) copy.#places.set(id, place);
    return copy;
  }

  #add(party: Party, unit: Unit): void {
    const place = { from: party.from, to: party.to + unit.extraMs, party, unit };
    this.#ways.clear();
    this.#places.set(party.id, place);
    for (const table of unit.tables) this.#insert(table, place);
  }

  #insert(table: string, row: Placement): void {
    const rows = this.#byTable.get(table);
    if (rows === undefined) {
      this.#byTable.set(table, [row]);
      return;
    }
    let at = rows.length;
    while (at > 0 && (rows[at - 1]?.from ?? 0) > row.from) at -= 1;
    rows.splice(at, 0, row);
  }
}

const isMovable = (taker: Party | null): taker is Party => taker?.movable === true;
