import type { Database } from "bun:sqlite";

/** A text that a guest sent, as it was taken. Instants are epoch milliseconds. */
export interface InboundTextRow {
  readonly id: string;
  /** Which gateway brought it. */
  readonly provider: string;
  /** The gateway's own id of it. */
  readonly providerEventId: string;
  /** E.164 where it could be read as a phone. */
  readonly sender: string;
  /** The number it came to; null where the gateway did not say. */
  readonly recipient: string | null;
  readonly body: string;
  /** When the gateway had it, as far as it says, which may be long before it brought it. */
  readonly receivedAt: number;
  /** How it was understood. */
  readonly handledAs: string;
}

/** The text that a gateway brings again. */
export const INBOUND_KNOWN = `
  SELECT 1 AS found FROM inbound_text
  WHERE provider = :provider AND provider_event_id = :providerEventId`;

/** The oldest texts that were taken before an instant; they are kept in the order of their coming. */
export const PURGE_TEXTS = `
  DELETE FROM inbound_text WHERE received_at <= :before
    AND rowid IN (SELECT rowid FROM inbound_text ORDER BY rowid LIMIT :limit)`;

/** The columns of a text that was taken. */
export const INBOUND_COLUMNS = `id, provider, provider_event_id AS providerEventId, sender, recipient,
  body, received_at AS receivedAt, handled_as AS handledAs`;

/** Adds one. */
export const INSERT_INBOUND = `
  INSERT INTO inbound_text (id, provider, provider_event_id, sender, recipient, body, received_at,
    handled_as)
  VALUES (:id, :provider, :providerEventId, :sender, :recipient, :body, :receivedAt, :handledAs)`;

/** A text of a phone that was understood in some way and written at an instant or later. */
export const SAID_SINCE = `
  SELECT 1 AS found FROM inbound_text INDEXED BY inbound_text_by_sender
  WHERE sender = :sender AND received_at >= :since AND handled_as = :handledAs LIMIT 1`;

/**
 * Unread texts of a phone, up to a number that matters. Searched among the unread texts of all
 * phones, because a flood from one phone leaves far more texts that were read.
 */
export const TO_READ = `
  SELECT count(*) AS count FROM (
    SELECT 1 FROM inbound_text INDEXED BY inbound_text_unread
    WHERE sender = :sender AND received_at > :since AND handled_as = 'unread'
      AND NOT EXISTS (SELECT 1 FROM inbound_text_read WHERE text_id = inbound_text.id)
    LIMIT 100)`;

/** What a text did at once. */
export type Said = "opted_out" | "opted_in" | "attendance_declined" | "offer_declined";

/** What guests texted, each once. */
export class InboundTextStore {
  readonly #known;
  readonly #insert;
  readonly #list;
  readonly #saidSince;
  readonly #toRead;
  readonly #purge;

  constructor(database: Database) {
    this.#known = database.prepare<{ found: 1 }, { provider: string; providerEventId: string }>(
      INBOUND_KNOWN,
    );
    this.#insert = database.prepare(INSERT_INBOUND);
    this.#saidSince = database.prepare<
      { found: 1 },
      { sender: string; handledAs: string; since: number }
    >(SAID_SINCE);
    this.#toRead = database.prepare<{ count: number }, { sender: string; since: number }>(TO_READ);
    this.#purge = database.prepare<never, { before: number; limit: number }>(PURGE_TEXTS);
    this.#list = database.prepare<InboundTextRow, { limit: number }>(
      `SELECT ${INBOUND_COLUMNS} FROM inbound_text ORDER BY rowid DESC LIMIT :limit`,
    );
  }

  /** True when this very text was taken before: nothing is to be done about it again. */
  known(provider: string, providerEventId: string): boolean {
    return this.#known.get({ provider, providerEventId }) !== null;
  }

  /** True where a phone wrote a text that was understood so at `since`, epoch milliseconds, or later. */
  saidSince(sender: string, handledAs: Said, since: number): boolean {
    return this.#saidSince.get({ sender, handledAs, since }) !== null;
  }

  /** How many texts that a phone wrote after `since` wait to be read, a hundred at the most. */
  toRead(sender: string, since: number): number {
    return this.#toRead.get({ sender, since })?.count ?? 0;
  }

  /** Keeps a text, in the transaction that acts on it. */
  insert(row: InboundTextRow): void {
    this.#insert.run({ ...row });
  }

  /** Removes texts that were taken at or before `before`, at most so many; returns how many. */
  purge(before: number, limit: number): number {
    return this.#purge.run({ before, limit }).changes;
  }

  /** The latest texts, newest first. */
  latest(limit = 200): InboundTextRow[] {
    return this.#list.all({ limit });
  }
}
