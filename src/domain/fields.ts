import type { z } from "zod";

// Each kind of record, such as a reservation, has one table of fields. The record's type, columns, shapes
// and exports come from that table.

/** Replaces the name when a guest's data is cleared. The indexes of the database contain this text. */
export const FORMER_GUEST = "Former guest";

export interface Field {
  readonly column: string;
  /** Shape in the database and in imports. */
  readonly stored: z.ZodType;
  /** Keys in answers. Empty if callers do not see the field. */
  readonly wire: z.ZodRawShape;
  /** False if the field says nothing about the guest. `cleared`: the field's value after the guest's data was cleared. */
  readonly personal: false | { readonly cleared: string | null };
  /** Column in CSV exports, by default `column`. Null if not exported. */
  readonly csv?: string | null;
  /** Label on pages, by default the field's name in words. */
  readonly label?: string;
  /** Name in `get_booking`'s history, by default the field's name. */
  readonly history?: string;
  readonly fixed?: true;
  /** Default in a new record. Without `initial`, each new record must give a value. */
  readonly initial?: unknown;
  /** Other names for the column in CSV imports. Absent if imports have no such column. */
  readonly aliases?: readonly string[];
}

export type Fields = Readonly<Record<string, Field>>;

export type RecordOf<Table extends Fields> = {
  readonly [Name in keyof Table]: z.infer<Table[Name]["stored"]>;
};

export type FieldsWith<Table extends Fields, Part extends string> = {
  [Name in keyof Table]: Table[Name] extends Readonly<Record<Part, unknown>> ? Name : never;
}[keyof Table];

export const fieldsWith = <Table extends Fields, Part extends string>(table: Table, part: Part) =>
  Object.keys(table).filter((name) => part in (table[name] ?? {})) as FieldsWith<Table, Part>[];

/** The defaults of a new record, always in the same order, so that records share one memory layout. */
export const initialOf = <Table extends Fields>(table: Table) =>
  Object.fromEntries(
    Object.entries(table).map(([name, row]) => [name, row.initial]),
  ) as InitialOf<Table>;

type InitialOf<Table extends Fields> = Pick<RecordOf<Table>, FieldsWith<Table, "initial">>;

type StoredShape<Table extends Fields> = { [Name in keyof Table]: Table[Name]["stored"] };

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

export const wireShape = <Table extends Fields>(table: Table) =>
  Object.assign({}, ...Object.values(table).map(({ wire }) => wire)) as WireShape<Table>;

export const clearedFields = (
  table: Fields,
): [name: string, field: Field, cleared: string | null][] =>
  Object.entries(table).flatMap(([name, field]) =>
    field.personal === false ? [] : [[name, field, field.personal.cleared]],
  );
