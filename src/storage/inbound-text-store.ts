import type { Database } from "bun:sqlite";

export interface InboundTextRow {
  readonly id: string;
  readonly provider: string;
  readonly providerEventId: string;
  /** In E.164 if the gateway gave a valid phone number. */
  readonly sender: string;
  readonly recipient: string | null;
  readonly body: string;
  /** When the text was written or, if the gateway does not say, when it arrived. */
  readonly receivedAt: number;
  readonly handledAs: string;
}

export const INBOUND_KNOWN = `
  SELECT 1 AS found FROM inbound_text
  WHERE provider = :provider AND provider_event_id = :providerEventId`;

export const PURGE_TEXTS = `
  DELETE FROM inbound_text WHERE received_at <= :before
    AND rowid IN (SELECT rowid FROM inbound_text ORDER BY rowid LIMIT :limit)`;

export const INBOUND_COLUMNS = `id, provider, provider_event_id AS providerEventId, sender, recipient,
  body, received_at AS receivedAt, handled_as AS handledAs`;

export const INSERT_INBOUND = `
  INSERT INTO inbound_text (id, provider, provider_event_id, sender, recipient, body, received_at,
    handled_as)
  VALUES (:id, :provider, :providerEventId, :sender, :recipient, :body, :receivedAt, :handledAs)`;

export const SAID_SINCE = `
  SELECT 1 AS found FROM inbound_text INDEXED BY inbound_text_by_sender
  WHERE sender = :sender AND received_at >= :since AND handled_as = :handledAs LIMIT 1`;

/** Counts at most 100 texts. The index leaves out the texts that maitred handled itself. */
export const TO_READ = `
  SELECT count(*) AS count FROM (
    SELECT 1 FROM inbound_text INDEXED BY inbound_text_unread
    WHERE sender = :sender AND received_at > :since AND handled_as = 'unread'
      AND NOT EXISTS (SELECT 1 FROM inbound_text_read WHERE text_id = inbound_text.id)
    LIMIT 100)`;

export type Said = "opted_out" | "opted_in" | "attendance_declined" | "offer_declined";

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
    known: (provider: string, providerEventId: string): boolean =>
      sql.known.get({ provider, providerEventId }) !== null,
    saidSince: (sender: string, handledAs: Said, since: number): boolean =>
      sql.saidSince.get({ sender, handledAs, since }) !== null,
    toRead: (sender: string, since: number): number =>
      sql.toRead.get({ sender, since })?.count ?? 0,

    /** Must run in the transaction that acts on the text. */
    insert(row: InboundTextRow): void {
      sql.insert.run({ ...row });
    },

    /** Of the oldest `limit` texts, removes those received at or before `before`. Returns how many. */
    purge: (before: number, limit: number): number => sql.purge.run({ before, limit }).changes,
    latest: (limit = 200): InboundTextRow[] => sql.list.all({ limit }),
  };
}
