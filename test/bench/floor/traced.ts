// The recorded statements of one booking, so that no list has to be kept up to date.

/** One statement with its values. */
export interface Statement {
  readonly sql: string;
  readonly values: Readonly<Record<string, string | number | Uint8Array | null>>;
}

/** The recorded statements of that many bookings, in order. */
export interface Trace {
  readonly sql: readonly string[];
  /** Per booking: an index into `sql`, and the values. */
  readonly bookings: readonly (readonly (readonly [number, Statement["values"]])[])[];
}

/** A trace as JSON, and back: bytes become what a Buffer is in JSON. */
export const writeTrace = (trace: Trace): string =>
  JSON.stringify(trace, (_, value) =>
    value instanceof Uint8Array ? Buffer.from(value).toJSON() : value,
  );
export const readTrace = (json: string): Trace =>
  JSON.parse(json, (_, value) => (value?.type === "Buffer" ? Buffer.from(value.data) : value));

/** Whether a statement writes nothing. */
export const isRead = (sql: string): boolean => /^\s*(SELECT|PRAGMA)/.test(sql);
const OF_RESERVATIONS = /^\s*SELECT\b.*\bFROM reservation\b/s;

/**
 * What R keeps of a booking: everything that is written, and the one read that every booking needs,
 * of who has seats at that time. What the product asks besides (an earlier answer for the key, texts
 * that a guest does not want, another table of the same guest) is left out.
 */
export function bareOf(sql: readonly string[]): number[] {
  const capacity = sql.findIndex((one) => OF_RESERVATIONS.test(one));
  if (capacity === -1) throw new Error("No booking looked at the reservations before it.");
  return sql.flatMap((one, index) => (index === capacity || !isRead(one) ? [index] : []));
}

/** The tables that statements write to, with how often. */
export function tablesWritten(statements: readonly Pick<Statement, "sql">[]): Map<string, number> {
  const tables = new Map<string, number>();
  for (const { sql } of statements) {
    const [, table] = /^\s*(?:INSERT INTO|UPDATE|DELETE FROM)\s+(\w+)/.exec(sql) ?? [];
    if (table !== undefined) tables.set(table, (tables.get(table) ?? 0) + 1);
  }
  return tables;
}
