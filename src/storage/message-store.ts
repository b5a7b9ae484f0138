import type { Database } from "bun:sqlite";
import type { LinkTarget } from "../domain/guest-link.ts";
import type { Message, MessageKind } from "../domain/message.ts";
import { MESSAGE_COLUMNS, orUnknown } from "./message-columns.ts";

/** A voided text never left the house, so the same one may be planned again (an undo does that). */
const ENQUEUE = `
  INSERT INTO message (id, brand, reservation_id, entry_id, kind, recipient, body, segments, due_at,
    expires_at, state, attempt, provider_id, unique_key, created_at, created_by, links)
  VALUES (:id, :brand, :reservationId, :entryId, :kind, :to, :body, :segments, :dueAt,
    :expiresAt, :state, :attempt, :providerId, :uniqueKey, :createdAt, :createdBy, :links)
  ON CONFLICT (unique_key) DO UPDATE SET
    id = excluded.id, body = excluded.body, recipient = excluded.recipient,
    segments = excluded.segments, released_at = NULL, due_at = excluded.due_at, expires_at = excluded.expires_at,
    state = excluded.state, attempt = excluded.attempt, owner = NULL, attempted_at = NULL,
    tried_since = NULL, fault = NULL, provider_id = excluded.provider_id, created_at = excluded.created_at, created_by = excluded.created_by,
    links = excluded.links
  WHERE message.state = 'void'`;

/** Every text about a reservation. */
export const OF_RESERVATION = `
  SELECT ${MESSAGE_COLUMNS} FROM message INDEXED BY message_by_reservation
  WHERE reservation_id = :reservationId ORDER BY rowid LIMIT :limit`;

/** Answers to calls of a principal; questions and reminders come later and by themselves. */
export const QUEUED_SINCE = `
  SELECT count(*) AS count FROM message INDEXED BY message_by_brand
  WHERE brand IN (SELECT value FROM json_each(:brands)) AND created_at > :since
    AND created_by = :principal AND state <> 'void'
    AND kind NOT IN ('attendance_ask', 'follow_up', 'reminder')`;

/** A text that is with the gateway now and names a table that is booked. */
export const UNDER_WAY = `
  SELECT 1 AS found FROM message INDEXED BY message_by_reservation
  WHERE reservation_id = :reservationId AND state = 'sending' AND kind <> 'cancellation' LIMIT 1`;

/** A text that tells all there is to know of a table and was written after another one. */
export const TOLD_SINCE = `
  SELECT 1 AS found FROM message AS later INDEXED BY message_by_reservation
  JOIN message AS told ON told.id = :id
  WHERE later.reservation_id = told.reservation_id AND later.id <> told.id
    AND later.kind IN ('confirmation', 'update', 'request_received') AND later.state <> 'void'
    AND (later.created_at, later.rowid) > (told.created_at, told.rowid) LIMIT 1`;

/** A text to the phone that went out or may have, of one brand or any. */
export const EVER_TEXTED = `
  SELECT 1 AS found FROM message INDEXED BY message_by_phone
  WHERE recipient = :phone AND (:brand IS NULL OR brand = :brand)
    AND state NOT IN ('void', 'expired', 'failed') LIMIT 1`;

/** Questions about a reservation that its guest answered in words that a person has to read. */
export const ANSWERED = `
  SELECT unique_key AS uniqueKey FROM message INDEXED BY message_by_reservation
  WHERE reservation_id = :reservationId AND answered_at IS NOT NULL`;

const DIRECT = "kind IN ('confirmation', 'update', 'request_received')";
/** Texts of some kinds to a phone since an instant, sent or still to be. */
const countOf = (kinds: string): string => `(
      (SELECT count(*) FROM message INDEXED BY message_by_phone
        WHERE recipient = :phone AND attempted_at > :since AND brand = :brand AND ${kinds}
          AND state NOT IN ('void', 'expired'))
      + (SELECT count(*) FROM message INDEXED BY message_by_phone
        WHERE recipient = :phone AND attempted_at IS NULL AND created_at > :since
          AND brand = :brand AND ${kinds} AND state NOT IN ('void', 'expired')))`;
const TOLD_STATES = "('sending', 'accepted', 'delivered', 'unknown', 'failed')";

/**
 * All that a text to a phone depends on, in one question: whether a brand texted the phone before,
 * how many confirmations and the like it sent there since an instant, and, of a reservation that
 * existed before, what became of its texts.
 */
