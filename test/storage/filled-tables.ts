import { type Database, SQLiteError } from "bun:sqlite";

type Value = string | number | null | Uint8Array;

interface Column {
  readonly name: string;
  readonly type: string;
}

/**
 * Adds `rows` rows to every database table that may have more than one row, whatever the schema.
 * Valid values are found by trying: SQLite's error names the check that failed. A reference leads to
 * the row with the same number.
 */
export function fillTables(database: Database, rows: number): void {
  const tables = database
    .prepare<{ name: string; sql: string }, []>(
      `SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
         AND name <> 'schema_migration' ORDER BY rowid`,
    )
    .all();
  database.run("PRAGMA foreign_keys = OFF");
  database.run("BEGIN");
  for (const { name, sql } of tables) {
    if (!ONE_ROW.test(sql)) fill(database, name, sql, rows);
  }
  database.run("COMMIT");
  database.run("PRAGMA foreign_keys = ON");
}

/** The check in the schema of a table that may have one row only. */
const ONE_ROW = /CHECK \(\w+ = 1\)/;
const MOST_TRIES = 5000;
let thrown = 7;
const dice = (): number => {
  thrown = (thrown * 48_271) % 2_147_483_647;
  return thrown >> 8;
};

function fill(database: Database, table: string, sql: string, rows: number): void {
  const columns = database
    .prepare<Column, []>(`SELECT name, type FROM pragma_table_info('${table}')`)
    .all();
  const references = new Map(
    database
      .prepare<{ from: string; table: string; to: string }, []>(
        `SELECT "from", "table", "to" FROM pragma_foreign_key_list('${table}')`,
      )
      .all()
      .map((one) => [one.from, one]),
  );
  const choice = new Map(columns.map(({ name }) => [name, 0]));
  const names = columns.map(({ name }) => `"${name}"`).join(", ");
  const places = columns.map(() => "?").join(", ");
  const insert = database.prepare(`INSERT INTO "${table}" (${names}) VALUES (${places})`);
  const chosen = (column: Column, row: number): Value => {
    const reference = references.get(column.name);
    const values =
      reference === undefined
        ? candidates(column, sql, row)
        : [keyAt(database, reference.table, reference.to, row), null];
    return values[(choice.get(column.name) ?? 0) % values.length] ?? null;
  };
  let tries = 0;
  for (let row = 0; row < rows; ) {
    try {
      insert.run(...columns.map((column) => chosen(column, row)));
      row += 1;
    } catch (error) {
      if (!(error instanceof SQLiteError)) throw error;
      tries += 1;
      if (tries > MOST_TRIES) {
        throw new Error(`${table} takes no row ${row}: ${error.message}`, { cause: error });
      }
      const named = columns.filter(({ name }) => new RegExp(`\\b${name}\\b`).test(error.message));
      // Changes one of the columns in the message, the same one in each run.
      const next = named[dice() % Math.max(1, named.length)];
      if (next !== undefined) choice.set(next.name, dice());
    }
  }
}

/** Values that may fit a column, the likeliest first; most differ from row to row. */
function candidates({ name, type }: Column, sql: string, row: number): Value[] {
  const id = row.toString(16).padStart(4, "0");
  if (type === "BLOB") return [Buffer.from(id.repeat(30)), Buffer.from(id.repeat(4)), null];
  if (type !== "TEXT") return [row + 1, 1, 0, 1_795_000_000_000 + row, null];
  const list = new RegExp(`\\b${name} IN \\(([^)]*)\\)`, "i").exec(sql)?.[1] ?? "";
  const listed = [...list.matchAll(/'([^']*)'/g)].map(([, word = ""]) => word);
  return [
    ...listed,
    `${name} ${id}`,
    "{}",
    "[]",
    id.repeat(6),
    id.repeat(11).slice(0, 43),
    id.repeat(6).slice(0, 22),
    id.repeat(8),
    id.repeat(16),
    `+121255${id}`,
    "2026-11-20",
    "x",
    null,
  ];
}

function keyAt(database: Database, table: string, key: string, row: number): Value {
  const found = database
    .prepare<{ key: Value }, []>(`SELECT "${key}" AS key FROM "${table}" LIMIT 1 OFFSET ${row}`)
    .get();
  return found?.key ?? null;
}
