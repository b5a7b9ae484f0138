import { toSearchText } from "../domain/guest-search.ts";
import type { Reservation } from "../domain/reservation.ts";

/** A reservation as SQLite returns it under RESERVATION_COLUMNS. */
export type ReservationRow = Omit<Reservation, "notifyCustomer" | "flags"> & {
  readonly notifyCustomer: 0 | 1;
  readonly flags: string;
};

/** Each field of a reservation and its column, in the order of the table. */
const FIELDS: Readonly<Record<keyof Reservation, string>> = {
  id: "id",
  brand: "brand",
  name: "name",
  phone: "phone",
  email: "email",
  partySize: "party_size",
  startAt: "start_at",
  endAt: "end_at",
  serviceDate: "service_date",
  service: "service",
  status: "status",
  attendance: "attendance",
  notes: "notes",
  foodDrinkNotes: "food_drink_notes",
  seatingNotes: "seating_notes",
  notifyCustomer: "notify_customer",
  source: "source",
  flags: "flags",
  arrivedAt: "arrived_at",
  seatedAt: "seated_at",
  completedAt: "completed_at",
  cancelledAt: "cancelled_at",
  createdAt: "created_at",
  createdBy: "created_by",
  updatedAt: "updated_at",
  revision: "revision",
  timeRevision: "time_revision",
};

/** Written at create and never again. */
const FIXED: ReadonlySet<string> = new Set(["id", "brand", "source", "createdAt", "createdBy"]);

const entries = Object.entries(FIELDS);

/** The select list that reads a whole reservation. */
export const RESERVATION_COLUMNS = entries
  .map(([field, column]) => `${column} AS ${field}`)
  .join(", ");

/** Inserts a whole reservation. */
export const INSERT_RESERVATION = `
  INSERT INTO reservation (name_search, ${entries.map(([, column]) => column).join(", ")})
  VALUES (:nameSearch, ${entries.map(([field]) => `:${field}`).join(", ")})`;

/** Replaces what may change of a reservation, if nobody else changed it since it was read. */
export const UPDATE_RESERVATION = `
  UPDATE reservation SET name_search = :nameSearch, ${entries
    .filter(([field]) => !FIXED.has(field))
    .map(([field, column]) => `${column} = :${field}`)
    .join(", ")}
  WHERE id = :id AND revision = :revision - 1`;

/** The reservation of a row. */
export const toReservation = (row: ReservationRow): Reservation => ({
  ...row,
  notifyCustomer: row.notifyCustomer === 1,
  flags: JSON.parse(row.flags),
});

/** The parameters that write a reservation. */
export const toParameters = (reservation: Reservation) => ({
  ...reservation,
  notifyCustomer: reservation.notifyCustomer ? 1 : 0,
  flags: JSON.stringify(reservation.flags),
  nameSearch: toSearchText(reservation.name),
});
