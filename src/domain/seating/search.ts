import type { Tries } from "./chain.ts";

/** How many units the searches of one call may try beyond the free ones (rule F6). */
const TRIES = 1500;

/** The table searches of one call: the remaining tries, and the results so far. */
export interface TableSearch extends Tries {
  /** How many searches found no place because the tries were used up. */
  ended: number;
  /** How many parties were given other tables. */
  moved: number;
}

export const newSearch = (): TableSearch => ({ left: TRIES, ended: 0, moved: 0 });
