import type { Database } from "bun:sqlite";
import { ENTRY_FIELDS } from "../domain/entry-fields.ts";
import { FORMER_GUEST } from "../domain/fields.ts";
import { withoutGuest } from "../domain/former-guest.ts";
import { toSearchText } from "../domain/guest-search.ts";
import { RESERVATION_FIELDS } from "../domain/reservation-fields.ts";
import { cleared, tellsOfGuest } from "./columns.ts";
import { orUnknown } from "./message-columns.ts";

const PAST_GUEST = `brand = :brand AND end_at < :before AND (${tellsOfGuest(RESERVATION_FIELDS)})`;

/**
 * The second SELECT reads the reservations with a planned question, because the index
 * `reservation_with_guest` leaves them out.
 */
export const PAST_GUESTS = `
  SELECT id, end_at FROM reservation INDEXED BY reservation_with_guest
  WHERE next_question_at IS NULL AND ${PAST_GUEST}
  UNION ALL
  SELECT id, end_at FROM reservation INDEXED BY reservation_by_question
  WHERE next_question_at < :before AND ${PAST_GUEST}
  ORDER BY end_at LIMIT :limit`;

export const PAST_WAITERS = `
  SELECT id FROM waitlist_entry INDEXED BY waitlist_entry_with_guest
  WHERE brand = :brand AND latest_at < :before
    AND (${tellsOfGuest(ENTRY_FIELDS)})
  ORDER BY latest_at LIMIT :limit`;

export const PAST_TEXTS = `
  SELECT id FROM message INDEXED BY message_alone
  WHERE brand = :brand AND created_at < :before
    AND reservation_id IS NULL AND entry_id IS NULL AND recipient <> ''
  ORDER BY created_at LIMIT :limit`;

export const PAST_INBOUND = `
  SELECT id FROM inbound_text INDEXED BY inbound_text_with_guest
  WHERE received_at < :before AND (sender <> '' OR body <> '')
  ORDER BY received_at LIMIT :limit`;

const CHANGES = (subject: "reservation_id" | "entry_id"): string =>
  `SELECT sequence, before, after FROM audit
   WHERE ${subject} = :id`;
export const CHANGES_OF_RESERVATION = CHANGES("reservation_id");
export const CHANGES_OF_ENTRY = CHANGES("entry_id");

/** Also withdraws a text that is not sent yet. The outcome of a text that is being sent becomes unknown. */
const CLEAR_MESSAGE = `
  UPDATE message SET recipient = '', body = '', provider_id = NULL,
    state = CASE state WHEN 'sending' THEN 'unknown' WHEN 'due' THEN ${orUnknown("void")}
      WHEN 'held' THEN ${orUnknown("void")} ELSE state END`;

type Change = {
  readonly sequence: number;
  readonly before: string;
  readonly after: string;
};
type Id = { id: string };
type Past = { brand: string; before: number; limit: number };

/** The `clear...` methods return the number of cleared rows. */
export function guestDataStore(database: Database) {
  const sql = {
    pastGuests: database.prepare<Id, Past>(PAST_GUESTS),
    pastWaiters: database.prepare<Id, Past>(PAST_WAITERS),
    pastTexts: database.prepare<Id, Past>(PAST_TEXTS),
    pastInbound: database.prepare<Id, Omit<Past, "brand">>(PAST_INBOUND),
    reservation: database.prepare(
      `UPDATE reservation SET ${cleared(RESERVATION_FIELDS)}, name_search = :nameSearch,
         updated_at = :now, revision = revision + 1
       WHERE id = :id`,
    ),
    entry: database.prepare(
      `UPDATE waitlist_entry SET ${cleared(ENTRY_FIELDS)}, updated_at = :now WHERE id = :id`,
    ),
    offers: database.prepare(
      `UPDATE waitlist_offer INDEXED BY waitlist_offer_by_entry SET phone = ''
       WHERE entry_id = :id AND state NOT IN ('queued', 'sent')`,
    ),
    messagesOfReservation: database.prepare(
      `${CLEAR_MESSAGE} WHERE reservation_id = :id AND (recipient <> '' OR body <> '')`,
    ),
    messagesOfEntry: database.prepare(
      `${CLEAR_MESSAGE} WHERE entry_id = :id AND (recipient <> '' OR body <> '')`,
    ),
    message: database.prepare(`${CLEAR_MESSAGE} WHERE id = :id`),
    inbound: database.prepare("UPDATE inbound_text SET sender = '', body = '' WHERE id = :id"),
    changesOfReservation: database.prepare<Change, Id>(CHANGES_OF_RESERVATION),
    changesOfEntry: database.prepare<Change, Id>(CHANGES_OF_ENTRY),
    change: database.prepare(
      `UPDATE audit SET before = :before, after = :after, reason = NULL, idempotency_key = NULL,
         actor_name = CASE actor_kind WHEN 'guest' THEN :name ELSE actor_name END
       WHERE sequence = :sequence`,
    ),
    changeAt: database.prepare<Change, { sequence: number }>(
      "SELECT sequence, before, after FROM audit WHERE sequence = :sequence",
    ),
  };

  function clear({ sequence, ...told }: Change): boolean {
    const before = JSON.stringify(withoutGuest(JSON.parse(told.before)));
    const after = JSON.stringify(withoutGuest(JSON.parse(told.after)));
    sql.change.run({ sequence, before, after, name: FORMER_GUEST });
    return before !== told.before || after !== told.after;
  }

  return {
    pastReservations: (brand: string, before: number, limit: number): string[] =>
      ids(sql.pastGuests.all({ brand, before, limit })),
    pastEntries: (brand: string, before: number, limit: number): string[] =>
      ids(sql.pastWaiters.all({ brand, before, limit })),
    /** Texts that belong to no reservation and no waitlist entry. */
    pastTexts: (brand: string, before: number, limit: number): string[] =>
      ids(sql.pastTexts.all({ brand, before, limit })),
    pastInbound: (before: number, limit: number): string[] =>
      ids(sql.pastInbound.all({ before, limit })),

    clearReservation(id: string, now: number): number {
      const nameSearch = toSearchText(FORMER_GUEST);
      return sql.reservation.run({ id, now, nameSearch }).changes;
    },

    clearEntry: (id: string, now: number): number => sql.entry.run({ id, now }).changes,
    /** A live offer keeps its phone, because the offer holds seats for that guest. */
    clearOffers: (entryId: string): number => sql.offers.run({ id: entryId }).changes,

    clearTexts: ({ reservationId, entryId }: Subject): number =>
      reservationId === undefined
        ? sql.messagesOfEntry.run({ id: entryId ?? "" }).changes
        : sql.messagesOfReservation.run({ id: reservationId }).changes,

    clearText: (id: string): number => sql.message.run({ id }).changes,
    clearInbound: (id: string): number => sql.inbound.run({ id }).changes,

    clearChanges({ reservationId, entryId }: Subject): number {
      const changes =
        reservationId === undefined
          ? sql.changesOfEntry.all({ id: entryId ?? "" })
          : sql.changesOfReservation.all({ id: reservationId });
      return changes.filter((change) => clear(change)).length;
    },

    clearChange(sequence: number): number {
      const change = sql.changeAt.get({ sequence });
      return change !== null && clear(change) ? 1 : 0;
    },
  };
}

/** Exactly one id is set. */
export interface Subject {
  readonly reservationId?: string;
  readonly entryId?: string;
}

const ids = (rows: readonly { readonly id: string }[]): string[] => rows.map(({ id }) => id);
