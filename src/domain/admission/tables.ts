import { type Reason, reason } from "../errors.ts";
import type { Occupant } from "../occupancy.ts";
import type { TablesFull } from "../reasons/admission.ts";
import type { Why } from "../seating/choice.ts";

/** [from, to) in epoch milliseconds. */
export interface TableWish {
  readonly from: number;
  readonly to: number;
  readonly covers: number;
  /** Area id, or null for any area. */
  readonly area: string | null;
  /** Ids of the party's present tables. The party keeps these if possible. */
  readonly present: readonly string[];
  /** True if a person chose the tables: the party then gets no other tables. */
  readonly pinned: boolean;
  /** True if this call asks for the area. False if an earlier call did. */
  readonly areaIsNew?: boolean;
}

export interface TableMove {
  readonly id: string;
  readonly from: readonly string[];
  readonly to: readonly string[];
}

export interface Seat {
  readonly tables: readonly string[];
  readonly name: string;
  readonly why: Why;
  readonly moves: readonly TableMove[];
}

export interface NoSeat extends Omit<TablesFull, "say"> {
  /** True if a person chose tables that no longer suit the party. */
  readonly isPinned: boolean;
}

export type Near = (from: number, to: number) => readonly Occupant[];

export interface FloorWorld {
  readonly required: boolean;
  /** Ignores holds that end at `heldAfter` or earlier. */
  seat(wish: TableWish, near: Near, heldAfter?: number): Seat | NoSeat;
  /** The places that are free without moving other parties. */
  free(wish: TableWish, near: Near): readonly FreePlace[];
}

export interface FreePlace {
  readonly maxCovers: number;
  readonly areas: readonly string[];
}

export const anyTable = (
  stay: Pick<TableWish, "from" | "to" | "covers">,
  area: string | null = null,
): TableWish => ({ ...stay, area, present: [], pinned: false });

export const isSeat = (found: Seat | NoSeat): found is Seat => "tables" in found;

export const isTooLargeForTables = (one: Reason): boolean =>
  one.kind === "TABLES_FULL" && one.places === 0 && one.area === null;

export function tablesFull({ isPinned, ...full }: NoSeat, wish: TableWish, zone: string): Reason {
  const { covers, from, to } = wish;
  return reason("TABLES_FULL", { ...full, say: { zone, covers, from, to, pinned: isPinned } });
}
