import type { Placements } from "./placements.ts";
import type { Party, Unit } from "./unit.ts";

/** How often the searches of one call may still try a unit that is not free. Counted, never timed. */
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

/** Who gives way may make somebody else give way, who then has to find a free unit. */
const MOST_LEVELS = 2;

/** More at once nobody could follow. */
const MOST_MOVES = 4;

interface Waiting {
  readonly party: Party;
  readonly level: number;
}

/**
 * A unit for a party where none is free, and who has to move for it: the fewest. The first of the
 * answer is the party itself. Null: none in what is left of the tries.
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

/** Tries who could move where, in thought: the room stays as it is. */
class ChainSearch {
  /** Whether something was left out because it takes more moves. */
  needsMore = false;
  readonly #room: Placements;
  readonly #tries: Tries;
  /** Who has left their tables. */
  readonly #away = new Set<Party>();
  /** Who has got other tables, and keeps those. */
  readonly #settled: { party: Party; unit: Unit }[] = [];

  constructor(room: Placements, tries: Tries) {
    this.#room = room;
    this.#tries = tries;
  }

  /** Gives everybody who waits a unit, the first one first, with at most `most` more moves. */
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

  /** How many have not left their tables. */
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

  /** Whether somebody who got other tables is in the way. */
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
