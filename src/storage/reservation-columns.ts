import { toSearchText } from "../domain/guest-search.ts";
import type { Reservation } from "../domain/reservation.ts";
import { RESERVATION_FIELDS } from "../domain/reservation-fields.ts";
import { assigned, inserted, type Row, selected } from "./columns.ts";

export type ReservationRow = Row<Reservation>;

const WRITTEN = {
  ...RESERVATION_FIELDS,
  nameSearch: { ...RESERVATION_FIELDS.name, column: "name_search" },
};

export const RESERVATION_COLUMNS = selected(RESERVATION_FIELDS);

export const INSERT_RESERVATION = `INSERT INTO reservation ${inserted(WRITTEN)}`;

/** Changes no row if somebody changed the reservation after it was read. */
export const UPDATE_RESERVATION = `
  UPDATE reservation SET ${assigned(WRITTEN)}
  WHERE id = :id AND revision = :revision - 1`;

const NO_TABLES: readonly string[] = [];

export function tablesIn(column: string): readonly string[] {
  if (column === "") return NO_TABLES;
  return column.includes(" ") ? column.split(" ") : [column];
}

export const tablesColumn = (tables: readonly string[]): string => tables.join(" ");

export const toReservation = (row: ReservationRow): Reservation => ({
  ...row,
  notifyCustomer: row.notifyCustomer === 1,
  flags: JSON.parse(row.flags),
  tables: tablesIn(row.tables),
  tablePinned: row.tablePinned === 1,
});

export const toParameters = (
  reservation: Reservation,
): ReservationRow & { nameSearch: string } => ({
  ...reservation,
  notifyCustomer: reservation.notifyCustomer ? 1 : 0,
  flags: JSON.stringify(reservation.flags),
  tables: tablesColumn(reservation.tables),
  tablePinned: reservation.tablePinned ? 1 : 0,
  nameSearch: toSearchText(reservation.name),
});
