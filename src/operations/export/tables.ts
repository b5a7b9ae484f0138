import type { Fields } from "../../domain/fields.ts";
import type { Portable } from "../../domain/portable.ts";
import { RESERVATION_FIELDS } from "../../domain/reservation-fields.ts";
import { dateOf, timeOf } from "../../domain/time.ts";
import { AUDIT_TABLE } from "../access/audit-table.ts";
import type { Cell } from "./csv.ts";

/** What a table shows; the names are those of `--what`. */
export const TABLE_TYPES = {
  reservations: "reservation",
  waitlist: "waitlist_entry",
  messages: "message",
  audit: "change",
} as const;

export type TableName = keyof typeof TABLE_TYPES;
type RecordOf<Name extends TableName> = Portable<(typeof TABLE_TYPES)[Name]>;

type Columns<Record> = Readonly<{ [column: string]: (record: Record, zone: string) => Cell }>;

/** UTC, as every program reads it. */
const iso = (instant: number | null): Cell =>
  instant === null ? null : new Date(instant).toISOString();

/** One cell for each field that is exported; fields named ...At are instants. */
const cells = (table: Fields): Columns<never> =>
  Object.fromEntries(
    Object.entries(table).flatMap(([field, { column, csv = column }]) =>
      csv === null
        ? []
        : [
            [
              csv,
              (record: Readonly<Record<string, unknown>>) => {
                const value = record[field];
                if (Array.isArray(value)) return value.join(" ");
                return field.endsWith("At") ? iso(value as number | null) : (value as Cell);
              },
            ],
          ],
    ),
  );

/** The columns in the order that is promised; those that came later follow in their own order. */
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

/** The columns are promised: new ones are added at the end, none is renamed. */
const COLUMNS: { readonly [Name in TableName]: Columns<RecordOf<Name>> } = {
  reservations: inOrder(RESERVATION_ORDER, {
    ...cells(RESERVATION_FIELDS),
    date: ({ startAt }, zone) => dateOf(startAt, zone),
    time: ({ startAt }, zone) => timeOf(startAt, zone),
  }),
  waitlist: {
    id: ({ id }) => id,
    brand: ({ brand }) => brand,
    date: ({ date }) => date,
    time: ({ wishedAt }, zone) => timeOf(wishedAt, zone),
    earliest_time: ({ earliestAt }, zone) => timeOf(earliestAt, zone),
    latest_time: ({ latestAt }, zone) => timeOf(latestAt, zone),
    name: ({ name }) => name,
    phone: ({ phone }) => phone,
    party_size: ({ partySize }) => partySize,
    priority: ({ priority }) => priority,
    status: ({ status }) => status,
    notes: ({ notes }) => notes,
    source: ({ source }) => source,
    offers_sent: ({ offersSent }) => offersSent,
    booking_id: ({ bookingId }) => bookingId,
    earliest: ({ earliestAt }) => iso(earliestAt),
    latest: ({ latestAt }) => iso(latestAt),
    created_at: ({ createdAt }) => iso(createdAt),
    updated_at: ({ updatedAt }) => iso(updatedAt),
  },
  messages: {
    id: ({ id }) => id,
    brand: ({ brand }) => brand,
    kind: ({ kind }) => kind,
    state: ({ state }) => state,
    to: ({ to }) => to,
    body: ({ body }) => body,
    segments: ({ segments }) => segments,
    due_at: ({ dueAt }) => iso(dueAt),
    attempted_at: ({ attemptedAt }) => iso(attemptedAt),
    attempts: ({ attempt }) => attempt,
    fault: ({ fault }) => fault,
    reservation_id: ({ reservationId }) => reservationId,
    entry_id: ({ entryId }) => entryId,
    created_at: ({ createdAt }) => iso(createdAt),
  },
  audit: AUDIT_TABLE,
};

/** The names of a table's columns, in order. */
export const columnsOf = (name: TableName): string[] => Object.keys(COLUMNS[name]);

/** One record as cells, in the order of the columns. */
export const cellsOf = <Name extends TableName>(
  name: Name,
  record: RecordOf<Name>,
  zone: string,
): Cell[] => Object.values(COLUMNS[name]).map((cell) => cell(record, zone));
