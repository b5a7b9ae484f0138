/**
 * Who may give a party a table. `online`: everybody, and the waitlist. `desk`: hosts, keys and apps.
 * `door`: only hosts on the dashboard.
 */
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
  readonly priority: number;
  readonly bookable: Bookable;
  /** Added to the end of each stay. */
  readonly extraMinutes: number;
}

export interface Table extends Sized {
  readonly id: string;
  readonly name: string;
  readonly area: string;
}

export interface Combination extends Sized {
  readonly tables: readonly string[];
}

export interface Unit extends Omit<Sized, "extraMinutes"> {
  readonly name: string;
  readonly tables: readonly string[];
  readonly areas: readonly string[];
  readonly extraMs: number;
  /** True if another combination uses one of this unit's tables. */
  readonly isCombined: boolean;
  /** Larger units that share a table with this unit. */
  readonly larger: readonly Unit[];
  readonly nameRank: number;
}

/** A reservation or a waitlist offer that needs tables. */
export interface Party {
  /** Empty for a new party. */
  readonly id: string;
  readonly from: number;
  readonly to: number;
  readonly size: number;
  /** Id of the area that the guest wants. Null if any area will do. */
  readonly area: string | null;
  /** Whether the party must sit in `area`. `while_inside`: yes, unless it already has tables outside. */
  readonly areaBinds: boolean | "while_inside";
  /** Who asks for the table: the party gets only tables that this asker may give. */
  readonly asks: Bookable;
  readonly tables: readonly string[];
  readonly movable: boolean;
  /** True if a person chose the tables: the party then gets no other tables. */
  readonly pinned: boolean;
}

export interface Block {
  readonly tables: readonly string[];
  readonly from: number;
  readonly to: number;
}
