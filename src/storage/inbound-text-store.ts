import type { Database } from "bun:sqlite";

/** A text from a guest. Instants are epoch milliseconds. */
export interface InboundTextRow {
  readonly id: string;
  /** The gateway. */
  readonly provider: string;
  /** The gateway's id. */
  readonly providerEventId: string;
  /** E.164 if it can be read as a phone. */
  readonly sender: string;
  /** The number it was sent to; null if the gateway did not say. */
  readonly recipient: string | null;
  readonly body: string;
  /** When it was written, according to the gateway; it may arrive much later. */
  readonly receivedAt: number;
  /** How it was understood. */
  readonly handledAs: string;
}

/** Finds a text that was stored before and that the gateway delivers again. */
export const INBOUND_KNOWN = `
  SELECT 1 AS found FROM inbound_text
  WHERE provider = :provider AND provider_event_id = :providerEventId`;

/** The oldest texts received before an instant; rows are in order of arrival. */
export const PURGE_TEXTS = `
  DELETE FROM inbound_text WHERE received_at <= :before
    AND rowid IN (SELECT rowid FROM inbound_text ORDER BY rowid LIMIT :limit)`;

/** The columns of a received text. */
export const INBOUND_COLUMNS = `id, provider, provider_event_id AS providerEventId, sender, recipient,
  body, received_at AS receivedAt, handled_as AS handledAs`;

/** Adds a received text. */
export const INSERT_INBOUND = `
  INSERT INTO inbound_text (id, provider, provider_event_id, sender, recipient, body, received_at,
    handled_as)
  VALUES (:id, :provider, :providerEventId, :sender, :recipient, :body, :receivedAt, :handledAs)`;

/** Texts of a phone that were understood in some way and written since an instant. */
export const SAID_SINCE = `
  SELECT 1 AS found FROM inbound_text INDEXED BY inbound_text_by_sender
  WHERE sender = :sender AND received_at >= :since AND handled_as = :handledAs LIMIT 1`;

/**
 * Unread texts of a phone, counted up to a limit. Searches the unread texts of all phones, because
 * after a flood one phone has far more texts that were read.
 */
export const TO_READ = `
  SELECT count(*) AS count FROM (
    SELECT 1 FROM inbound_text INDEXED BY inbound_text_unread
    WHERE sender = :sender AND received_at > :since AND handled_as = 'unread'
      AND NOT EXISTS (SELECT 1 FROM inbound_text_read WHERE text_id = inbound_text.id)
    LIMIT 100)`;

/** What a text did when it arrived. */
export type Said = "opted_out" | "opted_in" | "attendance_declined" | "offer_declined";

/** Guests' texts, each stored once. */
export function inboundTextStore(database: Database) {
  const sql = {
    known: database.prepare<{ found: 1 }, { provider: string; providerEventId: string }>(
      INBOUND_KNOWN,
    ),
    insert: database.prepare(INSERT_INBOUND),
    saidSince: database.prepare<{ found: 1 }, { sender: string; handledAs: string; since: number }>(
      SAID_SINCE,
    ),
    toRead: database.prepare<{ count: number }, { sender: string; since: number }>(TO_READ),
    purge: database.prepare<never, { before: number; limit: number }>(PURGE_TEXTS),
    list: database.prepare<InboundTextRow, { limit: number }>(
      `SELECT ${INBOUND_COLUMNS} FROM inbound_text ORDER BY rowid DESC LIMIT :limit`,
    ),
  };
  return {
    /** Whether this text was handled before: then there is nothing to do. */
    known: (provider: string, providerEventId: string): boolean =>
      sql.known.get({ provider, providerEventId }) !== null,
    /**
     * Whether a phone wrote a text that was understood as `handledAs`, at or after `since` (epoch
     * milliseconds).
     */
    saidSince: (sender: string, handledAs: Said, since: number): boolean =>
      sql.saidSince.get({ sender, handledAs, since }) !== null,
    /** The number of unread texts that a phone wrote after `since`; at most a hundred. */
    toRead: (sender: string, since: number): number =>
      sql.toRead.get({ sender, since })?.count ?? 0,

    /** Stores a text, in the transaction that acts on it. */
    insert(row: InboundTextRow): void {
      sql.insert.run({ ...row });
    },

    /** Removes texts received at or before `before`, up to a limit; returns how many. */
    purge: (before: number, limit: number): number => sql.purge.run({ before, limit }).changes,
    /** The latest texts, newest first. */
    latest: (limit = 200): InboundTextRow[] => sql.list.all({ limit }),
  };
}
