import type { Seat, TableMove } from "../../domain/admission/tables.ts";
import { asSystem } from "../call/acting-as.ts";
import { audit } from "../call/audit.ts";
import type { OperationContext } from "../define.ts";

/** The name in the audit log of other tables that a party was given. */
export const MOVE_TABLE = "move_table";

/** Whom a party made room for (a reservation's id), or which operation took its table. */
export type MoveCause = { readonly madeRoomFor: string } | { readonly cause: string };

/** Gives those other tables who make room for a party, in its transaction. */
export function moveTables(seat: Seat | null, madeRoomFor: string, context: OperationContext) {
  if (seat !== null) writeMoves(seat.moves, { madeRoomFor }, context);
}

/**
 * Gives parties other tables, or none. Nobody's time changes, so it is no revision of theirs: a form
 * that somebody has open stays valid. What a machine chose is pinned no longer.
 */
export function writeMoves(
  moves: readonly TableMove[],
  cause: MoveCause,
  context: OperationContext,
): void {
  const { stores } = context;
  const system = asSystem(context);
  for (const { id, from, to } of moves) {
    if (stores.reservations.get(id) === null) {
      stores.offers.setTables(id, to);
      continue;
    }
    stores.reservations.setTables(id, to);
    const change = { before: { tables: from }, after: { tables: to, ...cause } };
    audit({ reservationId: id }, MOVE_TABLE, change, null, system);
  }
}
