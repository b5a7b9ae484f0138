import type { Tries } from "./chain.ts";

/** How many units the searches of one call may try beyond the free ones (rule F6). */
const TRIES = 1500;

/** The searches for tables of one call: what they may still try, and what came of them. */
export interface TableSearch extends Tries {
  /** How many found no place and had no tries left. */
  ended: number;
  /** How many parties were given other tables. */
  moved: number;
}

export const newSearch = (): TableSearch => ({ left: TRIES, ended: 0, moved: 0 });
