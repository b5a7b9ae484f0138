import { Database } from "bun:sqlite";

/**
 * Writes the tables of the damaged database `source` into the empty file `target` and makes their
 * indexes anew. It reads no index, so damage there costs nothing; damage in a table ends it with
 * the error of SQLite.
 */
export function rebuildInto(source: string, target: string): void {
  const database = new Database(target, { readwrite: true, strict: true });
  try {
    database.prepare("ATTACH :source AS damaged").run({ source });
    database.run("BEGIN");
    for (const { type, name, sql } of schemaOf(database)) {
      database.run(sql);
      if (type !== "table") continue;
      // With a condition, however true, SQLite does not copy the index pages along.
      database.run(
        `INSERT INTO main."${name}" SELECT * FROM damaged."${name}" NOT INDEXED WHERE true`,
      );
    }
    database.run("COMMIT");
  } finally {
    if (database.inTransaction) database.run("ROLLBACK");
    database.close();
  }
}

/** Tables before what hangs on them. */
const schemaOf = (database: Database): { type: string; name: string; sql: string }[] =>
  database
    .prepare<{ type: string; name: string; sql: string }, []>(
      `SELECT type, name, sql FROM damaged.sqlite_schema
       WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY type <> 'table', rowid`,
    )
    .all();
