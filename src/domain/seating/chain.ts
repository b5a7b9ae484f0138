import type { Placements } from "./placements.ts";
import type { Party, Unit } from "./unit.ts";

/**
 * How many taken units the searches of one call may still try. Counted instead of timed, so that
 * the same call always gives the same result.
 */
export interface Tries {
  left: number;
}

/** A party that gets other tables. Its times stay as they are. */
export interface Move {
  readonly party: Party;
  /** Ids of the tables that it had; none: it had no place. */
  readonly from: readonly string[];
  readonly to: Unit;
}

/** A party that moves may make another one move; that one has to find a free unit. */
const MOST_LEVELS = 2;

/** Hosts could not keep track of more moves at once. */
const MOST_MOVES = 4;

interface Waiting {
  readonly party: Party;
  readonly level: number;
}

/**
 * Frees a unit for a party by moving as few others as possible. The first element of the result is
 * the party itself. Null: no chain found, or the tries are used up.
 */
export function findChain(room: Placements, party: Party, tries: Tries): Move[] | null {
  const search = new ChainSearch(room, tries);
  for (let most = 1; most <= MOST_MOVES; most += 1) {
    search.needsMore = false;
    const found = search.seat([{ party, level: 0 }], most);
    if (found !== null || !search.needsMore || tries.left === 0) return found;
  }
  return null;
}

/** Tries moves without changing the room. */
class ChainSearch {
  /** Whether a possibility was skipped because it takes more moves. */
  needsMore = false;
  readonly #room: Placements;
  readonly #tries: Tries;
  /** Parties that have left their tables. */
  readonly #away = new Set<Party>();
  /** Parties that have got other tables and stay there. */
  readonly #settled: { party: Party; unit: Unit }[] = [];

  constructor(room: Placements, tries: Tries) {
    this.#room = room;
    this.#tries = tries;
  }

  /** Gives each waiting party a unit, in order, with at most `most` further moves. */
  seat(waiting: readonly Waiting[], most: number): Move[] | null {
    const [next, ...rest] = waiting;
    if (next === undefined) return this.#settled.map((one) => this.#moveOf(one));
    const { party, level } = next;
    const allowed = level === MOST_LEVELS ? 0 : most;
    for (const { unit, takers } of this.#room.waysFor(party)) {
      if (this.#present(takers) > allowed) {
        this.needsMore ||= level < MOST_LEVELS;
        continue;
      }
      if (this.#isSettledOn(unit, party)) continue;
      const leaving = takers.filter((taker) => !this.#away.has(taker));
      if (this.#tries.left === 0) return null;
      this.#tries.left -= 1;
      const found = this.#try({ party, unit }, leaving, () =>
        this.seat(
          [...leaving.map((one) => ({ party: one, level: level + 1 })), ...rest],
          most - leaving.length,
        ),
      );
      if (found !== null) return found;
    }
    return null;
  }

  /** How many of these are still at their tables. */
  #present(takers: readonly Party[]): number {
    let count = 0;
    for (const taker of takers) if (!this.#away.has(taker)) count += 1;
    return count;
  }

  #try(
    settled: { party: Party; unit: Unit },
    leaving: readonly Party[],
    goOn: () => Move[] | null,
  ): Move[] | null {
    this.#settled.push(settled);
    for (const one of leaving) this.#away.add(one);
    const found = goOn();
    for (const one of leaving) this.#away.delete(one);
    this.#settled.pop();
    return found;
  }

  /** Whether a party that has just got other tables is in the way. */
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
