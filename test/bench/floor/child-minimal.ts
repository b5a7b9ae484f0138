// Child process that measures R0, the time of the simplest possible booking: one durable commit,
// one read of the taken seats and four minimal rows, in a loop over bun:sqlite. R0 does not depend
// on the product's schema. Prints the times as one line of JSON. Arguments: path of the database
// (made here), number of bookings before the measurement, number of measured bookings.
import { Database } from "bun:sqlite";
import { randomBytes, randomUUID } from "node:crypto";
import { DURABLE } from "./durable.ts";
import { timed } from "./timed.ts";

const [path = "", before = "0", count = "0"] = process.argv.slice(2);

const SCHEMA = `
  CREATE TABLE reservation (
    id BLOB PRIMARY KEY, brand INTEGER NOT NULL, start_at INTEGER NOT NULL, end_at INTEGER NOT NULL,
    party_size INTEGER NOT NULL, status TEXT NOT NULL, name TEXT NOT NULL, phone TEXT,
    created_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX reservation_by_start ON reservation (brand, start_at);
  CREATE TABLE idempotency (key TEXT PRIMARY KEY, answer TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE outbox (id INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT;
  CREATE TABLE audit (id INTEGER PRIMARY KEY, change TEXT NOT NULL) STRICT;
`;
const HOUSES = 20;
/** So many that no evening is fuller than when the product is measured, even in a large file. */
const EVENINGS = 2000;
const SLOTS = 19;
const SLOT_MS = 15 * 60_000;
const STAY_MS = 7 * SLOT_MS;
const EVENING_MS = 24 * 60 * 60_000;
/** Fills the rows of the idempotency, outbox and audit tables. */
const TEXT = "x".repeat(150);

const database = new Database(path, { create: true, strict: true });
for (const pragma of DURABLE) database.run(`PRAGMA ${pragma}`);
database.run(SCHEMA);
const begin = database.prepare("BEGIN IMMEDIATE");
const commit = database.prepare("COMMIT");
const taken = database.prepare(
  `SELECT sum(party_size) AS covers FROM reservation
   WHERE brand = :brand AND start_at > :from AND start_at < :to AND status = 'booked'`,
);
const reservation = database.prepare(
  "INSERT INTO reservation VALUES (:id, :brand, :startAt, :endAt, :size, 'booked', :name, :phone, :now)",
);
const idempotency = database.prepare("INSERT INTO idempotency VALUES (:key, :text)");
const outbox = database.prepare("INSERT INTO outbox (body) VALUES (:text)");
const audit = database.prepare("INSERT INTO audit (change) VALUES (:text)");

const first = Date.now();
/** Books restaurant by restaurant, evening by evening, slot by slot, as the product's benchmark. */
function book(index: number): void {
  const now = Date.now();
  const round = Math.floor(index / HOUSES);
  const slot = Math.floor(round / EVENINGS) % SLOTS;
  const startAt = first + (1 + (round % EVENINGS)) * EVENING_MS + slot * SLOT_MS;
  const brand = index % HOUSES;
  taken.get({ brand, from: startAt - STAY_MS, to: startAt + STAY_MS });
  const id = randomBytes(12);
  id.writeUIntBE(now, 0, 6);
  reservation.run({
    id,
    brand,
    startAt,
    endAt: startAt + STAY_MS,
    size: 2 + (index % 4),
    name: `Guest ${index}`,
    phone: `+1212${2_000_000 + index}`,
    now,
  });
  idempotency.run({ key: randomUUID(), text: TEXT });
  outbox.run({ text: TEXT });
  audit.run({ text: TEXT });
}

let made = 0;
while (made < Number(before)) {
  begin.run();
  for (let one = 0; one < 500; one += 1) book(made++);
  commit.run();
}
database.run("PRAGMA wal_checkpoint(TRUNCATE)");

const measured = timed(Number(count), () => {
  begin.run();
  book(made++);
  commit.run();
});
const stored = database.prepare<{ n: number }, []>("SELECT count(*) AS n FROM reservation").get();
console.log(
  JSON.stringify({ stored: (stored?.n ?? Number.NaN) - (made - Number(count)), ...measured }),
);
database.close();
