import { clearedFields, type Fields } from "../domain/fields.ts";

export const selected = (table: Fields): string =>
  Object.entries(table)
    .map(([field, { column }]) => (column === field ? field : `${column} AS "${field}"`))
    .join(", ");

export const inserted = (table: Fields): string =>
  `(${Object.values(table)
    .map(({ column }) => column)
    .join(", ")}) VALUES (${Object.keys(table)
    .map((field) => `:${field}`)
    .join(", ")})`;

export const assigned = (table: Fields): string =>
  Object.entries(table)
    .filter(([, { fixed }]) => fixed !== true)
    .map(([field, { column }]) => `${column} = :${field}`)
    .join(", ");

const literal = (value: string | null): string => (value === null ? "NULL" : `'${value}'`);

export const cleared = (table: Fields): string =>
  clearedFields(table)
    .map(([, { column }, value]) => `${column} = ${literal(value)}`)
    .join(", ");

/** An SQL condition for rows with data about a guest. The partial indexes in migrations repeat it. */
export const tellsOfGuest = (table: Fields): string =>
  clearedFields(table)
    .map(([, { column }, value]) =>
      value === null ? `${column} IS NOT NULL` : `${column} <> ${literal(value)}`,
    )
    .join(" OR ");

type Kept<Value> = Value extends boolean
  ? 0 | 1
  : Value extends readonly unknown[]
    ? string
    : Value;

export type Row<Record> = { readonly [Name in keyof Record]: Kept<Record[Name]> };
