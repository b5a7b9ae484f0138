import type { Database } from "bun:sqlite";
import type { Message, MessageState } from "../domain/message.ts";
import type { OfferState, WaitlistOffer } from "../domain/waitlist.ts";
import { orUnknown } from "./message-columns.ts";
import { tablesColumn } from "./reservation-columns.ts";

export const OFFER_COLUMNS = `id, entry_id AS entryId, brand, phone, party_size AS partySize,
  start_at AS startAt, end_at AS endAt, state, created_at AS createdAt, sent_at AS sentAt,
  hold_until AS holdUntil, tables, answered_at AS answeredAt, cause`;

export const INSERT_OFFER = `
  INSERT INTO waitlist_offer (id, entry_id, brand, phone, party_size, start_at, end_at, state,
    created_at, sent_at, hold_until, tables, answered_at, cause)
  VALUES (:id, :entryId, :brand, :phone, :partySize, :startAt, :endAt, :state, :createdAt, :sentAt,
    :holdUntil, :tables, :answeredAt, :cause)`;

export const LIVE_OFFER_OF_PHONE = `
  SELECT ${OFFER_COLUMNS} FROM waitlist_offer INDEXED BY waitlist_offer_live_phone
  WHERE phone = :phone AND phone <> '' AND state IN ('queued', 'sent')`;

export const LAST_OFFERS_OF_PHONE = `
  SELECT ${OFFER_COLUMNS} FROM waitlist_offer INDEXED BY waitlist_offer_by_phone
  WHERE phone = :phone ORDER BY created_at DESC, rowid DESC LIMIT :limit`;

const REFUSED_THEN_WITHDRAWN = "state = 'void' AND attempt > 0 AND fault IS NOT NULL";

/** A due text counts as sent before its first attempt, because it may be sent at any moment. */
const WENT_OUT = `
  SELECT CASE
    WHEN state IN ('accepted', 'delivered') THEN 'certainly'
    WHEN state = 'unknown' OR doubtful = 1 THEN 'perhaps'
    WHEN state = 'sending' OR (state = 'due' AND attempt = 0) THEN 'certainly'
    WHEN state = 'failed' AND provider_id IS NOT NULL THEN 'perhaps'
    ELSE 'never' END AS how
  FROM message INDEXED BY message_by_offer WHERE offer_id = :id`;

export const OFFERS_SINCE = `
  SELECT count(*) AS count FROM waitlist_offer INDEXED BY waitlist_offer_by_phone
  WHERE phone = :phone AND created_at >= :since AND NOT (state = 'failed' AND EXISTS (
    SELECT 1 FROM message INDEXED BY message_by_offer
    WHERE offer_id = waitlist_offer.id AND ${REFUSED_THEN_WITHDRAWN}))`;

export const OFFERS_OF_ENTRY = `
  SELECT ${OFFER_COLUMNS} FROM waitlist_offer INDEXED BY waitlist_offer_by_entry
  WHERE entry_id = :entryId ORDER BY created_at, rowid`;

export const HOLDS_OVER = `
  SELECT ${OFFER_COLUMNS} FROM waitlist_offer INDEXED BY waitlist_offer_hold
  WHERE state IN ('queued', 'sent') AND hold_until <= :now ORDER BY hold_until LIMIT :limit`;

export const NEXT_HOLD_OVER = `
  SELECT min(hold_until) AS holdUntil FROM waitlist_offer INDEXED BY waitlist_offer_hold
  WHERE state IN ('queued', 'sent')`;

export const QUEUED_OFFERS = `
  SELECT ${OFFER_COLUMNS}, (SELECT message.state FROM message INDEXED BY message_by_offer
    WHERE message.offer_id = waitlist_offer.id) AS text
  FROM waitlist_offer INDEXED BY waitlist_offer_queued
  WHERE state = 'queued' ORDER BY created_at, id LIMIT :limit`;

export const LIVE_MADE_AT = `
  SELECT ${OFFER_COLUMNS} FROM waitlist_offer INDEXED BY waitlist_offer_live
  WHERE brand = :brand AND state IN ('queued', 'sent') AND created_at = :at
  ORDER BY hold_until, id`;

const LIMIT = 20;

export type QueuedOffer = WaitlistOffer & { readonly text: MessageState | null };

/** `perhaps`: an attempt may have succeeded, or the text failed after the gateway accepted it. */
export type WentOut = "certainly" | "perhaps" | "never";

