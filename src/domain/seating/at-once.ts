import type { FloorPlan } from "../floor-plan.ts";
import { minutesOf } from "../local-date.ts";

/** How many parties of a size fit at one time. */
export interface AtOnce {
  readonly size: number;
  readonly parties: number;
  /** How many of them sit at combined tables. */
  readonly joined: number;
}

/** The party sizes that restaurants usually count. */
const SIZES = [2, 4, 6, 8];

/**
 * For each usual size: how many parties of only that size can sit at one time. Fills single tables
 * first, then combinations of the remaining ones, smallest first. An optimal choice of combinations
 * might seat one or two more.
 */
export function seatedAtOnce({ tables, combinations }: FloorPlan): AtOnce[] {
  return SIZES.map((size) => {
    const used = new Set<string>();
    for (const { name, minCovers, maxCovers } of tables) {
      if (minCovers <= size && size <= maxCovers) used.add(name.toLowerCase());
    }
    const single = used.size;
    let joined = 0;
    for (const one of combinations.toSorted((a, b) => a.tables.length - b.tables.length)) {
      const names = one.tables.map((name) => name.toLowerCase());
      const fits = one.enabled && one.minCovers <= size && size <= one.maxCovers;
      if (!fits || names.some((name) => used.has(name))) continue;
      for (const name of names) used.add(name);
      joined += 1;
    }
    return { size, parties: single + joined, joined };
  });
}

/** The most people in one party; 0 without tables. */
export const largestParty = ({ tables, combinations }: FloorPlan): number =>
  Math.max(
    0,
    ...tables.map(({ maxCovers }) => maxCovers),
    ...combinations.filter(({ enabled }) => enabled).map(({ maxCovers }) => maxCovers),
  );

/** A meal as it is planned each week, with how long parties stay. */
interface Meal {
  /** HH:MM in the restaurant's own time; the last seating may be after midnight. */
  readonly opens: string;
  readonly lastSeating: string;
  /** Minutes for which a party of that size has its table. */
  minutesFor(partySize: number): number;
}

/**
 * The most guests in a service: each table is full from the opening on and taken again at once, as
 * often as parties of its size may still start.
 */
export function seatedInService({ tables }: FloorPlan, meal: Meal): number {
  const minutes = (minutesOf(meal.lastSeating) - minutesOf(meal.opens) + DAY_MINUTES) % DAY_MINUTES;
  return tables.reduce((sum, { maxCovers, extraMinutes }) => {
    const parties = 1 + Math.floor(minutes / (meal.minutesFor(maxCovers) + extraMinutes));
    return sum + parties * maxCovers;
  }, 0);
}

const DAY_MINUTES = 24 * 60;
