import type { FloorPlan } from "../floor-plan.ts";
import { minutesOf } from "../local-date.ts";

export interface AtOnce {
  readonly size: number;
  readonly parties: number;
  /** How many of these parties sit at combined tables. */
  readonly joined: number;
}

const SIZES = [2, 4, 6, 8];

/**
 * For each size, how many parties of that size fit if the combinations of the fewest tables are used
 * first. With other combinations, more parties may fit.
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

export const largestParty = ({ tables, combinations }: FloorPlan): number =>
  Math.max(
    0,
    ...tables.map(({ maxCovers }) => maxCovers),
    ...combinations.filter(({ enabled }) => enabled).map(({ maxCovers }) => maxCovers),
  );

interface Meal {
  /** Wall times. The last seating may be after midnight. */
  readonly opens: string;
  readonly lastSeating: string;
  minutesFor(partySize: number): number;
}

/** The most people who can eat in one service, if every table is always full. */
export function seatedInService({ tables }: FloorPlan, meal: Meal): number {
  const minutes = (minutesOf(meal.lastSeating) - minutesOf(meal.opens) + DAY_MINUTES) % DAY_MINUTES;
  return tables.reduce((sum, { maxCovers, extraMinutes }) => {
    const parties = 1 + Math.floor(minutes / (meal.minutesFor(maxCovers) + extraMinutes));
    return sum + parties * maxCovers;
  }, 0);
}

const DAY_MINUTES = 24 * 60;
