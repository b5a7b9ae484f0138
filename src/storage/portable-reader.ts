import type { Database } from "bun:sqlite";
import { MESSAGE_FIELDS } from "../domain/message-fields.ts";
import type { Portable, PortableType } from "../domain/portable.ts";
import { visibleIn } from "../domain/visible-text.ts";
import { selected } from "./columns.ts";
import { FLOOR_RECORDS } from "./floor-store.ts";
import { INBOUND_COLUMNS } from "./inbound-text-store.ts";
import { OFFER_COLUMNS } from "./offer-store.ts";
import { RESERVATION_COLUMNS, type ReservationRow, toReservation } from "./reservation-columns.ts";
import { FREED_COLUMNS } from "./slot-freed-store.ts";
import { ENTRY_COLUMNS, type EntryRow, toEntry } from "./waitlist-store.ts";

/** `fromDate` and `toDate` are YYYY-MM-DD. Both days are included. */
export interface PortableScope {
  readonly brand: string;
  readonly fromDate: string;
  readonly toDate: string;
  readonly fromAt: number;
  readonly toAt: number;
}

const BETWEEN = (column: string): string => `${column} BETWEEN :fromAt AND :toAt`;

const { providerId: _ours, ...EXPORTED_TEXT } = MESSAGE_FIELDS;

/** Oldest row first, so that an import stores rows in the same order. */
const SELECT: Readonly<Record<Exclude<PortableType, "opt_out">, string>> = {
  brand: `SELECT slug, name, overrides AS settings FROM brand WHERE slug = :brand`,
  ...FLOOR_RECORDS,
  reservation: `SELECT ${RESERVATION_COLUMNS} FROM reservation
    WHERE brand = :brand AND service_date BETWEEN :fromDate AND :toDate ORDER BY rowid`,
  waitlist_entry: `SELECT ${ENTRY_COLUMNS} FROM waitlist_entry
    WHERE brand = :brand AND date BETWEEN :fromDate AND :toDate ORDER BY rowid`,
  freed_slot: `SELECT ${FREED_COLUMNS} FROM slot_freed
    WHERE brand = :brand AND ${BETWEEN("created_at")} ORDER BY rowid`,
  waitlist_offer: `SELECT ${OFFER_COLUMNS} FROM waitlist_offer
    WHERE brand = :brand AND ${BETWEEN("created_at")} ORDER BY rowid`,
  message: `SELECT ${selected(EXPORTED_TEXT)} FROM message
    WHERE brand = :brand AND ${BETWEEN("created_at")} ORDER BY rowid`,
  change: `SELECT id, at, brand, reservation_id AS reservationId, entry_id AS entryId, principal,
      json_object('kind', actor_kind, 'id', actor_id, 'name', actor_name) AS actor, operation,
      before, after, idempotency_key AS idempotencyKey, reason FROM audit
    WHERE brand = :brand AND ${BETWEEN("at")} ORDER BY sequence`,
  inbound_text: `SELECT ${INBOUND_COLUMNS} FROM inbound_text
    WHERE ${BETWEEN("received_at")} ORDER BY rowid`,
};

const PHONES = `
  SELECT phone FROM reservation WHERE brand = :brand AND phone IS NOT NULL
  UNION SELECT phone FROM waitlist_entry WHERE brand = :brand AND phone <> ''
  ORDER BY phone`;

const JSON_COLUMNS: Partial<Record<PortableType, readonly string[]>> = {
  brand: ["settings"],
  area: ["closed"],
  combination: ["tables"],
  table_block: ["tables"],
  floor_section: ["tables"],
  change: ["actor", "before", "after"],
};

type Row = Record<string, unknown>;

/** Reads all records from one snapshot. `database` must be read-only; dispose closes it. */
export class PortableReader implements Disposable {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
    database.run("BEGIN");
    // BEGIN alone takes no snapshot; the first read does.
    database.prepare("SELECT count(*) FROM brand").get();
  }

  brands(): string[] {
    return this.#database
      .prepare<{ slug: string }, []>("SELECT slug FROM brand ORDER BY rowid")
      .all()
      .map(({ slug }) => slug);
  }

  *records<Type extends Exclude<PortableType, "opt_out">>(
    type: Type,
    { brand, fromDate, toDate, fromAt, toAt }: PortableScope,
  ): Generator<Portable<Type>> {
    const sql = SELECT[type];
    const wanted = { brand, fromDate, toDate, fromAt, toAt };
    const named = Object.entries(wanted).filter(([name]) => sql.includes(`:${name}`));
    const statement = this.#database.prepare<Row, Record<string, string | number>>(sql);
    for (const row of statement.iterate(Object.fromEntries(named))) {
      yield visibleIn(toRecord(type, row)) as Portable<Type>;
    }
  }

  *phones(brand: string): Generator<string> {
    const statement = this.#database.prepare<{ phone: string }, { brand: string }>(PHONES);
    for (const { phone } of statement.iterate({ brand })) yield phone;
  }

  [Symbol.dispose](): void {
    if (this.#database.inTransaction) this.#database.run("ROLLBACK");
    this.#database.close();
  }
}

function toRecord(type: PortableType, row: Row): Row {
  if (type === "reservation") {
    // `nextQuestionAt` is not exported, because an import does not schedule questions to guests.
    const { nextQuestionAt: _, ...reservation } = toReservation(row as unknown as ReservationRow);
    return { type, ...reservation };
  }
  if (type === "waitlist_entry") return { type, ...toEntry(row as unknown as EntryRow) };
  const flags = type === "combination" ? { enabled: row["enabled"] === 1 } : {};
  const parsed = (JSON_COLUMNS[type] ?? []).map((column) => [
    column,
    JSON.parse(row[column] as string),
  ]);
  return { type, ...row, ...Object.fromEntries(parsed), ...flags };
}
