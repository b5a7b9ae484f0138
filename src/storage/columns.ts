import { clearedFields, type Fields } from "../domain/fields.ts";

// Pieces of SQL that name every field of a record, written once when the program starts.

/** The select list that reads a whole record. */
export const selected = (table: Fields): string =>
  Object.entries(table)
    .map(([field, { column }]) => (column === field ? field : `${column} AS "${field}"`))
    .join(", ");

/** The columns of a whole record, and the parameters for them. */
export const inserted = (table: Fields): string =>
  `(${Object.values(table)
    .map(({ column }) => column)
    .join(", ")}) VALUES (${Object.keys(table)
    .map((field) => `:${field}`)
    .join(", ")})`;

/** The assignments of all columns that may change. */
export const assigned = (table: Fields): string =>
  Object.entries(table)
    .filter(([, { fixed }]) => fixed !== true)
    .map(([field, { column }]) => `${column} = :${field}`)
    .join(", ");

const literal = (value: string | null): string => (value === null ? "NULL" : `'${value}'`);

/** The assignments that clear a guest's data. */
export const cleared = (table: Fields): string =>
  clearedFields(table)
    .map(([, { column }, value]) => `${column} = ${literal(value)}`)
    .join(", ");

/** Whether a row still has data of its guest; partial indexes have the same condition. */
export const tellsOfGuest = (table: Fields): string =>
  clearedFields(table)
    .map(([, { column }, value]) =>
      value === null ? `${column} IS NOT NULL` : `${column} <> ${literal(value)}`,
    )
    .join(" OR ");

/** A value as SQLite keeps it. */
type Kept<Value> = Value extends boolean
  ? 0 | 1
  : Value extends readonly unknown[]
    ? string
    : Value;

/** A record as SQLite returns it. */
export type Row<Record> = { readonly [Name in keyof Record]: Kept<Record[Name]> };
