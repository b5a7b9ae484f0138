// Makes a room and the parties that ask for tables, from a seed.
import type { Plan } from "../../../src/domain/seating/floor.ts";
import type { Party, Table } from "../../../src/domain/seating/unit.ts";
import { MINUTE } from "../../../src/domain/time.ts";
import { numbersFrom } from "../../support/numbers.ts";

const OPENS = Date.UTC(2026, 10, 20, 22);
const QUARTER = 15 * MINUTE;

/** The sizes of 20 tables, in order of name. */
const ROOM = [2, 4, 2, 6, 4, 2, 8, 4, 2, 4, 2, 6, 4, 2, 8, 4, 2, 6, 4, 2];

/** By table size: the smallest party for which the table is meant. */
const LEAST: Readonly<Record<number, number>> = { 2: 1, 4: 3, 6: 4, 8: 6 };

/** How many of 100 parties have each size. */
const SIZES = [
  [1, 3],
  [2, 52],
  [3, 12],
  [4, 19],
  [5, 5],
  [6, 5],
  [7, 2],
  [8, 2],
] as const;

/**
 * The frequency of starts by quarter of an hour from 5:00 to 9:30 PM: most are between 7:00 and
 * 8:30.
 */
const STARTS = [1, 1, 2, 2, 3, 3, 4, 5, 8, 8, 8, 7, 6, 5, 4, 3, 2, 2, 1];

/** A room with a multiple of 20 tables, and six combinable pairs per 20 tables. */
export function roomOf(count: number): Plan {
  const sized = (maxCovers: number, minCovers: number) => ({
    minCovers,
    maxCovers,
    priority: 0,
    bookable: "online" as const,
    extraMinutes: 0,
  });
  const tables: Table[] = [];
  const combinations = [];
  for (let block = 0; block < count / 20; block += 1) {
    const of = (covers: number): string[] =>
      ROOM.flatMap((one, at) => (one === covers ? [String(20 * block + at)] : []));
    for (const [at, covers] of ROOM.entries()) {
      const id = String(20 * block + at);
      tables.push({
        id,
        name: id,
        area: at < 13 ? "dining" : "terrace",
        ...sized(covers, LEAST[covers] ?? 1),
      });
    }
    for (const at of [0, 2, 4]) {
      combinations.push({ tables: of(2).slice(at, at + 2), ...sized(4, 3) });
      combinations.push({ tables: of(4).slice(at, at + 2), ...sized(8, 5) });
    }
  }
  const areas = ["dining", "terrace"].map((id) => ({ id, bookable: "online" as const }));
  return { areas, tables, combinations };
}

const turnMinutes = (size: number): number =>
  size <= 2 ? 90 : size <= 4 ? 105 : size <= 6 ? 120 : 150;

/** The parties, in the order in which they ask for a table. */
export function requestsOf(seed: number, count: number): Party[] {
  const pick = numbersFrom(seed);
  const weighed = (weights: readonly (readonly [number, number])[]): number => {
    let at = pick(weights.reduce((sum, [, weight]) => sum + weight, 0));
    for (const [value, weight] of weights) {
      if (at < weight) return value;
      at -= weight;
    }
    throw new Error("The weights add up to 0.");
  };
  return Array.from({ length: count }, (_, number) => {
    const size = weighed(SIZES);
    const wish = pick(100);
    const from = OPENS + weighed(STARTS.map((weight, at) => [at, weight])) * QUARTER;
    return {
      id: `p${number}`,
      from,
      to: from + turnMinutes(size) * MINUTE,
      size,
      area: wish < 15 ? "terrace" : wish < 25 ? "dining" : null,
      areaBinds: true,
      asks: "online",
      tables: [],
      movable: true,
      pinned: false,
    };
  });
}
