import { ENTRY_FIELDS } from "../../domain/entry-fields.ts";
import type { Fields } from "../../domain/fields.ts";
import { MESSAGE_FIELDS } from "../../domain/message-fields.ts";
import type { Portable } from "../../domain/portable.ts";
import { RESERVATION_FIELDS } from "../../domain/reservation-fields.ts";
import { dateOf, timeOf } from "../../domain/time.ts";
import { AUDIT_TABLE } from "../access/audit-table.ts";
import type { Cell } from "./csv.ts";

export const TABLE_TYPES = {
  reservations: "reservation",
  waitlist: "waitlist_entry",
  messages: "message",
  audit: "change",
} as const;

export type TableName = keyof typeof TABLE_TYPES;
type RecordOf<Name extends TableName> = Portable<(typeof TABLE_TYPES)[Name]>;

export interface Within {
  readonly zone: string;
  nameOf(id: string): string;
}

type Columns<Record> = Readonly<{ [column: string]: (record: Record, within: Within) => Cell }>;

const iso = (instant: number | null): Cell =>
  instant === null ? null : new Date(instant).toISOString();

const cells = (table: Fields): Columns<object> =>
  Object.fromEntries(
    Object.entries(table).flatMap(([field, { column, csv = column }]) =>
      csv === null
        ? []
        : [
            [
              csv,
              (record: object) => {
                const value = (record as Readonly<Record<string, unknown>>)[field];
                if (Array.isArray(value)) return value.join(" ");
                return field.endsWith("At") ? iso(value as number | null) : (value as Cell);
              },
            ],
          ],
    ),
  );

const inOrder = <Record>(names: string, columns: Columns<Record>): Columns<Record> => ({
  ...Object.fromEntries(
    names.split(" ").map((name) => [name, columns[name] as Columns<Record>[string]]),
  ),
  ...columns,
});

const RESERVATION_ORDER =
  "id brand service_date date time service name phone email party_size status attendance notes " +
  "food_drink_notes seating_notes notify_customer source flags start end arrived_at seated_at " +
  "completed_at cancelled_at created_at updated_at";

const WAITLIST_ORDER =
  "id brand date time earliest_time latest_time name phone party_size priority status notes source " +
  "offers_sent booking_id earliest latest created_at updated_at";
const MESSAGE_ORDER =
  "id brand kind state to body segments due_at attempted_at attempts fault reservation_id entry_id created_at";

/** Users rely on these columns: append new ones, never rename any. */
const COLUMNS: { readonly [Name in TableName]: Columns<RecordOf<Name>> } = {
  reservations: inOrder(RESERVATION_ORDER, {
    ...cells(RESERVATION_FIELDS),
    date: ({ startAt }, { zone }) => dateOf(startAt, zone),
    time: ({ startAt }, { zone }) => timeOf(startAt, zone),
    tables: ({ tables }, { nameOf }) => tables.map(nameOf).join(" + "),
    area: ({ area }, { nameOf }) => (area === null ? "" : nameOf(area)),
  }),
  waitlist: inOrder(WAITLIST_ORDER, {
    ...cells(ENTRY_FIELDS),
    time: ({ wishedAt }, { zone }) => timeOf(wishedAt, zone),
    earliest_time: ({ earliestAt }, { zone }) => timeOf(earliestAt, zone),
    latest_time: ({ latestAt }, { zone }) => timeOf(latestAt, zone),
    area: ({ area }, { nameOf }) => (area === null ? "" : nameOf(area)),
  }),
  messages: inOrder(MESSAGE_ORDER, cells(MESSAGE_FIELDS)),
  audit: AUDIT_TABLE,
};

export const columnsOf = (name: TableName): string[] => Object.keys(COLUMNS[name]);

export const cellsOf = <Name extends TableName>(
  name: Name,
  record: RecordOf<Name>,
  within: Within,
): Cell[] => Object.values(COLUMNS[name]).map((cell) => cell(record, within));
