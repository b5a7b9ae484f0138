import type { Tries } from "./chain.ts";

/** How many tables and combinations one call may try (rule F6). */
export const TRIES = 1500;

export interface TableSearch extends Tries {
  /** How often no table was found because no tries were left. */
  ended: number;
  /** Starts that had too few tries, because other starts used them. A call for such a start alone may find a table. */
  readonly cutShort: Set<number>;
  moved: number;
}

export const newSearch = (): TableSearch => ({
  left: TRIES,
  ended: 0,
  cutShort: new Set(),
  moved: 0,
});
