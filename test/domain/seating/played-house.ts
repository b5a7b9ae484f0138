import type { Move } from "../../../src/domain/seating/chain.ts";
import { losersOf, rehouse } from "../../../src/domain/seating/facts.ts";
import { Floor } from "../../../src/domain/seating/floor.ts";
import { Placements } from "../../../src/domain/seating/placements.ts";
import { plan as placeAll } from "../../../src/domain/seating/plan.ts";
import { apply, type Seating, seat } from "../../../src/domain/seating/seat.ts";
import type { Party } from "../../../src/domain/seating/unit.ts";
import { mayStay, PlainRules, type PlainUnit, suits, unitAt } from "./plain-rules.ts";
import { changed, type Pick, randomBlock, randomParty, randomPlan } from "./small-house.ts";

const MOST_PARTIES = 9;
/** How many tries a search has (tables.tries). */
const TRIES = 1500;

/** What the searches found, over all restaurants. */
export const tally = {
  asked: 0,
  bestFit: 0,
  chain: 0,
  exact: 0,
  triesEnded: 0,
  moves: 0,
  leastMoves: 0,
  kept: 0,
  rehoused: 0,
  planned: 0,
};

function must(isTrue: boolean, fault: string): void {
  if (!isTrue) throw new Error(fault);
}

const isSame = (a: Party, b: Party | undefined): boolean =>
  a.id === b?.id && a.from === b.from && a.to === b.to && a.size === b.size;

/** A party that has lost its table may get one in any area if the requested area has none. */
const unbound = (party: Party): Party => ({ ...party, areaBinds: false });

type Merits = readonly (number | string)[];

function byMerits(a: Merits, b: Merits): number {
  const at = a.findIndex((value, place) => value !== b[place]);
  return at < 0 ? 0 : (a[at] as number) < (b[at] as number) ? -1 : 1;
}

/** A small restaurant in which every result of the search is compared with plain-rules.ts. */
export class PlayedHouse {
  readonly #pick: Pick;
  readonly #plan;
  readonly #rules: PlainRules;
  readonly #waiting: Party[] = [];
  #room: Placements;
  #seats = new Map<string, { party: Party; tables: readonly string[] }>();

  constructor(pick: Pick) {
    this.#pick = pick;
    this.#plan = randomPlan(pick);
    this.#rules = new PlainRules(this.#plan);
    for (let blocks = pick(3); blocks > 0; blocks -= 1) {
      this.#rules.blocks.push(randomBlock(pick, this.#plan));
    }
    this.#room = new Placements(new Floor(this.#plan), [], this.#rules.blocks);
  }

