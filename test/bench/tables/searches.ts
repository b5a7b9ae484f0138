// Measures how many covers each way to choose a table accepts, and how long a choice takes. Runs in
// memory, without a database.
import { bestFit } from "../../../src/domain/seating/choice.ts";
import { Floor } from "../../../src/domain/seating/floor.ts";
import { standsIn } from "../../../src/domain/seating/order.ts";
import { Placements } from "../../../src/domain/seating/placements.ts";
import { apply, seat } from "../../../src/domain/seating/seat.ts";
import type { Party } from "../../../src/domain/seating/unit.ts";
import { median, type Row } from "../part.ts";
import { requestsOf, roomOf } from "./evening.ts";
import { CUT_OFF, ExactSearch } from "./exact.ts";

/** How many tries one search for a table has. */
const TRIES = 1500;
/** The number of parties per 20 tables; about three of four get a table. */
export const PARTIES_OF_20 = 45;
/** More steps than this take seconds per decision. */
const EXACT_STEPS = 200_000;

/** Seats the party; false if it finds no table. */
type Way = (room: Placements, party: Party) => boolean;

/** The first table by name that is large enough, even if it is meant for larger parties. */
const firstFit: Way = (room, party) => {
  const unit = room.floor.units.find(
    (one) =>
      one.maxCovers >= party.size &&
      (party.area === null || standsIn(one, party.area)) &&
      room.isFree(one, party.from, party.to),
  );
  if (unit !== undefined) room.place(party, unit);
  return unit !== undefined;
};

const bestFitAlone: Way = (room, party) => {
  const choice = bestFit(room, party);
  if (choice !== null) room.place(party, choice.unit);
  return choice !== null;
};

/** The product's choice: if no table is free, it moves other parties (a chain of moves). */
const withChain: Way = (room, party) => {
  const found = seat(room, party, { left: TRIES });
  if (found.kind === "seated") apply(room, party, found);
  return found.kind === "seated";
};

/**
 * Seats the party if any arrangement of all parties allows it. If the search takes too many steps,
 * calls `onCutOff` and refuses the party.
 */
const exactly =
  (search: ExactSearch, onCutOff: () => void): Way =>
  (room, party) => {
    if (withChain(room, party)) return true;
    const found = search.seatAll(room.parties(), party);
    if (found === CUT_OFF) onCutOff();
    if (found === CUT_OFF || found === null) return false;
    for (const { id } of found.keys()) room.remove(id);
    for (const [one, unit] of found) room.place(one, unit);
    return true;
  };

/** The covers that are accepted on an evening. */
function coversOf(floor: Floor, asking: readonly Party[], accepts: Way): number {
  const room = new Placements(floor, [], []);
  const accepted = asking.filter((party) => accepts(room, party));
  return accepted.reduce((sum, { size }) => sum + size, 0);
}

function coversBySearch(evenings: number) {
  const floor = new Floor(roomOf(20));
  const search = new ExactSearch(floor, EXACT_STEPS);
  const covers = { "first fit": [], "best fit": [], chain: [] } as Record<string, number[]>;
  const known: { chain: number; exact: number }[] = [];
  for (let seed = 1; seed <= evenings; seed += 1) {
    const asking = requestsOf(seed, PARTIES_OF_20);
    let isCut = false;
    const exact = exactly(search, () => {
      isCut = true;
    });
    covers["first fit"]?.push(coversOf(floor, asking, firstFit));
    covers["best fit"]?.push(coversOf(floor, asking, bestFitAlone));
    const chain = coversOf(floor, asking, withChain);
    covers["chain"]?.push(chain);
    const most = coversOf(floor, asking, exact);
    if (isCut) continue;
    known.push({ chain, exact: most });
  }
  return { covers, known };
}

/** The processor time of each choice on an evening, and of each choice that ends in a refusal. */
function timesOf(tables: number, evenings: number): Row[] {
  const floor = new Floor(roomOf(tables));
  const all: number[] = [];
  const refused: number[] = [];
  for (let seed = 0; seed <= evenings; seed += 1) {
    const room = new Placements(floor, [], []);
    for (const party of requestsOf(seed, (PARTIES_OF_20 * tables) / 20)) {
      const before = process.cpuUsage();
      const found = seat(room, party, { left: TRIES });
      const { user, system } = process.cpuUsage(before);
      const time = (user + system) / 1000;
      if (found.kind === "seated") apply(room, party, found);
      // The first evening is the warm-up.
      if (seed === 0) continue;
      all.push(time);
      if (found.kind !== "seated") refused.push(time);
    }
  }
  return [
    { name: `a choice, ${tables} tables`, figures: spread(all) },
    { name: `a refusal, ${tables} tables`, figures: spread(refused) },
  ];
}

export const p99 = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;

export const spread = (times: readonly number[]) => ({
  "cpu p50 ms": median(times.length === 0 ? [0] : times),
  "cpu p99 ms": p99(times),
  "cpu max ms": Math.max(0, ...times),
});

/** Measures the covers that each search accepts, and the time of a choice. */
export function searches(evenings: number) {
  const { covers, known } = coversBySearch(evenings);
  const exact = "exact, evenings not cut off";
  covers["chain, the same evenings"] = known.map((one) => one.chain);
  covers[exact] = known.map((one) => one.exact);
  const of = (name: string): number => median(covers[name] ?? []);
  const ways = Object.entries(covers).map(([name, values]) => ({
    name,
    figures: { "covers accepted": median(values), evenings: values.length },
  }));
  return {
    ratios: [
      { name: "covers, best fit : first fit", value: of("best fit") / of("first fit") },
      { name: "covers, chain : best fit", value: of("chain") / of("best fit"), goal: ">= 1.04" },
      {
        name: "covers, chain : exact",
        value: of("chain, the same evenings") / of(exact),
        goal: ">= 0.98",
      },
    ],
    rows: [...ways, ...timesOf(20, evenings), ...timesOf(60, evenings)],
  };
}
