/** `online`: everybody; `desk`: bookings by hosts, keys and apps; `door`: only hosts on a page. */
export const BOOKABLE = ["online", "desk", "door"] as const;
export type Bookable = (typeof BOOKABLE)[number];

const STRICTNESS: Readonly<Record<Bookable, number>> = { online: 0, desk: 1, door: 2 };

export const mayUse = (asks: Bookable, bookable: Bookable): boolean =>
  STRICTNESS[bookable] <= STRICTNESS[asks];

export const strictest = (all: readonly Bookable[]): Bookable =>
  all.reduce((one, other) => (mayUse(one, other) ? one : other), "online");

interface Sized {
  readonly minCovers: number;
  readonly maxCovers: number;
  /** 0 to 9; 0 is used first. */
  readonly priority: number;
  readonly bookable: Bookable;
  /** The table stays taken this long after the stay. */
  readonly extraMinutes: number;
}

export interface Table extends Sized {
  readonly id: string;
  readonly name: string;
  /** Area id. */
  readonly area: string;
}

export interface Combination extends Sized {
  readonly tables: readonly string[];
}

export interface Unit extends Omit<Sized, "extraMinutes"> {
  /** `12`, or `7 + 8`. */
  readonly name: string;
  /** Table ids. */
  readonly tables: readonly string[];
  /** Area ids. */
  readonly areas: readonly string[];
  readonly extraMs: number;
  /** Another combination uses one of this unit's tables. */
  readonly isCombined: boolean;
  /** Units with more seats that share a table with this one. */
  readonly larger: readonly Unit[];
  readonly nameRank: number;
}

/** A reservation, or an offer to a waiting guest. */
export interface Party {
  /** Empty: a new party, without a place. */
  readonly id: string;
  /** [from, to), epoch milliseconds. */
  readonly from: number;
  readonly to: number;
  readonly size: number;
  /** Area id; null: any. */
  readonly area: string | null;
  /** True: only tables in `area`; `while_inside`: unless the party already has tables elsewhere. */
  readonly areaBinds: boolean | "while_inside";
  /** The strictest kind of table that the caller may use. */
  readonly asks: Bookable;
  /** Table ids; empty: no place yet. */
  readonly tables: readonly string[];
  readonly movable: boolean;
  /** A person chose its tables, so it gets no others. */
  readonly pinned: boolean;
}

export interface Block {
  readonly tables: readonly string[];
  readonly from: number;
  readonly to: number;
}
