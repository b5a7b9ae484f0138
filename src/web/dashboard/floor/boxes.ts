import type { DiningTable } from "../../../domain/floor-records.ts";

/** Layout of tables without coordinates, in grid units. */
const TABLES_PER_ROW = 6;
const APART = 3;
const SIZE = 2;

/** In grid units or pixels. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

type Placed = Pick<DiningTable, "x" | "y" | "width" | "height">;

export function boxesOf<One extends Placed>(tables: readonly One[]): Map<One, Box> {
  const boxes = new Map<One, Box>();
  for (const one of tables) {
    const { x, y, width, height } = one;
    if (x === null || y === null) continue;
    boxes.set(one, { x, y, width: width ?? SIZE, height: height ?? SIZE });
  }
  const below = Math.max(-1, ...[...boxes.values()].map((box) => box.y + box.height)) + 1;
  const others = tables.filter((one) => !boxes.has(one));
  for (const [index, one] of others.entries()) {
    const [row, column] = [Math.floor(index / TABLES_PER_ROW), index % TABLES_PER_ROW];
    boxes.set(one, { x: column * APART, y: below + row * APART, width: SIZE, height: SIZE });
  }
  return boxes;
}

export function boundsOf(boxes: readonly Box[]): Box {
  const x = Math.min(...boxes.map((one) => one.x));
  const y = Math.min(...boxes.map((one) => one.y));
  return {
    x,
    y,
    width: Math.max(...boxes.map((one) => one.x + one.width)) - x,
    height: Math.max(...boxes.map((one) => one.y + one.height)) - y,
  };
}
