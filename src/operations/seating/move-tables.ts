import type { Seat } from "../../domain/admission/tables.ts";
import { asSystem } from "../call/acting-as.ts";
import { audit } from "../call/audit.ts";
import type { OperationContext } from "../define.ts";

/** The name in the audit log of other tables that a party was given. */
export const MOVE_TABLE = "move_table";

/**
 * Gives those other tables who make room for a party, in its transaction. Nobody's time changes, so
 * it is no revision of theirs: a form that somebody has open stays valid.
 */
export function moveTables(seat: Seat | null, cause: string, context: OperationContext): void {
  if (seat === null) return;
  const { stores } = context;
  const system = asSystem(context);
  for (const { id, from, to } of seat.moves) {
    const reservation = stores.reservations.get(id);
    if (reservation === null) {
      stores.offers.setTables(id, to);
      continue;
    }
    stores.reservations.setTables(id, to);
    const change = { before: { tables: from }, after: { tables: to, madeRoomFor: cause } };
    audit({ reservationId: id }, MOVE_TABLE, change, null, system);
  }
}
