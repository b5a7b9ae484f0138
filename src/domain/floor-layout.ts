import type { FloorPlan } from "./floor-plan.ts";
import type { Shape } from "./floor-records.ts";

export type PlannedTable = FloorPlan["tables"][number];

export interface TableCounts {
  readonly twos: number;
  readonly fours: number;
  readonly sixes: number;
  readonly eights: number;
}

interface Size {
  readonly minCovers: number;
  readonly maxCovers: number;
  readonly shape: Shape;
  readonly width: number;
}

const SIZES: Readonly<Record<keyof TableCounts, Size>> = {
  twos: { minCovers: 1, maxCovers: 2, shape: "square", width: 2 },
  fours: { minCovers: 2, maxCovers: 4, shape: "rectangle", width: 3 },
  sixes: { minCovers: 3, maxCovers: 6, shape: "rectangle", width: 4 },
  eights: { minCovers: 5, maxCovers: 8, shape: "rectangle", width: 5 },
};
/** Depth of tables, distances between tables and rows, and width of the room, in grid units. */
const DEEP = 2;
const APART = 1;
const ROW_APART = 2;
const ROOM_WIDTH = 20;

export function layoutOf(counts: TableCounts, area: string): FloorPlan {
  const tables: PlannedTable[] = [];
  let [x, y] = [0, 0];
  for (const [size, { width, ...seats }] of Object.entries(SIZES)) {
    const count = counts[size as keyof TableCounts];
    for (let made = 0; made < count; made += 1) {
      if (x > 0 && x + width > ROOM_WIDTH) [x, y] = [0, y + DEEP + ROW_APART];
      const place = { x, y, width, height: DEEP, angle: null };
      const name = String(tables.length + 1);
      tables.push({ name, area, ...seats, ...USUAL, ...place });
      x += width + APART;
    }
    if (count > 0) [x, y] = [0, y + DEEP + ROW_APART];
  }
  const areas: FloorPlan["areas"] = [{ name: area, bookable: "online", closed: [] }];
  return { areas, tables, combinations: [], blocks: [] };
}

const USUAL = { priority: 5, bookable: "online", extraMinutes: 0 } as const;

export interface Proposal {
  readonly tables: readonly [string, string];
  readonly minCovers: number;
  readonly maxCovers: number;
}

export function proposedCombinations({ tables, combinations }: FloorPlan): Proposal[] {
  const known = new Set(combinations.map((one) => keyOf(one.tables)));
  return tables.flatMap((one, index) =>
    tables
      .slice(index + 1)
      .filter((other) => other.area === one.area && isBeside(one, other))
      .filter((other) => !known.has(keyOf([one.name, other.name])))
      .map((other) => ({
        tables: [one.name, other.name] as const,
        minCovers: Math.max(one.maxCovers, other.maxCovers) + 1,
        maxCovers: one.maxCovers + other.maxCovers,
      })),
  );
}

const keyOf = (names: readonly string[]): string => names.toSorted().join("+");

function isBeside(one: PlannedTable, other: PlannedTable): boolean {
  const [a, b] = [boxOf(one), boxOf(other)];
  if (a === null || b === null) return false;
  const gapX = Math.max(a.x, b.x) - Math.min(a.x + a.width, b.x + b.width);
  const gapY = Math.max(a.y, b.y) - Math.min(a.y + a.height, b.y + b.height);
  return (gapX >= 0 && gapX <= APART && gapY < 0) || (gapY >= 0 && gapY <= APART && gapX < 0);
}

function boxOf({ x, y, width, height }: PlannedTable) {
  if (x === null || y === null) return null;
  return { x, y, width: width ?? DEEP, height: height ?? DEEP };
}
