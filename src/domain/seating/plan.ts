import type { Move, Tries } from "./chain.ts";
import type { Placements } from "./placements.ts";
import { apply, seat } from "./seat.ts";
import type { Party } from "./unit.ts";

export interface Planned {
  readonly moves: readonly Move[];
  readonly unplaced: readonly Party[];
  readonly triesEnded: boolean;
}

/**
 * Places the largest parties first. If a party finds no table, makes a second plan, in which all movable
 * parties are placed anew. Returns the second plan if it seats more people and nobody loses a table.
 */
export function plan(room: Placements, parties: readonly Party[], tries: Tries): Planned {
  const kept = placeInTurn(room, parties, [], tries);
  if (kept.unplaced.length === 0) return kept;
  const wanted = new Set(parties.map(({ id }) => id));
  const lifted = room.parties().filter(({ id, movable }) => movable && !wanted.has(id));
  const movable = parties.filter((party) => party.movable);
  const anew = placeInTurn(room, [...parties, ...lifted], [...movable, ...lifted], tries);
  const isLosing = anew.unplaced.some(({ id }) => room.unitOf(id) !== null);
  return !isLosing && covers(anew.unplaced) < covers(kept.unplaced) ? anew : kept;
}

const covers = (parties: readonly Party[]): number =>
  parties.reduce((sum, { size }) => sum + size, 0);

const byTurn = (a: Party, b: Party): number =>
  b.size - a.size || a.from - b.from || (a.id < b.id ? -1 : 1);

function placeInTurn(
  before: Placements,
  parties: readonly Party[],
  lifted: readonly Party[],
  tries: Tries,
): Planned {
  const room = before.copy();
  for (const { id } of lifted) room.remove(id);
  const unplaced: Party[] = [];
  let triesEnded = false;
  for (const party of parties.toSorted(byTurn)) {
    const found = seat(room, party, tries);
    if (found.kind === "seated") {
      apply(room, party, found);
      continue;
    }
    room.remove(party.id);
    unplaced.push(party);
    triesEnded ||= found.kind === "full" && found.triesEnded;
  }
  return { moves: movesBetween(before, room), unplaced, triesEnded };
}

export const movesBetween = (before: Placements, after: Placements): Move[] =>
  after.parties().flatMap((party) => {
    const to = after.unitOf(party.id);
    const from = before.unitOf(party.id)?.tables ?? [];
    const isSame = to === null || to.tables.every((table) => from.includes(table));
    return to === null || (isSame && to.tables.length === from.length) ? [] : [{ party, from, to }];
  });
