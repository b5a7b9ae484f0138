// Goal: the lists of fields and the database's columns have the same names, so that no stored
// column is left out of export or of clearing guests' data.
import { expect, test } from "bun:test";
import { ENTRY_FIELDS } from "../../src/domain/entry-fields.ts";
import type { Fields } from "../../src/domain/fields.ts";
import { MESSAGE_FIELDS } from "../../src/domain/message-fields.ts";
import { RESERVATION_FIELDS } from "../../src/domain/reservation-fields.ts";
import { openTestDatabase } from "../support/database.ts";

/** Columns without a field: derived from other columns, or needed for sending only. */
const BESIDE: readonly [table: string, fields: Fields, others: readonly string[]][] = [
  ["reservation", RESERVATION_FIELDS, ["number", "name_search"]],
  ["waitlist_entry", ENTRY_FIELDS, ["sms_off"]],
  ["message", MESSAGE_FIELDS, ["doubtful", "released_at", "links", "tried_since"]],
];

test.each(BESIDE)("each column of %s has a field or is listed here", (table, fields, others) => {
  using made = openTestDatabase();
  const columns = made.database
    .query<{ name: string }, []>(`SELECT name FROM pragma_table_info('${table}')`)
    .all()
    .map(({ name }) => name);
  const known = [...Object.values(fields).map(({ column }) => column), ...others];
  expect(columns.sort()).toEqual(known.sort());
});
