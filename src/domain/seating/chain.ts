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

interface Waiting extends Omit<Move, "to"> {
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
    const found = search.seat([{ party, from: [], level: 0 }], most);
    if (found !== null || !search.needsMore || tries.left === 0) return found;
  }
  return null;
}

class ChainSearch {
  /** Whether something was left out because it takes more moves. */
  needsMore = false;
  readonly #room: Placements;
  readonly #tries: Tries;
  /** Who has got its unit in this search and keeps it. */
  readonly #settled = new Set<string>();

  constructor(room: Placements, tries: Tries) {
    this.#room = room;
    this.#tries = tries;
  }

  /** Gives everybody who waits a unit, the first one first, with at most `most` more moves. */
  seat(waiting: readonly Waiting[], most: number): Move[] | null {
    const [next, ...rest] = waiting;
    if (next === undefined) return [];
    const { party, from, level } = next;
    for (const unit of this.#room.floor.unitsFor(party)) {
      const leaving = this.#leaving(unit, next, most);
      if (leaving === null) continue;
      if (this.#tries.left === 0) return null;
      this.#tries.left -= 1;
      const had = leaving.map((one) => ({ party: one, unit: this.#room.unitOf(one.id) as Unit }));
      for (const one of leaving) this.#room.remove(one.id);
      this.#room.place(party, unit);
      this.#settled.add(party.id);
      const after = had.map((one) => ({ ...one, from: one.unit.tables, level: level + 1 }));
      const others = this.seat([...after, ...rest], most - leaving.length);
      this.#settled.delete(party.id);
      this.#room.remove(party.id);
      for (const one of had) this.#room.place(one.party, one.unit);
      if (others !== null) return [{ party, from, to: unit }, ...others];
    }
    return null;
  }

  /** Who would have to leave the unit, the largest first; null: it cannot be had. */
  #leaving(unit: Unit, { party, level }: Waiting, most: number): Party[] | null {
    if (level === MOST_LEVELS) return this.#room.isFree(unit, party.from, party.to) ? [] : null;
    const takers = this.#room.takenBy(unit, party.from, party.to);
    for (const taker of takers) {
      if (taker === null || !taker.movable || this.#settled.has(taker.id)) return null;
    }
    if (takers.size > most) {
      this.needsMore = true;
      return null;
    }
    return ([...takers] as Party[]).sort((a, b) => b.size - a.size);
  }
}
