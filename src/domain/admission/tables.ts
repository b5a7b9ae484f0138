import { type Reason, reason } from "../errors.ts";
import type { Occupant } from "../occupancy.ts";
import type { TablesFull } from "../reasons/admission.ts";
import type { Why } from "../seating/choice.ts";

/** A party that needs a table in [from, to), epoch milliseconds. */
export interface TableWish {
  readonly from: number;
  readonly to: number;
  readonly covers: number;
  /** Id of the area asked for; null: any. */
  readonly area: string | null;
  /** Ids of its present tables, which it keeps if they still suit it. */
  readonly present: readonly string[];
  /** A person chose its tables, so it gets no others. */
  readonly pinned: boolean;
  /** The area is asked for in this call; absent: it was stored with the party. */
  readonly areaIsNew?: boolean;
}

/** Another party that gets other tables for the same time. */
export interface TableMove {
  /** A reservation or an offer. */
  readonly id: string;
  readonly from: readonly string[];
  readonly to: readonly string[];
}

/** The tables for a party, and which parties move for it. */
export interface Seat {
  readonly tables: readonly string[];
  /** Names of its tables, as in "7 + 8". */
  readonly name: string;
  readonly why: Why;
  readonly moves: readonly TableMove[];
}

/** What is in the way of a party for which no table is free. */
export interface NoSeat extends Omit<TablesFull, "say"> {
  /** A person chose its tables, and they no longer suit it. */
  readonly isPinned: boolean;
}

/** All parties in a span. */
export type Near = (from: number, to: number) => readonly Occupant[];

/** The tables, as admission uses them. */
export interface FloorWorld {
  /** Without a table there is no booking. */
  readonly required: boolean;
  /** Finds tables for a party; `heldAfter`: only holds that end later than this count. */
  seat(wish: TableWish, near: Near, heldAfter?: number): Seat | NoSeat;
  /** Every place that is free without moving anybody. */
  free(wish: TableWish, near: Near): readonly FreePlace[];
}

/** A table or combination that is free. */
export interface FreePlace {
  /** Most people that it takes. */
  readonly maxCovers: number;
  /** Ids of the areas that it stands in. */
  readonly areas: readonly string[];
}

/** The wish of a new party of that size in [from, to). */
export const anyTable = (
  stay: Pick<TableWish, "from" | "to" | "covers">,
  area: string | null = null,
): TableWish => ({ ...stay, area, present: [], pinned: false });

export const isSeat = (found: Seat | NoSeat): found is Seat => "tables" in found;

/** Whether no table and no combination is large enough for the party, in any area. */
export const isTooLargeForTables = (one: Reason): boolean =>
  one.kind === "TABLES_FULL" && one.places === 0 && one.area === null;

/** The refusal if no table is free for a party. */
export function tablesFull({ isPinned, ...full }: NoSeat, wish: TableWish, zone: string): Reason {
  const { covers, from, to } = wish;
  return reason("TABLES_FULL", { ...full, say: { zone, covers, from, to, pinned: isPinned } });
}
