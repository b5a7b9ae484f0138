import type { TableMove } from "../../domain/admission/tables.ts";
import type { AuditRow, FieldValues } from "../../domain/audit.ts";
import { occupiedInterval } from "../../domain/occupancy.ts";
import type { Reservation } from "../../domain/reservation.ts";
import { DAY } from "../../domain/time.ts";
import { sameValue } from "../call/audit.ts";
import type { OperationContext } from "../define.ts";
import { toleranceMsOf } from "../reservation/world.ts";
import { MOVE_TABLE, writeMoves } from "./move-tables.ts";
import { isSitting } from "./resettle.ts";
import { keepAt, roomBetween } from "./room-between.ts";

type Had = FieldValues & Partial<Pick<Reservation, "tables" | "tablePinned">>;

/** Undoes the table moves that `change` caused, unless a party would then be without a table. */
export function giveTablesBack(
  change: AuditRow,
  restored: Reservation,
  context: OperationContext,
): readonly TableMove[] {
  const { brand, now, stores } = context;
  if (brand.settings.tables.mode === "off") return [];
  const { id, startAt, endAt } = restored;
  const present = stores.reservations.get(id) ?? restored;
  const span = {
    from: Math.min(startAt, present.startAt) - DAY,
    to: Math.max(endAt, present.endAt) + DAY,
  };
  const { room, parties } = roomBetween(span, context, { id });
  const ids = parties.map((party) => party.id);
  const rows = stores.audit.after(change, ids).filter(({ operation, at, after }) => {
    const { madeRoomFor } = after;
    return operation === MOVE_TABLE && at === change.at && madeRoomFor === id;
  });
  const moved = rows.flatMap(({ reservationId, before, after }) => {
    const party = parties.find((one) => one.id === reservationId);
    const had = before as Had;
    const { tables: got = [] } = after as Had;
    const stands = party !== undefined && sameValue(party.tables, got);
    const to = had.tables ?? [];
    return stands && to.length > 0 ? [{ party, to, pinned: had.tablePinned === true }] : [];
  });
  if (moved.length === 0) return [];
  for (const { party } of moved) room.remove(party.id);
  const interval = occupiedInterval(restored, now);
  if (interval !== null && restored.tables.length > 0) {
    const unit = room.floor.unitOf(restored.tables);
    if (!room.isFree(unit, Math.max(interval.from, now), interval.to)) return [];
    keepAt(room, id, unit, interval);
  }
  const sits = isSitting(context);
  const back: (TableMove & { pinned: boolean })[] = [];
  for (const { party, to, pinned } of moved) {
    const unit = room.floor.unitOf(to);
    const from = Math.max(party.from, now);
    // A seated party may stay a few minutes into the next party's time (rule F8).
    const until = sits(party) ? Math.max(from, party.to - toleranceMsOf(context)) : party.to;
    const fits = party.size <= unit.maxCovers && room.isFree(unit, from, until);
    const kept = room.floor.unitOf(party.tables);
    if (!fits && !room.isFree(kept, from, party.to)) return [];
    room.place(party, fits ? unit : kept);
    if (fits) back.push({ id: party.id, from: party.tables, to, pinned });
  }
  writeMoves(back, { cause: "undo_last_change" }, context);
  return back;
}
