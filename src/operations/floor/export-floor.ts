import { z } from "zod";
import { byName } from "../../domain/by-name.ts";
import { type FloorPlan, floorPlanShape, wallOf } from "../../domain/floor-plan.ts";
import { defineOperation, type OperationContext, READS } from "../define.ts";
import { brandParam } from "../params.ts";
import { tableNames } from "../seating/names.ts";

const input = z.strictObject({ brand: brandParam });

export const exportFloor = defineOperation({
  name: "export_floor",
  title: "Export the floor plan",
  scope: "bookings.read",
  operatorOnly: true,
  input,
  output: z.strictObject({ plan: floorPlanShape }),
  hints: READS,
  run: (_given, context) => ({ plan: planOf(context) }),
});

export function planOf({ brand, stores }: OperationContext): FloorPlan {
  const zone = brand.settings.timeZone;
  const floor = stores.floors.get(brand.slug);
  const inUse = <One extends { archivedAt: number | null }>(all: readonly One[]): One[] =>
    all.filter(({ archivedAt }) => archivedAt === null);
  const areaName = (id: string): string => floor.areas.find((one) => one.id === id)?.name ?? "";
  return {
    areas: inUse(floor.areas).map(({ name, bookable, closed }) => ({
      name,
      bookable,
      closed: [...closed],
    })),
    tables: inUse(floor.tables)
      .toSorted((one, other) => byName(one.name, other.name))
      .map(({ id: _id, archivedAt: _used, area, ...table }) => ({
        ...table,
        area: areaName(area),
      })),
    combinations: floor.combinations.map(({ id: _id, tables, ...one }) => ({
      tables: tableNames(tables, floor),
      ...one,
    })),
    blocks: floor.blocks.map(({ tables, from, to, reason }) => ({
      tables: tableNames(tables, floor),
      from: wallOf(from, zone),
      to: wallOf(to, zone),
      reason,
    })),
  };
}
