import type { Database } from "bun:sqlite";
import type { LinkTarget } from "../domain/guest-link.ts";
import type { Message, MessageKind } from "../domain/message.ts";
import { MESSAGE_FIELDS } from "../domain/message-fields.ts";
import type { PastText, PhoneFacts } from "../domain/texts-after.ts";
import { inserted } from "./columns.ts";
import { MESSAGE_COLUMNS, orUnknown } from "./message-columns.ts";

/** A withdrawn text (`void`) was never sent, so it may be queued again, for example by an undo. */
const REPLACE_VOIDED = `DO UPDATE SET
    id = excluded.id, body = excluded.body, recipient = excluded.recipient,
    segments = excluded.segments, released_at = NULL, due_at = excluded.due_at, expires_at = excluded.expires_at,
    state = excluded.state, attempt = excluded.attempt, attempted_at = NULL,
    tried_since = NULL, fault = NULL, provider_id = excluded.provider_id, created_at = excluded.created_at, created_by = excluded.created_by,
    links = excluded.links
  WHERE message.state = 'void'`;
const QUEUED = { ...MESSAGE_FIELDS, links: { ...MESSAGE_FIELDS.body, column: "links" } };
const ENQUEUE = `
  INSERT INTO message ${inserted(QUEUED)}
  ON CONFLICT (reservation_id, unique_key) WHERE reservation_id IS NOT NULL ${REPLACE_VOIDED}
  ON CONFLICT (unique_key) WHERE reservation_id IS NULL ${REPLACE_VOIDED}`;

export const OF_RESERVATION = `
  SELECT ${MESSAGE_COLUMNS} FROM message INDEXED BY message_by_reservation
  WHERE reservation_id = :reservationId ORDER BY rowid LIMIT :limit`;

export const QUEUED_SINCE = `
  SELECT count(*) AS count FROM message INDEXED BY message_by_brand
  WHERE brand IN (SELECT value FROM json_each(:brands)) AND created_at > :since
    AND created_by = :principal AND state <> 'void'
    AND kind NOT IN ('attendance_ask', 'follow_up', 'reminder')`;

export const TOLD_SINCE = `
  SELECT 1 AS found FROM message AS later INDEXED BY message_by_reservation
  JOIN message AS told ON told.id = :id
  WHERE later.reservation_id = told.reservation_id AND later.id <> told.id
    AND later.kind IN ('confirmation', 'update', 'request_received') AND later.state <> 'void'
    AND (later.created_at, later.rowid) > (told.created_at, told.rowid) LIMIT 1`;

export const EVER_TEXTED = `
  SELECT 1 AS found FROM message INDEXED BY message_by_phone
  WHERE recipient = :phone AND (:brand IS NULL OR brand = :brand)
    AND state NOT IN ('void', 'expired', 'failed') LIMIT 1`;

const MAX_HISTORY = 1000;

export const TEXT_HISTORY = `
  SELECT kind, state, recipient AS "to", doubtful, created_at AS createdAt
  FROM message INDEXED BY message_by_reservation
  WHERE reservation_id = :reservationId ORDER BY created_at DESC, rowid DESC LIMIT ${MAX_HISTORY}`;

export const ANSWERED = `
  SELECT unique_key AS uniqueKey FROM message INDEXED BY message_by_reservation
  WHERE reservation_id = :reservationId AND answered_at IS NOT NULL`;

/** Leaves out the texts that will be withdrawn because reservation `changing` changes. */
const NOT_WITHDRAWN =
  "(reservation_id IS NOT :changing OR state NOT IN ('due', 'held') OR doubtful = 1)";
const countedWhere = (and: string): string => `
      SELECT kind FROM message INDEXED BY message_by_phone
      WHERE recipient = :phone AND brand = :brand AND ${and} AND ${NOT_WITHDRAWN}
        AND kind IN ('confirmation', 'update', 'request_received', 'cancellation')
        AND state NOT IN ('void', 'expired')`;

export const TEXTED_BEFORE = `
  SELECT
    EXISTS (SELECT 1 FROM message INDEXED BY message_by_phone
      WHERE recipient = :phone AND brand = :brand
        AND state NOT IN ('void', 'expired', 'failed') AND ${NOT_WITHDRAWN}) AS everTexted,
    count(*) FILTER (WHERE kind <> 'cancellation') AS direct,
    count(*) FILTER (WHERE kind = 'cancellation') AS cancelled
  FROM (${countedWhere("attempted_at > :since")}
    UNION ALL ${countedWhere("attempted_at IS NULL AND created_at > :since")})`;

export const ANSWERS_TO = `
  SELECT count(*) AS count FROM message INDEXED BY message_by_phone
  WHERE recipient = :phone AND kind IN ('reply', 'offer_gone') AND created_at > :since`;

type TextedWhom = Readonly<Record<"phone" | "brand" | "changing", string> & { since: number }>;

export interface TextedBefore extends Omit<PhoneFacts, "usable"> {
  readonly everTexted: boolean;
}

