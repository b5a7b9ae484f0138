import { type Reason, reason } from "../errors.ts";
import type { Occupant } from "../occupancy.ts";
import type { TablesFull } from "../reasons/admission.ts";

/** A party that needs a table in [from, to), epoch milliseconds. */
export interface TableWish {
  readonly from: number;
  readonly to: number;
  readonly covers: number;
  /** Id of the area that it has to be in; null: any. */
  readonly area: string | null;
  /** Ids of the tables that it has now; it keeps them where they still suit it. */
  readonly present: readonly string[];
  /** Its tables were chosen by a person: it gets no others. */
  readonly pinned: boolean;
  /** It sits there: it keeps its tables whatever their size. */
  readonly seated: boolean;
}

/** Another party that gives up its tables for others, at the same time. */
export interface TableMove {
  /** A reservation or an offer. */
  readonly id: string;
  readonly from: readonly string[];
  readonly to: readonly string[];
}

/** Why these tables and no others. */
export interface TableChoice {
  readonly is: "kept" | "only" | "smallest" | "moved";
  readonly covers: number;
  /** Most people that the tables take. */
  readonly maxCovers: number;
}

/** Where a party sits, by ids of tables, and who moves for it. */
export interface Seat {
  readonly tables: readonly string[];
  readonly why: TableChoice;
  readonly moves: readonly TableMove[];
}

/** What the places for a party come to where none is free. */
export type NoSeat = Omit<TablesFull, "say">;

/** The tables as an admission meets them. */
export interface FloorWorld {
  /** No table, no booking. */
  readonly required: boolean;
  /**
   * The tables for a party beside the others; `near` answers who is there in a wider span, where
   * somebody has to move.
   */
  seat(
    wish: TableWish,
    others: readonly Occupant[],
    near: (from: number, to: number) => readonly Occupant[],
  ): Seat | NoSeat;
}

export const isSeat = (found: Seat | NoSeat): found is Seat => "tables" in found;

/** The refusal of a party that no table is free for. */
export const tablesFull = (full: NoSeat, wish: TableWish, zone: string): Reason =>
  reason("TABLES_FULL", {
    ...full,
    say: { zone, covers: wish.covers, from: wish.from, to: wish.to, pinned: wish.pinned },
  });
