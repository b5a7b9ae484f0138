import type { Bookable } from "./seating/unit.ts";

// The records of a floor. Names are unique in the brand without regard to case.

/** Wall times [from, to), such as 2026-11-20T17:00, in the brand's zone. */
export interface WallSpan {
  readonly from: string;
  readonly to: string;
}

export interface Area {
  readonly id: string;
  readonly name: string;
  /** Order on pages, from 0. */
  readonly position: number;
  readonly bookable: Bookable;
  readonly closed: readonly WallSpan[];
  /** Epoch milliseconds; null: in use. */
  readonly archivedAt: number | null;
}

export const SHAPES = ["square", "rectangle", "round", "bar"] as const;
export type Shape = (typeof SHAPES)[number];

/** What a table and a combination have in common. */
interface Seats {
  readonly minCovers: number;
  readonly maxCovers: number;
  /** 0 to 9; 0 is given first. */
  readonly priority: number;
  readonly bookable: Bookable;
  /** How many minutes longer than the stay it is taken. */
  readonly extraMinutes: number;
}

export interface DiningTable extends Seats {
  readonly id: string;
  /** Id of its area. */
  readonly area: string;
  readonly name: string;
  readonly shape: Shape;
  /** Place and size in whole grid units, the angle in degrees; null: not on the plan. */
  readonly x: number | null;
  readonly y: number | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly angle: number | null;
  readonly archivedAt: number | null;
}

/** Tables that may be pushed together. The declared number of seats counts, not the sum. */
export interface Combination extends Seats {
  readonly id: string;
  /** Ids of its tables. */
  readonly tables: readonly string[];
  readonly enabled: boolean;
}

/** Tables out of use in [from, to), epoch milliseconds. */
export interface TableBlock {
  readonly id: string;
  readonly tables: readonly string[];
  readonly from: number;
  readonly to: number;
  readonly reason: string;
  readonly createdAt: number;
  /** The principal. */
  readonly createdBy: string;
}

export const SECTION_COLORS = [
  "blue",
  "green",
  "orange",
  "purple",
  "red",
  "teal",
  "yellow",
  "grey",
] as const;

/** Tables that one person serves on a service date. */
export interface FloorSection {
  readonly id: string;
  /** YYYY-MM-DD. */
  readonly serviceDate: string;
  readonly name: string;
  readonly color: (typeof SECTION_COLORS)[number];
  /** The server's name; empty: nobody yet. */
  readonly server: string;
  /** Ids of its tables. */
  readonly tables: readonly string[];
}

/** Everything that stands on a brand's floor, archived tables and areas included. */
export interface FloorRecords {
  readonly areas: readonly Area[];
  readonly tables: readonly DiningTable[];
  readonly combinations: readonly Combination[];
  readonly blocks: readonly TableBlock[];
}
