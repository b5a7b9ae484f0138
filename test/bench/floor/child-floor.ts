// The floor: a bare loop over SQLite that says again what the product said, one durable commit for
// each booking. Prints times as one line of JSON. Arguments: database, trace, "bare" or "whole".
import { Database } from "bun:sqlite";
import { bareOf, isRead, type Statement, type Trace } from "./traced.ts";

const [path = "", tracePath = "", which = "bare"] = process.argv.slice(2);
const { sql, bookings } = (await Bun.file(tracePath).json()) as Trace;
const kept = new Set(which === "bare" ? bareOf(sql) : sql.keys());

const database = new Database(path, { readwrite: true, strict: true });
// As the product sets its own connection: the same disk, the same memory, the same checkpoints.
const PRAGMAS = [
  "journal_mode = WAL",
  "synchronous = FULL",
  "foreign_keys = ON",
  "secure_delete = ON",
  "cache_size = -16384",
  "wal_autocheckpoint = 4000",
];
for (const pragma of PRAGMAS) database.run(`PRAGMA ${pragma}`);
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
const times: number[] = [];
const processorBefore = process.cpuUsage();
const began = performance.now();
for (const booking of bookings) {
  const from = performance.now();
  begin.run();
  for (const [place, values] of booking) {
    if (kept.has(place)) calls[place]?.(values);
  }
  commit.run();
  times.push(performance.now() - from);
}
const elapsed = performance.now() - began;
const { user, system } = process.cpuUsage(processorBefore);
times.sort((a, b) => a - b);
const at = (share: number): number => times[Math.floor(times.length * share)] ?? Number.NaN;
console.log(
  JSON.stringify({
    stored: (count.get()?.n ?? Number.NaN) - before,
    perSecond: (times.length / elapsed) * 1000,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    processorUs: (user + system) / times.length,
  }),
);
database.close();