export const TEXTED_BEFORE = `
  SELECT
    EXISTS (SELECT 1 FROM message INDEXED BY message_by_phone
      WHERE recipient = :phone AND brand = :brand
        AND state NOT IN ('void', 'expired', 'failed')) AS ever,
    ${countOf(DIRECT)} AS direct,
    CASE WHEN :reservationId IS NULL THEN 0 ELSE ${countOf("kind = 'cancellation'")} END
      AS cancelled,
    :reservationId IS NOT NULL AND EXISTS (SELECT 1 FROM message INDEXED BY message_by_reservation
      WHERE reservation_id = :reservationId) AS written,
    :reservationId IS NOT NULL AND EXISTS (SELECT 1 FROM message INDEXED BY message_by_reservation
      WHERE reservation_id = :reservationId AND recipient = :phone AND state = 'void'
        AND kind IN ('confirmation', 'update', 'request_received')) AS withdrawn,
    CASE WHEN :reservationId IS NULL THEN NULL ELSE (
      SELECT kind FROM message INDEXED BY message_by_reservation
      WHERE reservation_id = :reservationId AND recipient = :phone AND state IN ${TOLD_STATES}
      ORDER BY created_at DESC, rowid DESC LIMIT 1) END AS toldLast`;

/** Answers to what a phone texted. */
export const ANSWERS_TO = `
  SELECT count(*) AS count FROM message INDEXED BY message_by_phone
  WHERE recipient = :phone AND kind IN ('reply', 'offer_gone') AND created_at > :since`;

type TextedWhom = Readonly<
  Record<"phone" | "brand", string> & { since: number; reservationId: string | null }
>;

/** What a phone was texted before. */
export interface TextedBefore {
  /** 1: a text went out to it, is queued, or may have gone out. */
  readonly ever: 0 | 1;
  /** Confirmations, updates and answers to requests of the brand. */
  readonly direct: number;
  /** Cancellations of the brand; 0 for a new reservation, which has none to tell. */
  readonly cancelled: number;
  /** 1: some text about the reservation was written, sent or not. */
  readonly written: 0 | 1;
  /** 1: one that tells of the table was taken back before it left. */
  readonly withdrawn: 0 | 1;
  /** The last text about the reservation that left for this phone. */
  readonly toldLast: MessageKind | null;
}

/** The outbox. */
export class MessageStore {
  readonly #enqueue;
  readonly #voidUnsent;
  readonly #ofReservation;
  readonly #list;
  readonly #get;
  readonly #queuedSince;
  readonly #sent;
  readonly #underWay;
  readonly #toldSince;
  readonly #everTexted;
  readonly #textedBefore;
  readonly #answersTo;
  readonly #markAnswered;
  readonly #answered;

