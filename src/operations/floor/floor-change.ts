import { type FloorPlan, instantAt, nameKey, wallOf } from "../../domain/floor-plan.ts";
import type {
  Area,
  Combination,
  DiningTable,
  FloorRecords,
  TableBlock,
} from "../../domain/floor-records.ts";
import { newId } from "../../domain/ids.ts";
import type { OperationContext } from "../define.ts";

export interface FloorChange {
  readonly areas: readonly Area[];
  readonly tables: readonly DiningTable[];
  readonly combinations: readonly Combination[];
  readonly gone: readonly string[];
  readonly blocks: readonly TableBlock[];
  readonly unblocked: readonly string[];
  readonly added: number;
  readonly changed: number;
  readonly archived: number;
}

type Wanted = { readonly id: string };

export function floorChange(
  plan: FloorPlan,
  before: FloorRecords,
  { now, random, brand, caller }: OperationContext,
): FloorChange {
  const zone = brand.settings.timeZone;
  const idOf = (all: readonly { readonly id: string; readonly name: string }[], name: string) =>
    all.find((one) => nameKey(one.name) === nameKey(name))?.id ?? newId(now, random);
  const areas = plan.areas.map(
    (one, position): Area => ({
      id: idOf(before.areas, one.name),
      ...one,
      position,
      archivedAt: null,
    }),
  );
  const tables = plan.tables.map(
    ({ area, ...one }): DiningTable => ({
      id: idOf(before.tables, one.name),
      ...one,
      area: idOf(areas, area),
      archivedAt: null,
    }),
  );
  const named = (names: readonly string[]): string[] => names.map((name) => idOf(tables, name));
  const combinations = plan.combinations.map((one): Combination => {
    const ids = named(one.tables);
    const known = before.combinations.find((other) => isSameSet(other.tables, ids));
    return { id: known?.id ?? newId(now, random), ...one, tables: known?.tables ?? ids };
  });
  const blocks = plan.blocks.map((one): TableBlock => {
    const from = instantAt(one.from, zone) ?? 0;
    const to = instantAt(one.to, zone) ?? 0;
    const ids = named(one.tables);
    // Compare wall times, not timestamps: when clocks go back, one wall time has two timestamps.
    const known = before.blocks.find(
      (other) =>
        wallOf(other.from, zone) === one.from &&
        wallOf(other.to, zone) === one.to &&
        other.reason === one.reason &&
        isSameSet(other.tables, ids),
    );
    if (known !== undefined) return known;
    const made = { createdAt: now, createdBy: caller.principal };
    return { id: newId(now, random), tables: ids, from, to, reason: one.reason, ...made };
  });
  const archive = <One extends Wanted & { archivedAt: number | null }>(
    all: readonly One[],
    kept: readonly Wanted[],
  ): One[] =>
    missing(all, kept)
      .filter(({ archivedAt }) => archivedAt === null)
      .map((one) => ({ ...one, archivedAt: now }));
  const shut = { areas: archive(before.areas, areas), tables: archive(before.tables, tables) };
  const gone = missing(before.combinations, combinations);
  const unblocked = missing(before.blocks, blocks);
  const written = [
    compared(areas, before.areas),
    compared(tables, before.tables),
    compared(combinations, before.combinations),
    compared(blocks, before.blocks),
  ] as const;
  return {
    areas: [...written[0].records, ...shut.areas],
    tables: [...written[1].records, ...shut.tables],
    combinations: written[2].records,
    gone: gone.map(({ id }) => id),
    blocks: written[3].records,
    unblocked: unblocked.map(({ id }) => id),
    added: written.reduce((sum, { added }) => sum + added, 0),
    changed: written.reduce((sum, { changed }) => sum + changed, 0),
    archived: shut.areas.length + shut.tables.length + gone.length + unblocked.length,
  };
}

function compared<One extends Wanted>(wanted: readonly One[], before: readonly One[]) {
  const known = new Map(before.map((one) => [one.id, one]));
  const added = wanted.filter(({ id }) => !known.has(id));
  const changed = wanted.filter((one) => {
    const present = known.get(one.id);
    return present !== undefined && !Bun.deepEquals(one, present);
  });
  return { records: [...added, ...changed], added: added.length, changed: changed.length };
}

const missing = <One extends Wanted>(all: readonly One[], kept: readonly Wanted[]): One[] => {
  const ids = new Set(kept.map(({ id }) => id));
  return all.filter(({ id }) => !ids.has(id));
};

export const isSameSet = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((id) => other.includes(id));
