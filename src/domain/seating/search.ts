import type { Tries } from "./chain.ts";

/** How many tables and combinations one call may try (rule F6). */
const TRIES = 1500;

export interface TableSearch extends Tries {
  /** How often no table was found because no tries were left. */
  ended: number;
  moved: number;
}

export const newSearch = (): TableSearch => ({ left: TRIES, ended: 0, moved: 0 });