export function offerStore(database: Database) {
  const sql = {
    get: database.prepare<WaitlistOffer, { id: string }>(
      `SELECT ${OFFER_COLUMNS} FROM waitlist_offer WHERE id = :id`,
    ),
    insert: database.prepare(INSERT_OFFER),
    setTables: database.prepare("UPDATE waitlist_offer SET tables = :tables WHERE id = :id"),
    liveOfPhone: database.prepare<WaitlistOffer, { phone: string }>(LIVE_OFFER_OF_PHONE),
    ofPhone: database.prepare<WaitlistOffer, { phone: string; limit: number }>(
      LAST_OFFERS_OF_PHONE,
    ),
    since: database.prepare<{ count: number }, { phone: string; since: number }>(OFFERS_SINCE),
    ofEntry: database.prepare<WaitlistOffer, { entryId: string }>(OFFERS_OF_ENTRY),
    holdsOver: database.prepare<WaitlistOffer, { now: number; limit: number }>(HOLDS_OVER),
    nextHoldOver: database.prepare<{ holdUntil: number | null }, []>(NEXT_HOLD_OVER),
    queued: database.prepare<QueuedOffer, { limit: number }>(QUEUED_OFFERS),
    liveMadeAt: database.prepare<WaitlistOffer, { brand: string; at: number }>(LIVE_MADE_AT),
    markSent: database.prepare(
      "UPDATE waitlist_offer SET state = 'sent', sent_at = :now WHERE id = :id AND state = 'queued'",
    ),
    settle: database.prepare(
      "UPDATE waitlist_offer SET state = :state WHERE id = :id AND state IN ('queued', 'sent')",
    ),
    markAnswered: database.prepare(
      `UPDATE waitlist_offer SET answered_at = :now, hold_until = :holdUntil
       WHERE id = :id AND answered_at IS NULL`,
    ),
    excuse: database.prepare(
      "UPDATE waitlist_offer SET state = 'withdrawn' WHERE id = :id AND state = 'expired'",
    ),
    voidText: database.prepare(
      `UPDATE message INDEXED BY message_by_offer SET state = ${orUnknown("void")}
       WHERE offer_id = :id AND state IN ('due', 'held')`,
    ),
    isUnsent: database.prepare<{ found: 1 }, { id: string }>(
      `SELECT 1 AS found FROM message INDEXED BY message_by_offer
       WHERE offer_id = :id AND state IN ('due', 'held') AND doubtful = 0`,
    ),
    isUntold: database.prepare<{ found: 1 }, { id: string }>(
      `SELECT 1 AS found FROM message INDEXED BY message_by_offer
       WHERE offer_id = :id AND ${REFUSED_THEN_WITHDRAWN}`,
    ),
    wentOut: database.prepare<{ how: WentOut }, { id: string }>(WENT_OUT),
  };
  return {
    get: (id: string): WaitlistOffer | null => sql.get.get({ id }),

    setTables(id: string, tables: readonly string[]): void {
      sql.setTables.run({ id, tables: tablesColumn(tables) });
    },

    insert(offer: WaitlistOffer): void {
      sql.insert.run({ ...offer });
    },

    /** The offer may be of any brand, and its hold may have ended. */
    liveOfPhone: (phone: string): WaitlistOffer | null => sql.liveOfPhone.get({ phone }),
    ofPhone: (phone: string, limit = LIMIT): WaitlistOffer[] => sql.ofPhone.all({ phone, limit }),

    ofText({ offerId }: Pick<Message, "offerId">): WaitlistOffer | null {
      return offerId === null ? null : this.get(offerId);
    },

    /** Leaves out offers whose text the gateway refused. */
    countSince: (phone: string, since: number): number =>
      sql.since.get({ phone, since })?.count ?? 0,
    ofEntry: (entryId: string): WaitlistOffer[] => sql.ofEntry.all({ entryId }),
    holdsOver: (now: number, limit: number): WaitlistOffer[] => sql.holdsOver.all({ now, limit }),
    nextHoldOverAt: (): number | null => sql.nextHoldOver.get()?.holdUntil ?? null,
    queued: (limit: number): QueuedOffer[] => sql.queued.all({ limit }),
    liveMadeAt: (brand: string, at: number): WaitlistOffer[] => sql.liveMadeAt.all({ brand, at }),
    markSent: (id: string, now: number): boolean => sql.markSent.run({ id, now }).changes === 1,
    /** True if the offer's text has certainly not been sent. */
    isUnsent: ({ id }: Pick<WaitlistOffer, "id">): boolean => sql.isUnsent.get({ id }) !== null,
    /** True if the offer failed because the gateway refused the text. */
    isUntold: ({ id, state }: Pick<WaitlistOffer, "id" | "state">): boolean =>
      state === "failed" && sql.isUntold.get({ id }) !== null,
    /** A deleted text counts as sent. */
    wentOut: ({ id }: Pick<WaitlistOffer, "id">): WentOut =>
      sql.wentOut.get({ id })?.how ?? "certainly",

    /** Ends the offer, and withdraws its text if that is due or held. False if the offer had ended. */
    settle(
      { id }: Pick<WaitlistOffer, "id">,
      state: Exclude<OfferState, "queued" | "sent">,
    ): boolean {
      if (sql.settle.run({ id, state }).changes === 0) return false;
      sql.voidText.run({ id });
      return true;
    },

    /** Extends the hold once, after the guest sent a text that a person must read. */
    markAnswered: (id: string, holdUntil: number, now: number): boolean =>
      sql.markAnswered.run({ id, holdUntil, now }).changes === 1,

    /** Makes an expired offer withdrawn, so that the guest may be offered the same start again. */
    excuse(id: string): void {
      sql.excuse.run({ id });
    },
  };
}
