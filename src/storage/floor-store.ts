import type { Database } from "bun:sqlite";
import type {
  Area,
  Combination,
  DiningTable,
  FloorRecords,
  FloorSection,
  TableBlock,
} from "../domain/floor-records.ts";
import type { Row } from "./columns.ts";
import { DataCache } from "./data-cache.ts";

type InBrand = { brand: string };
type CombinationRow = Row<Combination> & InBrand;
type BlockRow = Row<TableBlock> & InBrand;
type SectionRow = Row<FloorSection> & InBrand;
type OnDate = InBrand & { serviceDate: string };

const AREA = "id, name, position, bookable, closed, archived_at AS archivedAt";
const TABLE = `id, area_id AS area, name, min_covers AS minCovers, max_covers AS maxCovers, priority, bookable,
    shape, x, y, width, height, angle, extra_minutes AS extraMinutes, archived_at AS archivedAt`;
const COMBINATION = `id, tables, min_covers AS minCovers, max_covers AS maxCovers, priority, bookable, enabled,
    extra_minutes AS extraMinutes`;
const BLOCK =
  'id, tables, from_at AS "from", to_at AS "to", reason, created_at AS createdAt, created_by AS createdBy';

const SECTION = "id, service_date AS serviceDate, name, color, server, tables";

export const FLOOR_RECORDS = {
  area: `SELECT brand, ${AREA} FROM area WHERE brand = :brand ORDER BY position, id`,
  dining_table: `SELECT brand, ${TABLE} FROM dining_table WHERE brand = :brand ORDER BY id`,
  combination: `SELECT brand, ${COMBINATION} FROM combination INDEXED BY combination_by_brand
    WHERE brand = :brand ORDER BY id`,
  table_block: `SELECT brand, ${BLOCK} FROM table_block INDEXED BY table_block_by_brand
    WHERE brand = :brand ORDER BY to_at, id`,
  floor_section: `SELECT brand, ${SECTION} FROM floor_section
    WHERE brand = :brand ORDER BY service_date, id`,
} as const;

export const INSERT_FLOOR_RECORD = {
  area: `INSERT INTO area (id, brand, name, position, bookable, closed, archived_at)
    VALUES (:id, :brand, :name, :position, :bookable, :closed, :archivedAt)`,
  dining_table: `INSERT INTO dining_table (id, brand, area_id, name, min_covers, max_covers, priority,
      bookable, shape, x, y, width, height, angle, extra_minutes, archived_at)
    VALUES (:id, :brand, :area, :name, :minCovers, :maxCovers, :priority, :bookable, :shape, :x, :y,
      :width, :height, :angle, :extraMinutes, :archivedAt)`,
  combination: `INSERT INTO combination (id, brand, tables, min_covers, max_covers, priority, bookable,
      enabled, extra_minutes)
    VALUES (:id, :brand, :tables, :minCovers, :maxCovers, :priority, :bookable, :enabled, :extraMinutes)`,
  table_block: `INSERT INTO table_block (id, brand, tables, from_at, to_at, reason, created_at, created_by)
    VALUES (:id, :brand, :tables, :from, :to, :reason, :createdAt, :createdBy)`,
  floor_section: `INSERT INTO floor_section (id, brand, service_date, name, color, server, tables)
    VALUES (:id, :brand, :serviceDate, :name, :color, :server, :tables)`,
} as const;

const SEATS =
  "min_covers = :minCovers, max_covers = :maxCovers, priority = :priority, bookable = :bookable, extra_minutes = :extraMinutes";

