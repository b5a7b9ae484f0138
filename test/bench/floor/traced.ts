// Reads, writes and filters a trace: the SQL statements that the product ran for bookings. They are
// recorded anew for each run, so nobody has to keep a list of them up to date.

/** A statement with its values. */
export interface Statement {
  readonly sql: string;
  readonly values: Readonly<Record<string, string | number | Uint8Array | null>>;
}

/** The recorded statements of several bookings, in order. */
export interface Trace {
  readonly sql: readonly string[];
  /** The statements of each booking: an index into `sql`, and the values. */
  readonly bookings: readonly (readonly (readonly [number, Statement["values"]])[])[];
}

/** Writes a trace as JSON. Bytes become what JSON.stringify makes of a Buffer. */
export const writeTrace = (trace: Trace): string =>
  JSON.stringify(trace, (_, value) =>
    value instanceof Uint8Array ? Buffer.from(value).toJSON() : value,
  );
export const readTrace = (json: string): Trace =>
  JSON.parse(json, (_, value) => (value?.type === "Buffer" ? Buffer.from(value.data) : value));

export const isRead = (sql: string): boolean => /^\s*(SELECT|PRAGMA)/.test(sql);
const OF_RESERVATIONS = /^\s*SELECT\b.*\bFROM reservation\b/s;

/**
 * The indexes of the statements that R runs (R: the most bookings per second, see floor.ts): all
 * writes, and the only read that every booking needs, which finds the taken seats. The product's
 * other reads are left out, such as those for opt-outs and for earlier answers.
 */
export function bareOf(sql: readonly string[]): number[] {
  const capacity = sql.findIndex((one) => OF_RESERVATIONS.test(one));
  if (capacity === -1) throw new Error("The trace has no statement that reads the reservations.");
  return sql.flatMap((one, index) => (index === capacity || !isRead(one) ? [index] : []));
}

/** How often the statements write to each database table. */
export function tablesWritten(statements: readonly Pick<Statement, "sql">[]): Map<string, number> {
  const tables = new Map<string, number>();
  for (const { sql } of statements) {
    const [, table] = /^\s*(?:INSERT INTO|UPDATE|DELETE FROM)\s+(\w+)/.exec(sql) ?? [];
    if (table !== undefined) tables.set(table, (tables.get(table) ?? 0) + 1);
  }
  return tables;
}
