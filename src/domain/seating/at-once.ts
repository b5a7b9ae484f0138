import type { FloorPlan } from "../floor-plan.ts";

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
