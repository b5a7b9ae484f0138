import type { Bookable } from "./seating/unit.ts";

// Names of areas and tables are unique in the brand, ignoring case.

/** [from, to), each a wall time in the brand's time zone, such as 2026-11-20T17:00. */
export interface WallSpan {
  readonly from: string;
  readonly to: string;
}

export interface Area {
  readonly id: string;
  readonly name: string;
  readonly position: number;
  readonly bookable: Bookable;
  readonly closed: readonly WallSpan[];
  readonly archivedAt: number | null;
}

export const SHAPES = ["square", "rectangle", "round", "bar"] as const;
export type Shape = (typeof SHAPES)[number];

interface Seats {
  readonly minCovers: number;
  readonly maxCovers: number;
  /** From 0 to 9. Lower numbers are used first. */
  readonly priority: number;
  readonly bookable: Bookable;
  /** Minutes that are added to the end of each stay at the table. */
  readonly extraMinutes: number;
}

export interface DiningTable extends Seats {
  readonly id: string;
  readonly area: string;
  readonly name: string;
  readonly shape: Shape;
  /** In grid units, `angle` in degrees. Null `x` and `y`: nobody has drawn the table on the plan. */
  readonly x: number | null;
  readonly y: number | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly angle: number | null;
  readonly archivedAt: number | null;
}

/** The covers of a combination are set by hand. They may differ from the sum of its tables' covers. */
export interface Combination extends Seats {
  readonly id: string;
  readonly tables: readonly string[];
  readonly enabled: boolean;
}

/** [from, to), epoch milliseconds. */
export interface TableBlock {
  readonly id: string;
  readonly tables: readonly string[];
  readonly from: number;
  readonly to: number;
  readonly reason: string;
  readonly createdAt: number;
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

export interface FloorSection {
  readonly id: string;
  readonly serviceDate: string;
  readonly name: string;
  readonly color: (typeof SECTION_COLORS)[number];
  /** Name of the waiter. May be empty. */
  readonly server: string;
  readonly tables: readonly string[];
}

export interface FloorRecords {
  readonly areas: readonly Area[];
  readonly tables: readonly DiningTable[];
  readonly combinations: readonly Combination[];
  readonly blocks: readonly TableBlock[];
}