export function messageStore(database: Database) {
  const sql = {
    enqueue: database.prepare(ENQUEUE),
    voidUnsent: database.prepare(
      `UPDATE message SET state = ${orUnknown("void")}
       WHERE reservation_id = :reservationId AND state IN ('due', 'held')
         AND (:kinds IS NULL OR kind IN (SELECT value FROM json_each(:kinds)))`,
    ),
    ofReservation: database.prepare<Message, { reservationId: string; limit: number }>(
      OF_RESERVATION,
    ),
    list: database.prepare<Message, { brand: string | null; phone: string | null; limit: number }>(
      `SELECT ${MESSAGE_COLUMNS} FROM message
       WHERE (:brand IS NULL OR brand = :brand) AND (:phone IS NULL OR recipient = :phone)
       ORDER BY rowid LIMIT :limit`,
    ),
    get: database.prepare<Message, { id: string }>(
      `SELECT ${MESSAGE_COLUMNS} FROM message WHERE id = :id`,
    ),
    queuedSince: database.prepare<
      { count: number },
      { principal: string; brands: string; since: number }
    >(QUEUED_SINCE),
    history: database.prepare<
      Omit<PastText, "doubtful"> & { doubtful: 0 | 1 },
      { reservationId: string }
    >(TEXT_HISTORY),
    toldSince: database.prepare<{ found: 1 }, { id: string }>(TOLD_SINCE),
    answersTo: database.prepare<{ count: number }, { phone: string; since: number }>(ANSWERS_TO),
    markAnswered: database.prepare(
      `UPDATE message SET answered_at = :now
       WHERE reservation_id = :reservationId AND kind IN ('attendance_ask', 'follow_up')
         AND (attempt > 0 OR state NOT IN ('due', 'held', 'void', 'expired'))
         AND answered_at IS NULL`,
    ),
    answered: database.prepare<{ uniqueKey: string }, { reservationId: string }>(ANSWERED),
    everTexted: database.prepare<{ found: 1 }, { phone: string; brand: string | null }>(
      EVER_TEXTED,
    ),
    textedBefore: database.prepare<
      Omit<TextedBefore, "everTexted"> & { everTexted: 0 | 1 },
      TextedWhom
    >(TEXTED_BEFORE),
  };
  return {
    /** False if a text with the same key is already queued or sent. */
    enqueue(message: Message, links: readonly LinkTarget[] = []): boolean {
      const targets = links.length === 0 ? null : JSON.stringify(links);
      return sql.enqueue.run({ ...message, links: targets }).changes === 1;
    },

    /** Returns how many texts were withdrawn. */
    voidUnsent(reservationId: string, kinds?: readonly MessageKind[]): number {
      const list = kinds === undefined ? null : JSON.stringify(kinds);
      return sql.voidUnsent.run({ reservationId, kinds: list }).changes;
    },

    ofReservation: (reservationId: string, limit = 200): Message[] =>
      sql.ofReservation.all({ reservationId, limit }),
    list: (filter: { brand: string | null; phone: string | null; limit?: number }): Message[] =>
      sql.list.all({ limit: 10_000, ...filter }),
    get: (id: string): Message | null => sql.get.get({ id }),
    /** Also true if a text is queued but not sent yet. */
    everTexted: (phone: string, brand: string | null = null): boolean =>
      sql.everTexted.get({ phone, brand }) !== null,

    /**
     * Marks all questions and follow-ups sent so far as answered. Call this when a person must read a guest's
     * text, because that text may be the answer.
     */
    markAnswered(reservationId: string, now: number): void {
      sql.markAnswered.run({ reservationId, now });
    },

    /** The unique keys of the texts that `markAnswered` marked. */
    answered: (reservationId: string): string[] =>
      sql.answered.all({ reservationId }).map(({ uniqueKey }) => uniqueKey),

    history: (reservationId: string): PastText[] =>
      sql.history
        .all({ reservationId })
        .map((text) => ({ ...text, doubtful: text.doubtful === 1 })),

    textedBefore(whom: TextedWhom): TextedBefore {
      const found = sql.textedBefore.get({ ...whom });
      return {
        direct: found?.direct ?? 0,
        cancelled: found?.cancelled ?? 0,
        everTexted: found?.everTexted === 1,
      };
    },

    countAnswersTo: (phone: string, since: number): number =>
      sql.answersTo.get({ phone, since })?.count ?? 0,

    /**
     * Counts texts that calls of `principal` caused. Leaves out questions, follow-ups, reminders and withdrawn
     * texts.
     */
    countBy(principal: string, brands: readonly string[], since: number): number {
      const parameters = { principal, brands: JSON.stringify(brands), since };
      return sql.queuedSince.get(parameters)?.count ?? 0;
    },

    /** True if the reservation has a confirmation, update or `request_received` that followed text `id`. */
    toldSince: (id: string): boolean => sql.toldSince.get({ id }) !== null,
  };
}
