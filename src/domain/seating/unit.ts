/**
 * Who may be given a table. `online`: everybody, waiting guests too; `desk`: bookings by hosts, keys
 * and apps; `door`: only what a host does on a page.
 */
export const BOOKABLE = ["online", "desk", "door"] as const;
export type Bookable = (typeof BOOKABLE)[number];

const STRICTNESS: Readonly<Record<Bookable, number>> = { online: 0, desk: 1, door: 2 };

/** Whether a unit marked `bookable` may be given to `asks`. Hosts at the door may use all. */
export const mayUse = (asks: Bookable, bookable: Bookable): boolean =>
  STRICTNESS[bookable] <= STRICTNESS[asks];

export const strictest = (all: readonly Bookable[]): Bookable =>
  all.reduce((one, other) => (mayUse(one, other) ? one : other), "online");

/** What tables and combinations have in common. */
interface Sized {
  readonly minCovers: number;
  readonly maxCovers: number;
  /** 0 to 9; 0 is given first. */
  readonly priority: number;
  readonly bookable: Bookable;
  /** Added to the time at the table, not to the stay. */
  readonly extraMinutes: number;
}

/** A table that is not archived. */
export interface Table extends Sized {
  readonly id: string;
  readonly name: string;
  /** Id of its area. */
  readonly area: string;
}

/** An enabled combination: tables that may be pushed together. */
export interface Combination extends Sized {
  readonly tables: readonly string[];
}

/** What a party sits at: a table, or a combination with all its tables. */
export interface Unit extends Omit<Sized, "extraMinutes"> {
  /** `12`, or `7 + 8`. */
  readonly name: string;
  /** Ids of its physical tables. */
  readonly tables: readonly string[];
  /** Ids of the areas it is in. */
  readonly areas: readonly string[];
  readonly extraMs: number;
  /** Whether another combination also has one of its tables. */
  readonly isCombined: boolean;
  /** The larger units that need one of its tables. */
  readonly larger: readonly Unit[];
  /** Its rank by name among all units. */
  readonly nameRank: number;
}

/** A party that needs or has a place: a reservation, or an offer to a waiting guest. */
export interface Party {
  /** Empty: a new party, which has no place yet. */
  readonly id: string;
  /** The stay [from, to), epoch milliseconds. */
  readonly from: number;
  readonly to: number;
  readonly size: number;
  /** Id of the wished area; null: any. */
  readonly area: string | null;
  /** True: no other area will do; `while_inside`: as long as its present tables stand there. */
  readonly areaBinds: boolean | "while_inside";
  readonly asks: Bookable;
  /** Ids of its tables; empty: no place yet. */
  readonly tables: readonly string[];
  /** Whether it may be moved for another party. */
  readonly movable: boolean;
  /** Whether a person chose its tables: then it gets no others. */
  readonly pinned: boolean;
}

/** Tables that cannot be used in [from, to): a block, or a closed area. */
export interface Block {
  readonly tables: readonly string[];
  readonly from: number;
  readonly to: number;
}
