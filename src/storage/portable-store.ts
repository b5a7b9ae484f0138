import type { Database } from "bun:sqlite";
import { ENTRY_FIELDS } from "../domain/entry-fields.ts";
import { MESSAGE_FIELDS } from "../domain/message-fields.ts";
import type { Portable, PortableType } from "../domain/portable.ts";
import { INSERT_CHANGE } from "./audit-store.ts";
import { inserted } from "./columns.ts";
import { INSERT_FLOOR_RECORD } from "./floor-store.ts";
import { INSERT_INBOUND } from "./inbound-text-store.ts";
import { INSERT_OFFER } from "./offer-store.ts";
import { INSERT_RESERVATION, toParameters } from "./reservation-columns.ts";
import { staysOf } from "./stay-cache.ts";

const INSERT: Readonly<Record<Exclude<PortableType, "brand" | "opt_out">, string>> = {
  ...INSERT_FLOOR_RECORD,
  reservation: INSERT_RESERVATION,
  waitlist_entry: `INSERT INTO waitlist_entry ${inserted(ENTRY_FIELDS)}`,
  // Leaves out `offer_id`, because the offer may come later in the imported file. `join` adds the id.
  freed_slot: `INSERT INTO slot_freed (id, brand, from_at, to_at, cause, created_at, done_at)
    VALUES (:id, :brand, :from, :to, :cause, :createdAt, :doneAt)`,
  waitlist_offer: INSERT_OFFER,
  message: `INSERT INTO message ${inserted(MESSAGE_FIELDS)}`,
  change: INSERT_CHANGE,
  inbound_text: INSERT_INBOUND,
};

const TABLES: Readonly<Record<keyof typeof INSERT, string>> = {
  area: "area",
  dining_table: "dining_table",
  combination: "combination",
  table_block: "table_block",
  floor_section: "floor_section",
  reservation: "reservation",
  waitlist_entry: "waitlist_entry",
  freed_slot: "slot_freed",
  waitlist_offer: "waitlist_offer",
  message: "message",
  change: "audit",
  inbound_text: "inbound_text",
};

export type RowType = keyof typeof INSERT;

type TextKey = Pick<Portable<"message">, "reservationId" | "uniqueKey">;

export function portableStore(database: Database) {
  const stays = staysOf(database);
  const insert = mapped(INSERT, (sql) => database.prepare(sql));
  const brandOf = mapped(TABLES, (table, type) =>
    database.prepare<{ brand: string | null }, { id: string }>(
      `SELECT ${type === "inbound_text" ? "NULL AS brand" : "brand"} FROM ${table} WHERE id = :id`,
    ),
  );
  const sql = {
    keyTaken: database.prepare<{ id: string }, TextKey>(
      `SELECT id FROM message INDEXED BY message_by_reservation
         WHERE reservation_id = :reservationId AND unique_key = :uniqueKey
       UNION ALL SELECT id FROM message INDEXED BY message_by_key
         WHERE reservation_id IS NULL AND :reservationId IS NULL AND unique_key = :uniqueKey`,
    ),
    join: database.prepare(
      "UPDATE slot_freed SET offer_id = :offerId WHERE id = :id AND offer_id IS NULL",
    ),
  };
  return {
    /** Empty if the row belongs to no brand; null if there is no such row. */
    brandOf(type: RowType, id: string): string | null {
      const row = brandOf[type].get({ id });
      return row === null ? null : (row.brand ?? "");
    },

    textWithKey: ({ reservationId, uniqueKey }: TextKey): string | null =>
      sql.keyTaken.get({ reservationId, uniqueKey })?.id ?? null,

    insert(record: Extract<Portable, { type: RowType }>): void {
      insert[record.type].run(parametersOf(record));
      if (record.type === "reservation") stays.drop();
    },

    join(slotId: string, offerId: string): void {
      sql.join.run({ id: slotId, offerId });
    },
  };
}

function parametersOf(
  record: Extract<Portable, { type: RowType }>,
): Record<string, string | number | null> {
  const { type: _type, ...row } = record;
  switch (record.type) {
    case "reservation":
      return toParameters({ ...(row as Omit<typeof record, "type">), nextQuestionAt: null });
    case "waitlist_entry":
      return {
        ...(row as Omit<typeof record, "type">),
        passedOver: JSON.stringify(record.passedOver),
      };
    case "area":
      return { ...(row as Omit<typeof record, "type">), closed: JSON.stringify(record.closed) };
    case "combination": {
      const enabled = record.enabled ? 1 : 0;
      const tables = JSON.stringify(record.tables);
      return { ...(row as Omit<typeof record, "type">), tables, enabled };
    }
    case "table_block":
    case "floor_section":
      return { ...(row as Omit<typeof record, "type">), tables: JSON.stringify(record.tables) };
    case "message":
      return { ...(row as Omit<typeof record, "type">), providerId: null };
    case "freed_slot": {
      const { offerId: _offerId, ...rest } = row as Omit<typeof record, "type">;
      return rest;
    }
    case "change": {
      const { actor, before, after, ...rest } = row as Omit<typeof record, "type">;
      return {
        ...rest,
        actorKind: actor.kind,
        actorId: actor.id,
        actorName: actor.name,
        before: JSON.stringify(before),
        after: JSON.stringify(after),
      };
    }
    default:
      return row as Record<string, string | number | null>;
  }
}

const mapped = <Key extends string, From, To>(
  from: Readonly<Record<Key, From>>,
  change: (value: From, key: Key) => To,
): Record<Key, To> =>
  Object.fromEntries(
    Object.entries<From>(from).map(([key, value]) => [key, change(value, key as Key)]),
  ) as Record<Key, To>;
