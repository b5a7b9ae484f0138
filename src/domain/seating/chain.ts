import type { Placements } from "./placements.ts";
import type { Party, Unit } from "./unit.ts";

/**
 * How many more units (tables or combinations) the search may try. A limit in seconds would find fewer
 * tables on slow machines.
 */
export interface Tries {
  left: number;
}

export interface Move {
  readonly party: Party;
  /** Table ids. Empty if the party had no table. */
  readonly from: readonly string[];
  readonly to: Unit;
}

/**
 * Parties of level 1 leave their tables to the new party. Parties of level 2 leave their tables to
 * parties of level 1, and get free tables themselves.
 */
const MOST_LEVELS = 2;

/** More moves would confuse the hosts. */
const MOST_MOVES = 4;

interface Waiting {
  readonly party: Party;
  readonly level: number;
  readonly others: Waiting | null;
}

/** The shortest chain of moves that seats the party, with the party's own move first. Null if none is found. */
export function findChain(room: Placements, party: Party, tries: Tries): Move[] | null {
  const search = new ChainSearch(room, tries);
  for (let most = 1; most <= MOST_MOVES; most += 1) {
    search.needsMore = false;
    const found = search.seat({ party, level: 0, others: null }, most);
    if (found !== null || !search.needsMore || tries.left === 0) return found;
  }
  return null;
}

class ChainSearch {
  needsMore = false;
  readonly #room: Placements;
  readonly #tries: Tries;
  readonly #away = new Set<Party>();
  readonly #settled: { party: Party; unit: Unit }[] = [];

  constructor(room: Placements, tries: Tries) {
    this.#room = room;
    this.#tries = tries;
  }

  seat(waiting: Waiting | null, most: number): Move[] | null {
    if (waiting === null) return this.#settled.map((one) => this.#moveOf(one));
    const { party, level } = waiting;
    const allowed = level === MOST_LEVELS ? 0 : most;
    for (const { unit, takers } of this.#room.waysFor(party)) {
      if (this.#areMorePresent(takers, allowed)) {
        this.needsMore ||= level < MOST_LEVELS;
        continue;
      }
      if (this.#isSettledOn(unit, party)) continue;
      if (this.#tries.left === 0) return null;
      this.#tries.left -= 1;
      const found = this.#try(unit, takers, waiting, most);
      if (found !== null) return found;
    }
    return null;
  }

  #areMorePresent(takers: readonly Party[], most: number): boolean {
    if (takers.length <= most) return false;
    if (takers.length - this.#away.size > most) return true;
    let present = 0;
    for (const taker of takers) if (!this.#away.has(taker)) present += 1;
    return present > most;
  }

  #try(unit: Unit, takers: readonly Party[], waiting: Waiting, most: number): Move[] | null {
    const leaving: Party[] = [];
    let next = waiting.others;
    for (const taker of takers.toReversed()) {
      if (this.#away.has(taker)) continue;
      leaving.push(taker);
      this.#away.add(taker);
      next = { party: taker, level: waiting.level + 1, others: next };
    }
    this.#settled.push({ party: waiting.party, unit });
    const found = this.seat(next, most - leaving.length);
    this.#settled.pop();
    for (const one of leaving) this.#away.delete(one);
    return found;
  }

  #isSettledOn(unit: Unit, { from, to }: Party): boolean {
    for (const one of this.#settled) {
      if (
        one.party.from < to + unit.extraMs &&
        from < one.party.to + one.unit.extraMs &&
        shareTable(one.unit, unit)
      )
        return true;
    }
    return false;
  }

  #moveOf({ party, unit }: { readonly party: Party; readonly unit: Unit }): Move {
    return { party, from: this.#room.unitOf(party.id)?.tables ?? [], to: unit };
  }
}

function shareTable(one: Unit, other: Unit): boolean {
  for (const table of one.tables) if (other.tables.includes(table)) return true;
  return false;
}