export function floorStore(database: Database) {
  const cache = new DataCache<FloorRecords>(database);
  const sql = {
    areas: database.prepare<Row<Area> & InBrand, InBrand>(FLOOR_RECORDS.area),
    tables: database.prepare<Row<DiningTable> & InBrand, InBrand>(FLOOR_RECORDS.dining_table),
    combinations: database.prepare<CombinationRow, InBrand>(FLOOR_RECORDS.combination),
    blocks: database.prepare<BlockRow, InBrand>(FLOOR_RECORDS.table_block),
    putArea: database.prepare(
      `${INSERT_FLOOR_RECORD.area}
       ON CONFLICT (id) DO UPDATE SET name = :name, position = :position, bookable = :bookable,
         closed = :closed, archived_at = :archivedAt`,
    ),
    putTable: database.prepare(
      `${INSERT_FLOOR_RECORD.dining_table}
       ON CONFLICT (id) DO UPDATE SET area_id = :area, name = :name, ${SEATS}, shape = :shape, x = :x,
         y = :y, width = :width, height = :height, angle = :angle, archived_at = :archivedAt`,
    ),
    putCombination: database.prepare(
      `${INSERT_FLOOR_RECORD.combination}
       ON CONFLICT (id) DO UPDATE SET tables = :tables, ${SEATS}, enabled = :enabled`,
    ),
    removeCombination: database.prepare("DELETE FROM combination WHERE id = :id"),
    addBlock: database.prepare(INSERT_FLOOR_RECORD.table_block),
    removeBlock: database.prepare("DELETE FROM table_block WHERE id = :id"),
    sections: database.prepare<SectionRow, OnDate>(
      `SELECT brand, ${SECTION} FROM floor_section
       WHERE brand = :brand AND service_date = :serviceDate ORDER BY id`,
    ),
    addSection: database.prepare(INSERT_FLOOR_RECORD.floor_section),
    removeSections: database.prepare<void, OnDate>(
      "DELETE FROM floor_section WHERE brand = :brand AND service_date = :serviceDate",
    ),
  };

  function read(brand: string): FloorRecords {
    return {
      areas: sql.areas
        .all({ brand })
        .map(({ brand: _brand, ...row }) => ({ ...row, closed: JSON.parse(row.closed) })),
      tables: sql.tables.all({ brand }).map(({ brand: _brand, ...row }) => row),
      combinations: sql.combinations.all({ brand }).map(({ brand: _brand, ...row }) => ({
        ...row,
        tables: JSON.parse(row.tables),
        enabled: row.enabled === 1,
      })),
      blocks: sql.blocks
        .all({ brand })
        .map(({ brand: _brand, ...row }) => ({ ...row, tables: JSON.parse(row.tables) })),
    };
  }

  return {
    get: (brand: string): FloorRecords => cache.get(brand, () => read(brand)) ?? EMPTY,

    /** Throws if the name is taken. */
    putArea(brand: string, area: Area): void {
      cache.forget();
      sql.putArea.run({ ...area, brand, closed: JSON.stringify(area.closed) });
    },

    /** Throws if the name is taken. */
    putTable(brand: string, table: DiningTable): void {
      cache.forget();
      sql.putTable.run({ ...table, brand });
    },

    putCombination(brand: string, one: Combination): void {
      cache.forget();
      const tables = JSON.stringify(one.tables);
      sql.putCombination.run({ ...one, brand, tables, enabled: one.enabled ? 1 : 0 });
    },

    removeCombination(id: string): void {
      cache.forget();
      sql.removeCombination.run({ id });
    },

    addBlock(brand: string, block: TableBlock): void {
      cache.forget();
      sql.addBlock.run({ ...block, brand, tables: JSON.stringify(block.tables) });
    },

    removeBlock(id: string): void {
      cache.forget();
      sql.removeBlock.run({ id });
    },

    sections: (brand: string, serviceDate: string): FloorSection[] =>
      sql.sections
        .all({ brand, serviceDate })
        .map(({ brand: _brand, ...row }) => ({ ...row, tables: JSON.parse(row.tables) })),

    putSections(brand: string, serviceDate: string, sections: readonly FloorSection[]): void {
      sql.removeSections.run({ brand, serviceDate });
      for (const one of sections) {
        sql.addSection.run({ ...one, brand, tables: JSON.stringify(one.tables) });
      }
    },
  };
}

const EMPTY: FloorRecords = { areas: [], tables: [], combinations: [], blocks: [] };
