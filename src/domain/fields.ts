import type { z } from "zod";

// Each kind of record has one table of its fields (`reservation-fields.ts` and its neighbours).
// Types, columns, shapes and exports are derived from it here, once, when the program starts.

/** The name of a guest whose data was cleared; the schema's indexes know it too. */
export const FORMER_GUEST = "Former guest";

/** Everything there is to say about one field of a record. */
export interface Field {
  /** Its column in the database. */
  readonly column: string;
  /** What it may hold, in the database and in a file from another instance. */
  readonly stored: z.ZodType;
  /** Its keys in answers, with their shapes; empty if callers never see it. */
  readonly wire: z.ZodRawShape;
  /** What replaces it when the guest's data is cleared; false: it says nothing about the guest. */
  readonly personal: false | { readonly cleared: string | null };
  /** Its column in an exported table, if that is not `column`; null: not exported there. */
  readonly csv?: string | null;
  /** Its label on pages; absent: its name in words. */
  readonly label?: string;
  /** Its name in `get_booking`'s history; absent: the name of the field. */
  readonly history?: string;
  /** Written at creation and never again. */
  readonly fixed?: true;
  /** The value in a new record if none is given; absent: one has to be given. */
  readonly initial?: unknown;
  /** Other column names in imported tables; absent: never imported. */
  readonly aliases?: readonly string[];
}

export type Fields = Readonly<Record<string, Field>>;

/** The record that a table describes. */
export type RecordOf<Table extends Fields> = {
  readonly [Name in keyof Table]: z.infer<Table[Name]["stored"]>;
};

/** The names of the fields that have a part, such as `initial`. */
export type FieldsWith<Table extends Fields, Part extends string> = {
  [Name in keyof Table]: Table[Name] extends Readonly<Record<Part, unknown>> ? Name : never;
}[keyof Table];

export const fieldsWith = <Table extends Fields, Part extends string>(table: Table, part: Part) =>
  Object.keys(table).filter((name) => part in (table[name] ?? {})) as FieldsWith<Table, Part>[];

/**
 * The values in a new record if none are given. Always in the order of the fields, so that all
 * objects have one layout.
 */
export const initialOf = <Table extends Fields>(table: Table) =>
  Object.fromEntries(
    Object.entries(table).map(([name, row]) => [name, row.initial]),
  ) as InitialOf<Table>;

type InitialOf<Table extends Fields> = Pick<RecordOf<Table>, FieldsWith<Table, "initial">>;

type StoredShape<Table extends Fields> = { [Name in keyof Table]: Table[Name]["stored"] };

/** The shape of a whole record as it is stored. */
export const storedShape = <Table extends Fields>(table: Table) =>
  Object.fromEntries(
    Object.entries(table).map(([name, { stored }]) => [name, stored]),
  ) as StoredShape<Table>;

type WireKey<Table extends Fields> = {
  [Name in keyof Table]: keyof Table[Name]["wire"];
}[keyof Table];
type WireShape<Table extends Fields> = {
  [Key in WireKey<Table>]: Extract<Table[keyof Table]["wire"], Record<Key, unknown>>[Key];
};

/** The shape of a record in answers. */
export const wireShape = <Table extends Fields>(table: Table) =>
  Object.assign({}, ...Object.values(table).map(({ wire }) => wire)) as WireShape<Table>;

/** The value that replaces each personal field when the guest's data is cleared. */
export const clearedFields = (
  table: Fields,
): [name: string, field: Field, cleared: string | null][] =>
  Object.entries(table).flatMap(([name, field]) =>
    field.personal === false ? [] : [[name, field, field.personal.cleared]],
  );