  constructor(database: Database) {
    this.#enqueue = database.prepare(ENQUEUE);
    this.#voidUnsent = database.prepare(
      `UPDATE message SET state = ${orUnknown("void")}
       WHERE reservation_id = :reservationId AND state IN ('due', 'held')
         AND (:kinds IS NULL OR kind IN (SELECT value FROM json_each(:kinds)))`,
    );
    this.#ofReservation = database.prepare<Message, { reservationId: string; limit: number }>(
      OF_RESERVATION,
    );
    this.#list = database.prepare<
      Message,
      { brand: string | null; phone: string | null; limit: number }
    >(
      `SELECT ${MESSAGE_COLUMNS} FROM message
       WHERE (:brand IS NULL OR brand = :brand) AND (:phone IS NULL OR recipient = :phone)
       ORDER BY rowid LIMIT :limit`,
    );
    this.#get = database.prepare<Message, { id: string }>(
      `SELECT ${MESSAGE_COLUMNS} FROM message WHERE id = :id`,
    );
    this.#queuedSince = database.prepare<
      { count: number },
      { principal: string; brands: string; since: number }
    >(QUEUED_SINCE);
    this.#sent = database.prepare<{ found: 1 }, { reservationId: string; kind: MessageKind }>(
      `SELECT 1 AS found FROM message INDEXED BY message_by_reservation
       WHERE reservation_id = :reservationId AND kind = :kind
         AND state IN ('sending', 'accepted', 'delivered', 'unknown') LIMIT 1`,
    );
    this.#underWay = database.prepare<{ found: 1 }, { reservationId: string }>(UNDER_WAY);
    this.#toldSince = database.prepare<{ found: 1 }, { id: string }>(TOLD_SINCE);
    this.#answersTo = database.prepare<{ count: number }, { phone: string; since: number }>(
      ANSWERS_TO,
    );
    this.#markAnswered = database.prepare(
      `UPDATE message SET answered_at = :now
       WHERE reservation_id = :reservationId AND kind IN ('attendance_ask', 'follow_up')
         AND (attempt > 0 OR state NOT IN ('due', 'held', 'void', 'expired'))
         AND answered_at IS NULL`,
    );
    this.#answered = database.prepare<{ uniqueKey: string }, { reservationId: string }>(ANSWERED);
    this.#everTexted = database.prepare<{ found: 1 }, { phone: string; brand: string | null }>(
      EVER_TEXTED,
    );
    this.#textedBefore = database.prepare<TextedBefore, TextedWhom>(TEXTED_BEFORE);
  }

  /**
   * Queues a text with what its `{link}`s open, in their order; false when the same one (by
   * uniqueKey) is queued or was sent already.
   */
  enqueue(message: Message, links: readonly LinkTarget[] = []): boolean {
    const targets = links.length === 0 ? null : JSON.stringify(links);
    return this.#enqueue.run({ ...message, links: targets }).changes === 1;
  }

  /**
   * Withdraws what has not been sent about a reservation, of these kinds or all; returns how many.
   */
  voidUnsent(reservationId: string, kinds?: readonly MessageKind[]): number {
    const list = kinds === undefined ? null : JSON.stringify(kinds);
    return this.#voidUnsent.run({ reservationId, kinds: list }).changes;
  }

  /** Every text about a reservation, in the order of queueing. */
  ofReservation(reservationId: string, limit = 200): Message[] {
    return this.#ofReservation.all({ reservationId, limit });
  }

  /** Texts of a brand, to a phone, or all, in the order of queueing. */
  list(filter: { brand: string | null; phone: string | null; limit?: number }): Message[] {
    return this.#list.all({ limit: 10_000, ...filter });
  }

  /** One text; null where there is none. */
  get(id: string): Message | null {
    return this.#get.get({ id });
  }

  /** True when a text to this phone went out, is queued, or may have; of one brand, or of any. */
  everTexted(phone: string, brand: string | null = null): boolean {
    return this.#everTexted.get({ phone, brand }) !== null;
  }

  /** Notes that a text of the guest waits to be read that may answer a question sent before. */
  markAnswered(reservationId: string, now: number): void {
    this.#markAnswered.run({ reservationId, now });
  }

  /** The unique keys of the questions that a guest answered in words that a person has to read. */
  answered(reservationId: string): string[] {
    return this.#answered.all({ reservationId }).map(({ uniqueKey }) => uniqueKey);
  }

  /**
   * What a brand texted a phone since an instant, and about a reservation; `reservationId` null: it
   * is new.
   */
  textedBefore(whom: TextedWhom): TextedBefore {
    const found = this.#textedBefore.get({ ...whom });
    return found ?? { ever: 0, direct: 0, cancelled: 0, written: 0, withdrawn: 0, toldLast: null };
  }

  /** How many answers to its texts this phone was given after `since`. */
  answersTo(phone: string, since: number): number {
    return this.#answersTo.get({ phone, since })?.count ?? 0;
  }

  /**
   * Texts in these brands (slugs) that answer writes of this principal after `since`; voided ones,
   * questions and reminders not counted.
   */
  countBy(principal: string, brands: readonly string[], since: number): number {
    const parameters = { principal, brands: JSON.stringify(brands), since };
    return this.#queuedSince.get(parameters)?.count ?? 0;
  }

  /** True when a text of this kind about the reservation went out, or may have. */
  sent(reservationId: string, kind: MessageKind): boolean {
    return this.#sent.get({ reservationId, kind }) !== null;
  }

  /** True while the gateway has a text in hand that names the table: it cannot be withdrawn. */
  underWay(reservationId: string): boolean {
    return this.#underWay.get({ reservationId }) !== null;
  }

  /** True where a text that was written later tells what is booked now, and was not withdrawn. */
  toldSince(id: string): boolean {
    return this.#toldSince.get({ id }) !== null;
  }
}
