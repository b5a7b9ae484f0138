// Child process that measures R (floor.ts): a bare loop over SQLite that repeats the product's
// recorded statements, one durable commit per booking. Prints the times as one line of JSON.
// Arguments: database, trace, "bare" or "whole".
import { Database } from "bun:sqlite";
import { DURABLE } from "./durable.ts";
import { timed } from "./timed.ts";
import { bareOf, isRead, readTrace, type Statement } from "./traced.ts";

const [path = "", tracePath = "", which = "bare"] = process.argv.slice(2);
const { sql, bookings } = readTrace(await Bun.file(tracePath).text());
const kept = new Set(which === "bare" ? bareOf(sql) : sql.keys());

const database = new Database(path, { readwrite: true, strict: true });
for (const pragma of DURABLE) database.run(`PRAGMA ${pragma}`);
const calls = sql.map((one) => {
  const statement = database.prepare(one);
  return isRead(one)
    ? (values: Statement["values"]) => void statement.all(values)
    : (values: Statement["values"]) => void statement.run(values);
});
const begin = database.prepare("BEGIN IMMEDIATE");
const commit = database.prepare("COMMIT");

const count = database.prepare<{ n: number }, []>("SELECT count(*) AS n FROM reservation");
const before = count.get()?.n ?? Number.NaN;
const measured = timed(bookings.length, (index) => {
  begin.run();
  for (const [place, values] of bookings[index] ?? []) {
    if (kept.has(place)) calls[place]?.(values);
  }
  commit.run();
});
console.log(JSON.stringify({ stored: (count.get()?.n ?? Number.NaN) - before, ...measured }));
database.close();