  play(): void {
    const pick = this.#pick;
    for (let at = 0; at < MOST_PARTIES; at += 1) {
      this.#ask(randomParty(pick, this.#plan, `p${at}`));
      const known = [...this.#seats.values()][pick(Math.max(1, this.#seats.size))];
      if (known === undefined) continue;
      const { party } = known;
      const step = pick(16);
      if (step < 2) this.#ask(changed(pick, this.#plan, party));
      if (step === 2) this.#pin(party);
      if (step === 3) this.#leave(party);
      if (step === 4) this.#block();
      if (step === 5) this.#sitDown(party);
      if (step === 6) this.#placeAll();
    }
    this.#placeAll();
  }

  #ask(party: Party): void {
    const rules = this.#rules;
    const own = this.#seats.get(party.id);
    const unit = own === undefined ? null : unitAt(rules.units, own.tables);
    const found = seat(this.#room, party, { left: TRIES });
    this.#compare("a search changed the seats");
    if (unit !== null && mayStay(unit, party) && rules.isFree(unit, party, this.#seats)) {
      must(found.kind === "seated" && found.why.kind === "kept", "a party did not keep its unit");
      tally.kept += 1;
    } else if (unit !== null && party.pinned) {
      must(found.kind === "pinned", "a pinned party was placed anew");
    } else {
      this.#judge(party, found);
    }
    if (found.kind === "seated") {
      apply(this.#room, party, found);
      this.#noteMoves(found.moves, { isChain: true });
      this.#seats.set(party.id, { party, tables: found.unit.tables });
    } else if (own === undefined) {
      this.#waiting.push(party);
    }
    this.#compare("the applied seats differ from the answer");
  }

  /** Checks the choice of a free unit, a chain of moves, or a refusal. */
  #judge(party: Party, found: Seating): void {
    const rules = this.#rules;
    const seats = this.#seats;
    const free = rules.free(party, seats);
    const least = free.length > 0 ? 0 : rules.leastMoves(party, seats);
    tally.asked += 1;
    if (least < Number.POSITIVE_INFINITY) tally.exact += 1;
    if (free.length > 0) {
      tally.bestFit += 1;
      must(found.kind === "seated" && found.moves.length === 0, "a party did not get a free unit");
    }
    if (found.kind === "full" && found.triesEnded) tally.triesEnded += 1;
    if (found.kind !== "seated") return;
    const chosen = unitAt(rules.units, found.unit.tables);
    must(suits(chosen, party), "the unit does not suit");
    must(found.moves.length >= least, "the plain rules overlooked a shorter chain");
    tally.chain += 1;
    tally.moves += found.moves.length;
    tally.leastMoves += least;
    if (free.length === 0) return;
    const merits = (unit: PlainUnit) => rules.merits(unit, party, seats);
    const better = free.find((unit) => byMerits(merits(unit), merits(chosen)) < 0);
    must(better === undefined, `${better?.name} is better than ${chosen.name}`);
  }

  #noteMoves(moves: readonly Move[], { isChain = false, isFact = false }): void {
    for (const { party, from, to } of moves) {
      const before = this.#seats.get(party.id);
      if (isChain) {
        must(party.movable, "a party was moved that may not be moved");
        must(before?.tables.join() === from.join(), "a party was moved from a wrong unit");
      }
      must(before === undefined || isSame(party, before.party), "a move changed the party");
      const wish = isFact ? unbound(party) : party;
      must(suits(unitAt(this.#rules.units, to.tables), wish), "a move to an unsuitable unit");
      this.#seats.set(party.id, { party, tables: to.tables });
    }
  }

  #pin(party: Party): void {
    const pinned = { ...party, movable: false, pinned: true };
    const tables = this.#seats.get(party.id)?.tables ?? [];
    this.#seats.set(party.id, { party: pinned, tables });
    this.#room.place(pinned, this.#room.floor.unitOf(tables));
  }

  #leave(party: Party): void {
    this.#seats.delete(party.id);
    this.#room.remove(party.id);
  }

  /** Blocks a unit's tables for some time, and builds the room again from its parties. */
  #block(): void {
    const unit = this.#anyUnit();
    const { from, to } = randomParty(this.#pick, this.#plan, "");
    const block = { tables: unit.tables, from, to };
    const losers = losersOf(this.#room, block, null);
    this.#rules.blocks.push(block);
    const rows = [...this.#seats.values()].map(({ party, tables }) => ({ ...party, tables }));
    this.#room = new Placements(new Floor(this.#plan), rows, this.#rules.blocks);
    this.#rehouse(losers);
  }

  /** Seats a party somewhere, even at a table planned for another. */
  #sitDown(party: Party): void {
    const unit = this.#anyUnit();
    const sits = { ...party, size: unit.maxCovers, movable: false };
    const only = new Map([[party.id, { party: sits, tables: unit.tables }]]);
    if (this.#rules.faults(only).length > 0) return;
    const own = this.#room.floor.unitOf(unit.tables);
    this.#seats.set(party.id, { party: sits, tables: unit.tables });
    this.#room.place(sits, own);
    const { from, to } = sits;
    const span = { tables: unit.tables, from, to: to + own.extraMs };
    this.#rehouse(losersOf(this.#room, span, party.id));
  }

  #rehouse(losers: readonly Party[]): void {
    const { moves, unplaced } = rehouse(this.#room, losers);
    const ids = new Set(losers.map(({ id }) => id));
    for (const { id } of losers) this.#leave(this.#seats.get(id)?.party as Party);
    for (const { party, to } of moves) {
      must(ids.has(party.id), "a party was moved that had lost no table");
      this.#room.place(party, to);
    }
    this.#noteMoves(moves, { isFact: true });
    tally.rehoused += moves.length;
    this.#compare("a party that lost its table got an impossible one");
    for (const party of unplaced) {
      must(
        this.#rules.free(unbound(party), this.#seats).length === 0,
        "a party got no table although one is free",
      );
    }
  }

  /** Plans tables for all parties without one. */
  #placeAll(): void {
    const waiting = this.#waiting.splice(0);
    const { moves, unplaced } = placeAll(this.#room, waiting, { left: 2 * TRIES });
    const left = new Set(unplaced.map(({ id }) => id));
    must(
      unplaced.every(({ id }) => !this.#seats.has(id)),
      "planning took a table away",
    );
    for (const { party } of moves) {
      must(party.movable || !this.#seats.has(party.id), "planning moved an immovable party");
      this.#room.remove(party.id);
    }
    for (const { party, to } of moves) this.#room.place(party, to);
    this.#noteMoves(moves, {});
    this.#waiting.push(...waiting.filter(({ id }) => left.has(id)));
    tally.planned += waiting.length - left.size;
    this.#compare("planning made something impossible");
    for (const party of unplaced) {
      must(this.#rules.free(party, this.#seats).length === 0, "planning overlooked a free unit");
    }
  }

  #anyUnit = (): PlainUnit => {
    const { units } = this.#rules;
    return units[this.#pick(units.length)] as PlainUnit;
  };

  /** Checks that the room agrees with the answers so far and that the plain rules allow it. */
  #compare(fault: string): void {
    const room = this.#room.parties().map(({ id, tables }) => `${id} ${tables.join()}`);
    const seats = [...this.#seats].map(([id, { tables }]) => `${id} ${tables.join()}`);
    must(room.sort().join("; ") === seats.sort().join("; "), fault);
    const [impossible] = this.#rules.faults(this.#seats);
    must(impossible === undefined, `${fault}: ${impossible}`);
  }
}
