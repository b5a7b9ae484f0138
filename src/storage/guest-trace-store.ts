import type { Database } from "bun:sqlite";
import { ENTRY_FIELDS } from "../domain/entry-fields.ts";
import { clearedFields, type Fields } from "../domain/fields.ts";
import { withoutGuest } from "../domain/former-guest.ts";
import { RESERVATION_FIELDS } from "../domain/reservation-fields.ts";

export const RESERVATIONS_OF_PHONE = `
  SELECT id FROM reservation INDEXED BY reservation_by_phone
  WHERE brand = :brand AND phone = :phone ORDER BY start_at`;

export const WAITERS_OF_PHONE = `
  SELECT id FROM waitlist_entry INDEXED BY waitlist_entry_by_phone
  WHERE brand = :brand AND phone = :phone ORDER BY date`;

export const TEXTS_TO_PHONE = `
  SELECT id FROM message INDEXED BY message_by_phone WHERE recipient = :phone AND brand = :brand`;

export const TEXTS_FROM_PHONE = `
  SELECT id FROM inbound_text INDEXED BY inbound_text_by_sender WHERE sender = :phone`;

export interface Mention {
  readonly table: string;
  readonly column: string;
  readonly rows: number;
}

function freeText(table: string, fields: Fields): (readonly [table: string, column: string])[] {
  return clearedFields(fields)
    .filter(([name]) => name !== "phone")
    .map(([, { column }]) => [table, column] as const);
}

const FREE_TEXT: readonly (readonly [table: string, column: string])[] = [
  ...freeText("reservation", RESERVATION_FIELDS),
  ...freeText("waitlist_entry", ENTRY_FIELDS),
  ["message", "body"],
  ["inbound_text", "body"],
  ["audit", "before"],
  ["audit", "after"],
  ["audit", "reason"],
  ["audit", "idempotency_key"],
  ["idempotency", "structured"],
  ["idempotency", "text"],
  ["security_event", "detail"],
];

type OfPhone = { phone: string; brand: string };

/** Some of these queries read whole tables. */
export function guestTraceStore(database: Database) {
  const mentions = FREE_TEXT.map(([table, column]) => ({
    table,
    column,
    count: database.prepare<{ rows: number }, { digits: string }>(
      `SELECT count(*) AS rows FROM "${table}" WHERE instr("${column}", :digits) > 0`,
    ),
  }));
  const sql = {
    reservations: database.prepare<{ id: string }, OfPhone>(RESERVATIONS_OF_PHONE),
    entries: database.prepare<{ id: string }, OfPhone>(WAITERS_OF_PHONE),
    textsTo: database.prepare<{ id: string }, OfPhone>(TEXTS_TO_PHONE),
    textsFrom: database.prepare<{ id: string }, { phone: string }>(TEXTS_FROM_PHONE),
    changes: database.prepare<{ sequence: number }, OfPhone>(
      `SELECT sequence FROM audit
       WHERE brand = :brand AND (instr(before, :phone) > 0 OR instr(after, :phone) > 0)`,
    ),
    answers: database.prepare<{ row: number; structured: string }, { brand: string }>(
      "SELECT rowid AS row, structured FROM idempotency WHERE brand = :brand",
    ),
    clearAnswer: database.prepare(
      "UPDATE idempotency SET structured = :structured, text = :text WHERE rowid = :row",
    ),
  };
  return {
    reservations: (brand: string, phone: string): string[] =>
      sql.reservations.all({ brand, phone }).map(({ id }) => id),
    entries: (brand: string, phone: string): string[] =>
      sql.entries.all({ brand, phone }).map(({ id }) => id),
    textsTo: (brand: string, phone: string): string[] =>
      sql.textsTo.all({ brand, phone }).map(({ id }) => id),
    textsFrom: (phone: string): string[] => sql.textsFrom.all({ phone }).map(({ id }) => id),
    changes: (brand: string, phone: string): number[] =>
      sql.changes.all({ brand, phone: asValue(phone) }).map(({ sequence }) => sequence),

    /**
     * Clears the guest's data in the answers stored for repeated calls, and replaces the text of those answers
     * by `text`. Returns how many answers changed.
     */
    clearAnswers(
      brand: string,
      { phone, ids }: { readonly phone: string; readonly ids: readonly string[] },
      text: string,
    ): number {
      const words = [...ids, phone].map(asValue);
      const about = sql.answers
        .all({ brand })
        .filter(({ structured }) => words.some((word) => structured.includes(word)));
      for (const { row, structured } of about) {
        const cleared = JSON.stringify(withoutGuest(JSON.parse(structured)));
        sql.clearAnswer.run({ row, structured: cleared, text });
      }
      return about.length;
    },

    mentions(phone: string): Mention[] {
      const digits = digitsOf(phone);
      return mentions
        .map(({ table, column, count }) => ({
          table,
          column,
          rows: count.get({ digits })?.rows ?? 0,
        }))
        .filter(({ rows }) => rows > 0);
    },
  };
}

/** In quotes, to match only whole JSON values: a note that mentions the phone does not match. */
const asValue = (text: string): string => `"${text}"`;

const digitsOf = (phone: string): string => phone.replace(/\D/g, "");
