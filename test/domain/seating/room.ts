// Builders for the tests of tables: a small room, and an evening in New York.
import { Floor } from "../../../src/domain/seating/floor.ts";
import { Placements } from "../../../src/domain/seating/placements.ts";
import type { Block, Combination, Party, Table } from "../../../src/domain/seating/unit.ts";
import { at, MINUTE } from "../../support/admission.ts";

/** A table's name, which is its id, and its covers: `1: 4` takes up to 4, `1: 2-4` takes 2 to 4. */
type TableText = `${string}: ${number}` | `${string}: ${number}-${number}`;

interface RoomText {
  readonly tables: readonly TableText[];
  /** A combination, for example `7+8: 3-5`. */
  readonly joins?: readonly TableText[];
  readonly parties?: readonly Party[];
  readonly blocks?: readonly Block[];
  /** Changes to tables and combinations, by name. */
  readonly but?: Readonly<Record<string, Partial<Table>>>;
}

function sized(text: TableText, but: RoomText["but"]) {
  const [name = "", covers = ""] = text.split(": ");
  const [least = 1, most = least] = covers.split("-").map(Number);
  const minCovers = covers.includes("-") ? least : 1;
  const usual = { priority: 0, bookable: "online" as const, extraMinutes: 0 };
  return { name, ...usual, minCovers, maxCovers: most, ...but?.[name] };
}

export const floorOf = ({ tables, joins = [], but }: RoomText): Floor =>
  new Floor({
    areas: ["dining", "terrace"].map((id) => ({ id, bookable: "online" })),
    tables: tables.map((text): Table => {
      const table = sized(text, but);
      return { area: "dining", ...table, id: table.name };
    }),
    combinations: joins.map((text): Combination => {
      const { name, ...join } = sized(text, but);
      return { ...join, tables: name.split("+") };
    }),
  });

export const roomOf = (text: RoomText): Placements =>
  new Placements(floorOf(text), text.parties ?? [], text.blocks ?? []);

/** A party of an hour and a half, unless `but` says otherwise. */
export function party(id: string, size: number, wall: string, but: Partial<Party> = {}): Party {
  const from = at(wall);
  return {
    id,
    from,
    to: from + 90 * MINUTE,
    size,
    area: null,
    areaBinds: false,
    asks: "desk",
    tables: [],
    movable: true,
    pinned: false,
    ...but,
  };
}

export const sitting = (id: string, size: number, wall: string, ...tables: string[]): Party =>
  party(id, size, wall, { tables });

export const pinned = (id: string, size: number, wall: string, ...tables: string[]): Party =>
  party(id, size, wall, { tables, movable: false, pinned: true });
