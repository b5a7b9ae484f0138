// Writes two years of reservations by SQL into a closed database, most of them before its indexes
// exist. To book a million times with the tool would take the bench's whole time.
import { Database } from "bun:sqlite";
import { addDays, dateOf, startOfDay } from "../../../src/domain/time.ts";
import { ZONE } from "../bookings.ts";

/** Two years. */
const DAYS = 730;
/** By default, this many of the days are in the future, as many as the booking window has. */
const WINDOW_DAYS = 180;
const HOUR = 3_600_000;
/**
 * The share of rows that is written before the indexes are made. The pages of a new index are full.
 * Writing the remaining rows splits these pages, so that they have as much free space as the pages
 * of a database that grew booking by booking.
 */
const BEFORE_INDEXES = 0.7;

/** Reservations of one evening in one restaurant. */
export interface FullEvening {
  readonly house: string;
  /** Days from today. */
  readonly ahead: number;
  readonly count: number;
}

/** Spreads reservations evenly over days, restaurants and quarters of an hour, day by day. */
const RESERVATIONS = `
  WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < :count),
  spread AS (
    SELECT i, house.slug, day.service_date, day.opens_at, :now AS now,
      day.opens_at + (i / :houses % 19) * 900000 AS start_at
    FROM n
    JOIN house ON house.place = i % :houses
    JOIN day ON day.place = i * :days / :count
  )
  INSERT INTO reservation (id, brand, name, name_search, phone, email, party_size, start_at, end_at,
    service_date, service, status, attendance, notes, food_drink_notes, seating_notes,
    notify_customer, source, flags, arrived_at, seated_at, completed_at, cancelled_at, created_at,
    created_by, updated_at, revision, time_revision)
  SELECT printf('%08x%016x', (start_at - 1000000000) / 1000, :from + i), slug, 'Guest ' || i,
    'guest ' || i, '+1646' || (2000000 + (:from + i) % 7000000), NULL, 2 + i % 4, start_at,
    start_at + 6300000, service_date, 'Dinner', iif(start_at < now, 'completed', 'booked'),
    iif(start_at < now, 'not_required', 'confirmed'), '', '', '', 1, 'tool', '[]', NULL,
    iif(start_at < now, start_at, NULL), iif(start_at < now, start_at + 6300000, NULL), NULL,
    start_at - 1000000000, 'bench', start_at - 1000000000, 1, 1
  FROM spread`;
/** The rows that each booking adds to the audit log and the texts. */
const AUDIT = `
  INSERT INTO audit (id, at, brand, reservation_id, principal, actor_kind, actor_id, actor_name,
    operation, before, after)
  SELECT 'a' || id, created_at, brand, id, 'bench', 'system', 'bench', 'bench', 'create_booking',
    '{}', json_object('name', name, 'phone', phone, 'partySize', party_size, 'startAt', start_at)
  FROM reservation WHERE rowid > :after`;
const MESSAGES = `
  INSERT INTO message (id, brand, reservation_id, kind, recipient, body, segments, due_at,
    expires_at, state, attempt, unique_key, created_at, created_by, attempted_at)
  SELECT 'm' || id, brand, id, 'confirmation', phone, name || ', your table is booked.', 1,
    created_at, end_at, 'delivered', 1, id || ':confirmation:1', created_at, 'bench', created_at
  FROM reservation WHERE rowid > :after`;

/**
 * Fills the file with `count` reservations, spread over all its restaurants and over two years, of
 * which `daysAhead` days are in the future. Then replaces the evenings in `evenings`, so that each
 * has exactly its `count`.
 */
export function addPast(
  path: string,
  count: number,
  evenings: readonly FullEvening[],
  daysAhead = WINDOW_DAYS,
): void {
  const database = new Database(path, { strict: true });
  for (const pragma of ["journal_mode = OFF", "synchronous = OFF", "cache_size = -262144"]) {
    database.run(`PRAGMA ${pragma}`);
  }
  const indexes = database
    .prepare<{ name: string; sql: string }, []>(
      `SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL
         AND tbl_name IN ('reservation', 'audit', 'message')`,
    )
    .all();
  database.run("BEGIN");
  for (const { name } of indexes) database.run(`DROP INDEX ${name}`);
  const houses = database
    .prepare<{ slug: string }, []>("SELECT slug FROM brand ORDER BY rowid")
    .all()
    .map(({ slug }) => slug);
  const today = dateOf(Date.now(), ZONE);
  const days = Array.from({ length: DAYS }, (_, day) => addDays(today, day - DAYS + daysAhead));
  let from = 0;
  const add = (some: readonly string[], dates: readonly string[], number: number): void => {
    if (number === 0) return;
    spread(database, { houses: some, dates, from, count: number });
    from += number;
  };
  const early = Math.floor(count * BEFORE_INDEXES);
  add(houses, days, early);
  for (const { sql } of indexes) database.run(sql);
  add(houses, days, count - early);
  for (const { house, ahead, count: exactly } of evenings) {
    const date = addDays(today, ahead);
    forget(database, house, date);
    add([house], [date], exactly);
  }
  database.run("COMMIT");
  // Updates statistics, as the product does when it stops, so that SQLite's query planner knows the
  // size of the database tables.
  database.run("PRAGMA analysis_limit = 1000");
  database.run("ANALYZE");
  database.run("PRAGMA journal_mode = WAL");
  database.close();
}

function spread(
  database: Database,
  plan: { houses: readonly string[]; dates: readonly string[]; from: number; count: number },
): void {
  database.run("CREATE TEMP TABLE house (place INTEGER PRIMARY KEY, slug TEXT)");
  database.run(
    "CREATE TEMP TABLE day (place INTEGER PRIMARY KEY, service_date TEXT, opens_at INTEGER)",
  );
  const house = database.prepare("INSERT INTO house VALUES (?, ?)");
  for (const [place, slug] of plan.houses.entries()) house.run(place, slug);
  const day = database.prepare("INSERT INTO day VALUES (?, ?, ?)");
  for (const [place, date] of plan.dates.entries()) {
    day.run(place, date, startOfDay(date, ZONE) + 17 * HOUR);
  }
  const last = database.prepare<{ last: number | null }, []>(
    "SELECT max(rowid) AS last FROM reservation",
  );
  const after = last.get()?.last ?? 0;
  const { count, from } = plan;
  const numbers = { houses: plan.houses.length, days: plan.dates.length, count, from };
  database.prepare(RESERVATIONS).run({ ...numbers, now: Date.now() });
  database.prepare(AUDIT).run({ after });
  database.prepare(MESSAGES).run({ after });
  for (const table of ["house", "day"]) database.run(`DROP TABLE temp.${table}`);
}

/** Empties an evening that is to be filled exactly. */
function forget(database: Database, house: string, date: string): void {
  const which = "SELECT id FROM reservation WHERE brand = :house AND service_date = :date";
  for (const table of ["audit", "message"]) {
    database
      .prepare(`DELETE FROM ${table} WHERE reservation_id IN (${which})`)
      .run({ house, date });
  }
  database
    .prepare("DELETE FROM reservation WHERE brand = :house AND service_date = :date")
    .run({ house, date });
}
