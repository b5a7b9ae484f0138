import type { Database } from "bun:sqlite";
import type { Message, MessageState, ToldState } from "../domain/message.ts";
import { INBOUND_COLUMNS, type InboundTextRow } from "./inbound-text-store.ts";
import { MESSAGE_COLUMNS } from "./message-columns.ts";
import { readableBy } from "./text-audience.ts";

export interface ListedMessage extends Message {
  /** Null if the text is about no reservation and no waitlist entry. */
  readonly guestName: string | null;
  /** 1 if an attempt without a clear result may have sent the text. */
  readonly doubtful: 0 | 1;
}

export interface StateCount {
  readonly state: MessageState;
  readonly texts: number;
  readonly segments: number;
}

const COLUMNS = `${MESSAGE_COLUMNS}, doubtful,
  coalesce(
    (SELECT name FROM reservation WHERE reservation.id = message.reservation_id),
    (SELECT name FROM waitlist_entry WHERE waitlist_entry.id = message.entry_id)
  ) AS guestName`;

const READABLE = readableBy(":brand");

/** `toldState` (domain/message.ts) in SQL. */
const TOLD = `CASE WHEN state = 'accepted' AND provider_id = 'log-' || id THEN 'logged' ELSE state END`;

export const OUTBOX = `
  SELECT ${COLUMNS} FROM message INDEXED BY message_by_brand
  WHERE brand = :brand AND created_at < :before
    AND (:states IS NULL OR ${TOLD} IN (SELECT value FROM json_each(:states)))
  ORDER BY created_at DESC, rowid DESC LIMIT :limit`;

export const TROUBLED = `
  SELECT ${COLUMNS} FROM message INDEXED BY message_troubled
  WHERE brand = :brand AND due_at > :since AND state IN ('held', 'failed', 'unknown', 'expired')
  ORDER BY due_at DESC, rowid DESC LIMIT :limit`;

export const TEXTS_SINCE = `
  SELECT state, count(*) AS texts, sum(segments) AS segments
  FROM message INDEXED BY message_by_brand
  WHERE brand = :brand AND created_at > :since GROUP BY state`;

export const UNREAD = `
  SELECT ${INBOUND_COLUMNS} FROM inbound_text INDEXED BY inbound_text_unread
  WHERE handled_as = 'unread' AND received_at > :since AND ${READABLE}
    AND NOT EXISTS (SELECT 1 FROM inbound_text_read
      WHERE inbound_text_read.brand = :brand AND inbound_text_read.text_id = inbound_text.id)
  ORDER BY received_at LIMIT :limit`;

export const INBOUND_OF = `
  SELECT ${INBOUND_COLUMNS} FROM inbound_text WHERE id = :id AND ${READABLE}`;

const UNCLAIMED = `NOT EXISTS (
  SELECT 1 FROM brand AS brand_any WHERE ${readableBy("brand_any.slug")})`;

export const UNREAD_UNCLAIMED = `
  SELECT ${INBOUND_COLUMNS} FROM inbound_text INDEXED BY inbound_text_unread
  WHERE handled_as = 'unread' AND received_at > :since AND sender <> '' AND ${UNCLAIMED}
    AND NOT EXISTS (SELECT 1 FROM inbound_text_read WHERE text_id = inbound_text.id)
  ORDER BY received_at LIMIT :limit`;

const UNCLAIMED_OF = `
  SELECT ${INBOUND_COLUMNS} FROM inbound_text WHERE id = :id AND ${UNCLAIMED}`;

export const SENT_BY = `
  SELECT ${INBOUND_COLUMNS} FROM inbound_text INDEXED BY inbound_text_by_sender
  WHERE sender = :phone AND ${READABLE} ORDER BY received_at DESC, rowid DESC LIMIT :limit`;

export const THREAD = `
  SELECT ${COLUMNS} FROM message INDEXED BY message_by_phone
  WHERE recipient = :phone AND brand = :brand ORDER BY created_at DESC, rowid DESC LIMIT :limit`;

export function messageListStore(database: Database) {
  const sql = {
    outbox: database.prepare<
      ListedMessage,
      { brand: string; before: number; states: string | null; limit: number }
    >(OUTBOX),
    troubled: database.prepare<ListedMessage, { brand: string; since: number; limit: number }>(
      TROUBLED,
    ),
    since: database.prepare<StateCount, { brand: string; since: number }>(TEXTS_SINCE),
    unread: database.prepare<InboundTextRow, { brand: string; since: number; limit: number }>(
      UNREAD,
    ),
    inbound: database.prepare<InboundTextRow, { brand: string; id: string }>(INBOUND_OF),
    unclaimed: database.prepare<InboundTextRow, { since: number; limit: number }>(UNREAD_UNCLAIMED),
    unclaimedOf: database.prepare<InboundTextRow, { id: string }>(UNCLAIMED_OF),
    sentBy: database.prepare<InboundTextRow, { brand: string; phone: string; limit: number }>(
      SENT_BY,
    ),
    thread: database.prepare<ListedMessage, { brand: string; phone: string; limit: number }>(
      THREAD,
    ),
    markRead: database.prepare(
      `INSERT INTO inbound_text_read (brand, text_id, read_at, read_by)
       VALUES (:brand, :id, :now, :by) ON CONFLICT DO NOTHING`,
    ),
    optOuts: database.prepare<{ count: number }, []>("SELECT count(*) AS count FROM opt_out"),
  };
  return {
    outbox(
      brand: string,
      filter: { states: readonly ToldState[] | null; before: number; limit: number },
    ): ListedMessage[] {
      const { before, limit } = filter;
      const states = filter.states === null ? null : JSON.stringify(filter.states);
      return sql.outbox.all({ brand, before, limit, states });
    },

    troubled: (brand: string, since: number, limit: number): ListedMessage[] =>
      sql.troubled.all({ brand, since, limit }),
    since: (brand: string, since: number): StateCount[] => sql.since.all({ brand, since }),
    unread: (brand: string, since: number, limit: number): InboundTextRow[] =>
      sql.unread.all({ brand, since, limit }),
    /** Null if there is no such text, or if the brand may not read it. */
    inbound: (brand: string, id: string): InboundTextRow | null => sql.inbound.get({ brand, id }),
    /** Unread texts that belong to no brand, oldest first. */
    unclaimed: (since: number, limit: number): InboundTextRow[] =>
      sql.unclaimed.all({ since, limit }),
    isUnclaimed: (id: string): boolean => sql.unclaimedOf.get({ id }) !== null,
    sentBy: (brand: string, phone: string, limit: number): InboundTextRow[] =>
      sql.sentBy.all({ brand, phone, limit }),
    thread: (brand: string, phone: string, limit: number): ListedMessage[] =>
      sql.thread.all({ brand, phone, limit }),
    /** False if somebody of the brand has read the text before. */
    markRead: (brand: string, id: string, by: string, now: number): boolean =>
      sql.markRead.run({ brand, id, by, now }).changes === 1,
    optOuts: (): number => sql.optOuts.get()?.count ?? 0,
  };
}
