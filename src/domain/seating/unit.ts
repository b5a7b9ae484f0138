/**
 * Who may be given a table. `online`: everybody, waiting guests too; `desk`: bookings by hosts, keys
 * and apps; `door`: only what a host does on a page.
 */
export const BOOKABLE = ["online", "desk", "door"] as const;
export type Bookable = (typeof BOOKABLE)[number];

const STRICTNESS: Readonly<Record<Bookable, number>> = { online: 0, desk: 1, door: 2 };

/** Whether `asks` may use what is bookable for `bookable`: the door may use everything. */
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
  /** Added to every placement, never to the stay. */
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

/** What a party can sit at: one table, or a combination with all its tables. */
export interface Unit extends Omit<Sized, "extraMinutes"> {
  /** `12`, or `7 + 8`. */
  readonly name: string;
  /** Ids of its physical tables. */
  readonly tables: readonly string[];
  /** Ids of the areas that it stands in. */
  readonly areas: readonly string[];
  readonly extraMs: number;
  /** Whether a combination, another one than itself, has one of its tables. */
  readonly isCombined: boolean;
  /** The units for more covers that need one of its tables. */
  readonly larger: readonly Unit[];
  /** Its place among all units in the order of names. */
  readonly nameRank: number;
}

/** Who wants a place, or has one: a reservation, or an offer of the waitlist. */
export interface Party {
  readonly id: string;
  /** The stay [from, to), epoch milliseconds. */
  readonly from: number;
  readonly to: number;
  readonly size: number;
  /** Id of the area that it wishes for; null: any. */
  readonly area: string | null;
  /** True where no other area will do. */
  readonly areaBinds: boolean;
  readonly asks: Bookable;
  /** Ids of the tables that it has now; none: no place yet. */
  readonly tables: readonly string[];
  /** Whether it may be moved for another party. */
  readonly movable: boolean;
  /** Whether its tables were chosen by hand: then it gets no others. */
  readonly pinned: boolean;
}

/** Tables that nobody gets in [from, to): a block, or an area while it is closed. */
export interface Block {
  readonly tables: readonly string[];
  readonly from: number;
  readonly to: number;
}
