// Runs in the container image, with the Bun runtime that the executable contains. Sorts more than
// fits in SQLite's cache, as a migration of a large database does.
import { Database } from "bun:sqlite";

const database = new Database("/data/sort.db", { create: true });
database.run(
  "CREATE TABLE t AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200000) " +
    "SELECT i, hex(randomblob(60)) AS text FROM n",
);
database.run("CREATE INDEX t_text ON t (text)");
console.log(database.query("SELECT count(*) AS rows FROM t INDEXED BY t_text").get().rows);
