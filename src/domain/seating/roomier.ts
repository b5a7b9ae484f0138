import type { Floor } from "./floor.ts";
import { type Block, mayUse, type Unit } from "./unit.ts";

interface PlanState {
  readonly floor: Floor;
  readonly blocks: readonly Block[];
}

export const isRoomier = (before: PlanState, after: PlanState): boolean =>
  after.floor.units.some((unit) => isMore(unit, before.floor)) ||
  before.blocks.some((block) => !after.blocks.some((other) => includes(other, block)));

function isMore(unit: Unit, before: Floor): boolean {
  const was = before.unitOf(unit.tables);
  if (!before.units.includes(was)) return true;
  return (
    unit.maxCovers > was.maxCovers ||
    unit.minCovers < was.minCovers ||
    unit.extraMs < was.extraMs ||
    !mayUse(unit.bookable, was.bookable) ||
    unit.areas.some((area) => !was.areas.includes(area))
  );
}

const includes = (block: Block, { tables, from, to }: Block): boolean =>
  block.from <= from && block.to >= to && tables.every((table) => block.tables.includes(table));
