import type { Seat, TableMove } from "../../domain/admission/tables.ts";
import type { Reservation } from "../../domain/reservation.ts";
import type { Move } from "../../domain/seating/chain.ts";
import { asSystem } from "../call/acting-as.ts";
import { audit, difference, sameValue } from "../call/audit.ts";
import type { OperationContext } from "../define.ts";

export const MOVE_TABLE = "move_table";

/** `madeRoomFor`: the id of the reservation or offer that needed the tables. */
export type MoveCause = { readonly madeRoomFor: string } | { readonly cause: string };

export const tableMoves = (moves: readonly Move[]): TableMove[] =>
  moves.map(({ party, from, to }) => ({ id: party.id, from, to: to.tables }));

export function moveTables(seat: Seat | null, madeRoomFor: string, context: OperationContext) {
  if (seat !== null) writeMoves(seat.moves, { madeRoomFor }, context);
}

/** Tables that a person chose stay pinned, unless the party gets different ones. */
export function tablesFound(
  seat: Seat | null,
  { tables: had, tablePinned }: Pick<Reservation, "tables" | "tablePinned">,
  { brand }: Pick<OperationContext, "brand">,
): Partial<Pick<Reservation, "tables" | "tablePinned">> {
  if (brand.settings.tables.mode === "off") return {};
  const tables = seat?.tables ?? [];
  return { tables, tablePinned: tablePinned && tables.length > 0 && sameValue(tables, had) };
}

/** Does not raise revisions, so that open forms stay valid. `pinned`: a person chose these tables. */
export function writeMoves(
  moves: readonly (TableMove & { readonly pinned?: boolean })[],
  cause: MoveCause,
  context: OperationContext,
): void {
  if (moves.length === 0) return;
  const { stores } = context;
  const system = asSystem(context);
  for (const { id, to, pinned: tablePinned = false } of moves) {
    const before = stores.reservations.get(id);
    if (before === null) {
      stores.offers.setTables(id, to);
      continue;
    }
    const change = difference(before, { tables: to, tablePinned });
    if (change === null) continue;
    stores.reservations.setTables(id, to, tablePinned, context.now);
    if (to.length > 0) context.search.moved += 1;
    const after = { ...change.after, ...cause };
    audit({ reservationId: id }, MOVE_TABLE, { ...change, after }, null, system);
  }
}
