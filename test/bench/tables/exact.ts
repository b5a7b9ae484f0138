// The exact search: whether all parties can have a table at all. The floor may have at most 31
// units (tables and combinations), and no table may lengthen the stay of its party
// (`extraMinutes`).
import type { Floor } from "../../../src/domain/seating/floor.ts";
import type { Party, Unit } from "../../../src/domain/seating/unit.ts";

/** Returned if the limit of steps is reached. */
export const CUT_OFF = "cut off";

/** Tries every assignment, up to a limit of steps. Null: no assignment is possible. */
export class ExactSearch {
  readonly #units: readonly Unit[];
  /** For each unit, as bits: itself and all units that share a table with it. */
  readonly #conflicts: readonly number[];
  readonly #joins: readonly number[];
  readonly #floor: Floor;
  readonly #most: number;
  #steps = 0;

  constructor(floor: Floor, most: number) {
    if (floor.units.length > 31) throw new Error("too many units for an exact search");
    this.#floor = floor;
    this.#most = most;
    this.#units = floor.units;
    this.#conflicts = floor.units.map((unit) =>
      this.#bits((other) => other.tables.some((table) => unit.tables.includes(table))),
    );
    this.#joins = floor.units.flatMap(({ tables }, at) => (tables.length > 1 ? [at] : []));
  }

  /** Finds a unit for every party, including `party`. */
  seatAll(parties: readonly Party[], party: Party): Map<Party, Unit> | null | typeof CUT_OFF {
    const all = [...parties, party];
    const domains = all.map((one) => {
      const suitable = new Set(this.#floor.unitsFor(one));
      return this.#bits((unit) => suitable.has(unit));
    });
    const isPresent = (instant: number) => (_: unknown, at: number) =>
      (all[at] as Party).from <= instant && instant < (all[at] as Party).to;
    const instants = all.map(({ from }) => from).filter((at) => at >= party.from && at < party.to);
    for (const instant of new Set([party.from, ...instants])) {
      if (!this.#fitAtOnce(domains.filter(isPresent(instant)), 0, 0)) return null;
    }
    const overlaps = all.map((one) =>
      all.flatMap((other, at) =>
        other !== one && other.from < one.to && one.from < other.to ? [at] : [],
      ),
    );
    this.#steps = 0;
    const assigned = new Int32Array(all.length).fill(-1);
    const found = this.#assign(Int32Array.from(domains), assigned, overlaps, all.length);
    if (!found) return this.#steps >= this.#most ? CUT_OFF : null;
    return new Map(all.map((one, at) => [one, this.#units[assigned[at] as number] as Unit]));
  }

  /**
   * Whether the parties of one instant could all have tables. For every set of combinations, tries
   * to match the parties with units. If no set allows a match, no search is needed.
   */
  #fitAtOnce(domains: readonly number[], from: number, formed: number): boolean {
    let gone = this.#joins.reduce((bits, join) => bits | (1 << join), 0) & ~formed;
    for (const join of this.#joins) {
      if ((formed >> join) & 1) gone |= (this.#conflicts[join] as number) & ~(1 << join);
    }
    if (this.#matches(domains.map((domain) => domain & ~gone))) return true;
    return this.#joins.slice(from).some((join, at) => {
      const clashes = ((this.#conflicts[join] as number) & formed) !== 0;
      return !clashes && this.#fitAtOnce(domains, from + at + 1, formed | (1 << join));
    });
  }

  #matches(domains: readonly number[]): boolean {
    const sitting = new Int32Array(this.#units.length).fill(-1);
    let seen = 0;
    const place = (party: number): boolean => {
      for (let unit = 0; unit < sitting.length; unit += 1) {
        const bit = 1 << unit;
        if (((domains[party] as number) & bit) === 0 || (seen & bit) !== 0) continue;
        seen |= bit;
        const other = sitting[unit] as number;
        if (other >= 0 && !place(other)) continue;
        sitting[unit] = party;
        return true;
      }
      return false;
    };
    return domains.every((_, party) => {
      seen = 0;
      return place(party);
    });
  }

  /** Takes the party with the fewest possible units first, and tries each unit. */
  #assign(
    domains: Int32Array,
    assigned: Int32Array,
    overlaps: readonly number[][],
    left: number,
  ): boolean {
    if (left === 0) return true;
    if (this.#steps >= this.#most) return false;
    this.#steps += 1;
    let next = -1;
    let fewest = 99;
    for (let at = 0; at < domains.length; at += 1) {
      if ((assigned[at] as number) >= 0) continue;
      const count = bitCount(domains[at] as number);
      if (count < fewest) [next, fewest] = [at, count];
      if (count === 0) return false;
    }
    const tried: number[] = [];
    for (let unit = 0; unit < this.#units.length; unit += 1) {
      if ((((domains[next] as number) >> unit) & 1) === 0) continue;
      if (tried.some((other) => this.#isAlike(unit, other, domains, assigned))) continue;
      tried.push(unit);
      const after = domains.slice();
      assigned[next] = unit;
      const conflicts = this.#conflicts[unit] as number;
      for (const other of overlaps[next] as number[]) {
        if ((assigned[other] as number) < 0) after[other] = (after[other] as number) & ~conflicts;
      }
      if (this.#assign(after, assigned, overlaps, left - 1)) return true;
      assigned[next] = -1;
    }
    return false;
  }

  /** Whether two units can be exchanged in every remaining assignment. */
  #isAlike(unit: number, other: number, domains: Int32Array, assigned: Int32Array): boolean {
    const both = (1 << unit) | (1 << other);
    const joins = (this.#conflicts[unit] as number) & ~both;
    if (joins !== ((this.#conflicts[other] as number) & ~both)) return false;
    return domains.every((domain, at) => {
      const has = domain & both;
      return (assigned[at] as number) >= 0 || has === 0 || has === both;
    });
  }

  #bits(isSet: (unit: Unit) => boolean): number {
    return this.#units.reduce((bits, unit, at) => (isSet(unit) ? bits | (1 << at) : bits), 0);
  }
}

function bitCount(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}
