import type { Seat, TableMove } from "../../domain/admission/tables.ts";
import type { Reservation } from "../../domain/reservation.ts";
import { asSystem } from "../call/acting-as.ts";
import { audit, difference, sameValue } from "../call/audit.ts";
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
 * The tables of a party that some were looked for; nothing where the brand keeps none. What a person
 * chose is pinned as long as it is the same.
 */
export function tablesFound(
  seat: Seat | null,
  { tables: had, tablePinned }: Pick<Reservation, "tables" | "tablePinned">,
  { brand }: Pick<OperationContext, "brand">,
): Partial<Pick<Reservation, "tables" | "tablePinned">> {
  if (brand.settings.tables.mode === "off") return {};
  const tables = seat?.tables ?? [];
  return { tables, tablePinned: tablePinned && tables.length > 0 && sameValue(tables, had) };
}

/**
 * Gives parties other tables, or none. Nobody's time changes, so it is no revision of theirs: a form
 * that somebody has open stays valid. Only `pinned` ones stay pinned: the others were chosen by a machine.
 */
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
    stores.reservations.setTables(id, to, tablePinned);
    if (to.length > 0) context.search.moved += 1;
    const after = { ...change.after, ...cause };
    audit({ reservationId: id }, MOVE_TABLE, { ...change, after }, null, system);
  }
}
