import { isSeat, type Seat, type TableWish } from "../../domain/admission/tables.ts";
import type { OperationContext } from "../define.ts";
import { type OwnStay, worldOf } from "../reservation/world.ts";

/** Null if no table is free or the brand does not use tables. */
export function findSeat(
  wish: Pick<TableWish, "from" | "to" | "covers"> & Partial<TableWish>,
  own: OwnStay,
  context: OperationContext,
): Seat | null {
  const { floor = null, occupants } = worldOf(context, own);
  if (floor === null) return null;
  const found = floor.seat({ area: null, present: [], pinned: false, ...wish }, occupants);
  return isSeat(found) ? found : null;
}
