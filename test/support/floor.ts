// Floors for tests in short notation. Tables: "name:most" or "name:least-most", in one area unless
// an area is named before them. Combinations: "1+2:3-4".
import type { Stores } from "../../src/storage/stores.ts";

export interface ShortFloor {
  /** Tables by area, each such as "12:4" or "12:3-4". */
  readonly areas: Readonly<Record<string, string>>;
  /** Combinations such as "1+2:3-4". */
  readonly joins?: string;
}

const seats = (text = ""): { minCovers: number; maxCovers: number } => {
  const [first = "1", last] = text.split("-");
  return last === undefined
    ? { minCovers: 1, maxCovers: Number(first) }
    : { minCovers: Number(first), maxCovers: Number(last) };
};

const PLAIN = { priority: 5, bookable: "online", extraMinutes: 0 } as const;
const UNPLACED = { x: null, y: null, width: null, height: null, angle: null } as const;

/** The id of the table with this name. */
export const tableId = (name: string): string => `table-${name}`;

/**
 * Writes the floor of a brand. Call it in a transaction, or in tests in which nothing else writes.
 */
export function putFloor(stores: Stores, brand: string, { areas, joins = "" }: ShortFloor): void {
  for (const [position, [area, tables]] of Object.entries(areas).entries()) {
    stores.floors.putArea(brand, {
      id: `area-${area}`,
      name: area,
      position,
      bookable: "online",
      closed: [],
      archivedAt: null,
    });
    for (const one of tables.split(" ")) {
      const [name = "", size] = one.split(":");
      const table = { id: tableId(name), area: `area-${area}`, name, shape: "square" } as const;
      const placed = { ...table, ...seats(size), ...PLAIN, ...UNPLACED, archivedAt: null };
      stores.floors.putTable(brand, placed);
    }
  }
  for (const one of joins.split(" ").filter(Boolean)) {
    const [names = "", size] = one.split(":");
    const tables = names.split("+").map(tableId);
    const combination = { id: `join-${names}`, tables, enabled: true };
    stores.floors.putCombination(brand, { ...combination, ...seats(size), ...PLAIN });
  }
}

const NAMES = Array.from({ length: 20 }, (_, at) => String(at + 1));
/** 20 tables for two, with 200 combinations: every pair, and ten of three tables. */
export const MANY: ShortFloor = {
  areas: { Room: NAMES.map((name) => `${name}:2`).join(" ") },
  joins: NAMES.flatMap((one, at) => NAMES.slice(at + 1).map((other) => `${one}+${other}:3-4`))
    .slice(0, 190)
    .concat(NAMES.slice(0, 10).map((one, at) => `${one}+${at + 2}+${at + 3}:5-6`))
    .join(" "),
};
