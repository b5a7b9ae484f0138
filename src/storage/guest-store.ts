import type { Database } from "bun:sqlite";
import type { Reservation } from "../domain/reservation.ts";
import { DAY } from "../domain/time.ts";
import { RESERVATION_COLUMNS, type ReservationRow, toReservation } from "./reservation-columns.ts";

export interface SentQuestion {
  readonly brand: string;
  readonly reservationId: string;
  readonly timeRevision: number | null;
  readonly sentAt: number;
  /** 1 if it is unknown whether the text was sent. */
  readonly inDoubt: 0 | 1;
}

/** If an earlier attempt may have reached the guest (`doubtful`), `sentAt` is the first attempt's time. */
export const QUESTIONS_TO = `
  SELECT brand, reservation_id AS reservationId, time_revision AS timeRevision,
    coalesce(CASE doubtful WHEN 1 THEN tried_since END, attempted_at, due_at) AS sentAt,
    state = 'unknown' OR (doubtful = 1 AND state IN ('due', 'sending')) AS inDoubt
  FROM message INDEXED BY message_by_phone
  WHERE recipient = :phone
    AND (state IN ('sending', 'accepted', 'delivered', 'unknown') OR (state = 'due' AND doubtful = 1))
    AND kind IN ('attendance_ask', 'follow_up') AND reservation_id IS NOT NULL
  ORDER BY sentAt DESC, rowid DESC LIMIT :limit`;

export const UPCOMING_OF_PHONE = `
  SELECT ${RESERVATION_COLUMNS} FROM reservation INDEXED BY reservation_by_phone
  WHERE brand = :brand AND phone = :phone AND start_at > :now AND status IN ('booked', 'pending')
  ORDER BY start_at LIMIT :limit`;

export const OPEN_OF_PHONE = `
  SELECT ${RESERVATION_COLUMNS} FROM reservation INDEXED BY reservation_by_phone
  WHERE brand = :brand AND phone = :phone AND start_at > :now - ${DAY}
    AND (status IN ('arrived', 'seated') OR (status IN ('booked', 'pending') AND end_at > :now))
  ORDER BY start_at LIMIT :limit`;

export const NO_SHOWS_OF_PHONES = `
  SELECT phone, count(*) AS times FROM reservation INDEXED BY reservation_by_phone
  WHERE brand = :brand AND phone IN (SELECT value FROM json_each(:phones)) AND status = 'no_show'
  GROUP BY phone`;

export const VISITS_OF_PHONE = `
  SELECT ${RESERVATION_COLUMNS} FROM reservation INDEXED BY reservation_by_phone
  WHERE brand = :brand AND phone = :phone ORDER BY start_at DESC LIMIT :limit`;

const LIMIT = 50;

export function guestStore(database: Database) {
  const sql = {
    questionsTo: database.prepare<SentQuestion, { phone: string; limit: number }>(QUESTIONS_TO),
    upcoming: database.prepare<
      ReservationRow,
      { brand: string; phone: string; now: number; limit: number }
    >(UPCOMING_OF_PHONE),
    open: database.prepare<
      ReservationRow,
      { brand: string; phone: string; now: number; limit: number }
    >(OPEN_OF_PHONE),
    noShows: database.prepare<{ phone: string; times: number }, { brand: string; phones: string }>(
      NO_SHOWS_OF_PHONES,
    ),
    visits: database.prepare<ReservationRow, { brand: string; phone: string; limit: number }>(
      VISITS_OF_PHONE,
    ),
  };
  return {
    questionsTo: (phone: string, limit = LIMIT): SentQuestion[] =>
      sql.questionsTo.all({ phone, limit }),
    upcoming: (brand: string, phone: string, now: number, limit = LIMIT): Reservation[] =>
      sql.upcoming.all({ brand, phone, now, limit }).map(toReservation),
    /** Reservations that are not over. An arrived or seated party counts as gone a day after its start. */
    open: (brand: string, phone: string, now: number, limit = LIMIT): Reservation[] =>
      sql.open.all({ brand, phone, now, limit }).map(toReservation),
    visits: (brand: string, phone: string, limit = LIMIT): Reservation[] =>
      sql.visits.all({ brand, phone, limit }).map(toReservation),

    noShows(brand: string, phones: readonly string[]): ReadonlyMap<string, number> {
      const rows = sql.noShows.all({ brand, phones: JSON.stringify(phones) });
      return new Map(rows.map(({ phone, times }) => [phone, times]));
    },
  };
}
