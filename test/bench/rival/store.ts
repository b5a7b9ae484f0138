// The database of the rival, a plain server with which the bench compares maitred. Written as by
// somebody who knows SQLite and transactions: one durable commit per call. A timer sends the texts.
import { Database } from "bun:sqlite";
import { createHash } from "node:crypto";

/** A restaurant with the rules that the rival knows. */
export interface House {
  readonly slug: string;
  readonly timeZone: string;
  readonly seats: number;
  readonly largestParty: number;
}

/** A requested booking. `startAt`: epoch milliseconds. */
export interface Wish {
  readonly house: House;
  readonly name: string;
  readonly phone: string | null;
  readonly partySize: number;
  readonly startAt: number;
  readonly endAt: number;
  readonly notes: string;
  /** The bodies of the texts, each with the instant at which it is due. */
  readonly texts: readonly (readonly [body: string, dueAt: number])[];
}

/** The principal of the call, and its idempotency key. */
export interface Asked {
  readonly principal: string;
  readonly key: string | null;
}

const SCHEMA = `
CREATE TABLE IF NOT EXISTS house (
  slug TEXT PRIMARY KEY, time_zone TEXT NOT NULL, seats INTEGER NOT NULL,
  largest_party INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS api_key (hash TEXT PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS reservation (
  id TEXT PRIMARY KEY, house TEXT NOT NULL, name TEXT NOT NULL, phone TEXT,
  party_size INTEGER NOT NULL, start_at INTEGER NOT NULL, end_at INTEGER NOT NULL,
  status TEXT NOT NULL, notes TEXT NOT NULL, created_at INTEGER NOT NULL);
CREATE INDEX IF NOT EXISTS reservation_by_start ON reservation (house, start_at);
CREATE INDEX IF NOT EXISTS reservation_by_phone ON reservation (house, phone, start_at);
CREATE TABLE IF NOT EXISTS opt_out (phone TEXT PRIMARY KEY);
CREATE TABLE IF NOT EXISTS link (token_hash TEXT PRIMARY KEY, reservation_id TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS idempotency (
  principal TEXT NOT NULL, key TEXT NOT NULL, answer TEXT NOT NULL, created_at INTEGER NOT NULL,
  PRIMARY KEY (principal, key));
CREATE TABLE IF NOT EXISTS audit (
  id INTEGER PRIMARY KEY, reservation_id TEXT NOT NULL, principal TEXT NOT NULL,
  operation TEXT NOT NULL, after TEXT NOT NULL, at INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS outbox (
  id INTEGER PRIMARY KEY, reservation_id TEXT NOT NULL, phone TEXT NOT NULL, body TEXT NOT NULL,
  due_at INTEGER NOT NULL, state TEXT NOT NULL, sent_at INTEGER);
CREATE INDEX IF NOT EXISTS outbox_due ON outbox (state, due_at);
CREATE INDEX IF NOT EXISTS outbox_by_reservation ON outbox (reservation_id);
CREATE INDEX IF NOT EXISTS outbox_by_phone ON outbox (phone);
`;
/** The hash under which keys are stored. */
export const hashOf = (secret: string): string => createHash("sha256").update(secret).digest("hex");

/** No stay is longer, so the index on the start finds every party that may still be present. */
const LONGEST_STAY_MS = 4 * 3_600_000;

/** Opens the file, or makes it, and prepares every statement. */
export function openStore(path: string) {
  const database = new Database(path, { create: true, strict: true });
  database.run("PRAGMA journal_mode = WAL");
  database.run("PRAGMA synchronous = FULL");
  database.run(SCHEMA);
  const house = database.prepare<House, { slug: string }>(
    `SELECT slug, time_zone AS timeZone, seats, largest_party AS largestParty
     FROM house WHERE slug = :slug`,
  );
  const key = database.prepare<{ name: string }, { hash: string }>(
    "SELECT name FROM api_key WHERE hash = :hash",
  );
  const answered = database.prepare<{ answer: string }, { principal: string; key: string }>(
    "SELECT answer FROM idempotency WHERE principal = :principal AND key = :key",
  );
  const taken = database.prepare<
    { covers: number },
    { house: string; from: number; startAt: number; endAt: number }
  >(
    `SELECT coalesce(sum(party_size), 0) AS covers FROM reservation
     WHERE house = :house AND start_at > :from AND start_at < :endAt AND end_at > :startAt
       AND status = 'booked'`,
  );
  const insert = database.prepare(
    `INSERT INTO reservation
     VALUES (:id, :house, :name, :phone, :partySize, :startAt, :endAt, 'booked', :notes, :now)`,
  );
  const audit = database.prepare(
    `INSERT INTO audit (reservation_id, principal, operation, after, at)
     VALUES (:id, :principal, 'create_booking', :after, :now)`,
  );
  const optedOut = database.prepare("SELECT 1 FROM opt_out WHERE phone = :phone");
  const twin = database.prepare<{ id: string }, Record<string, string | number>>(
    `SELECT id FROM reservation WHERE house = :house AND phone = :phone AND start_at < :endAt
       AND end_at > :startAt AND status = 'booked'`,
  );
  const link = database.prepare("INSERT INTO link VALUES (:hash, :id)");
  const text = database.prepare(
    `INSERT INTO outbox (reservation_id, phone, body, due_at, state)
     VALUES (:id, :phone, :body, :dueAt, 'due')`,
  );
  const due = database.prepare<{ id: number; body: string }, { now: number; limit: number }>(
    `SELECT id, body FROM outbox WHERE state = 'due' AND due_at <= :now
     ORDER BY due_at LIMIT :limit`,
  );
  const mark = database.prepare(
    "UPDATE outbox SET state = :state, sent_at = :now WHERE id = :id AND state = :from",
  );
  const remember = database.prepare(
    "INSERT INTO idempotency VALUES (:principal, :key, :answer, :now)",
  );

  /** Books and stores the answer. Throws an Error in words if the restaurant is full. */
  const book = database.transaction((wish: Wish, { principal, key: asked }: Asked): string => {
    const earlier = asked === null ? null : answered.get({ principal, key: asked });
    if (earlier !== null) return earlier.answer;
    const { house: where, texts, phone, name, partySize, startAt, endAt, notes } = wish;
    const present = taken.get({
      house: where.slug,
      from: startAt - LONGEST_STAY_MS,
      startAt,
      endAt,
    });
    if ((present?.covers ?? 0) + partySize > where.seats) throw new Error("The house is full.");
    const now = Date.now();
    const same = phone === null ? null : twin.get({ house: where.slug, phone, startAt, endAt });
    const id = crypto.randomUUID();
    insert.run({ id, house: where.slug, name, phone, partySize, startAt, endAt, notes, now });
    const after = JSON.stringify({ name, phone, partySize, startAt, endAt, notes });
    audit.run({ id, principal, after, now });
    const reachable = phone !== null && optedOut.get({ phone }) === null;
    const token = crypto.randomUUID();
    if (reachable) link.run({ hash: hashOf(token), id });
    for (const [body, dueAt] of reachable ? texts : []) {
      text.run({ id, phone, body: `${body} https://rival.example/r/${token}`, dueAt });
    }
    const reservation = { id, house: where.slug, name, phone, partySize, startAt, endAt, notes };
    const answer = JSON.stringify({ reservation, status: "booked", sameTime: same?.id ?? null });
    if (asked !== null) remember.run({ principal, key: asked, answer, now });
    return answer;
  }).immediate;

  /** Marks due texts before they are handed to the gateway, so that a crash sends none twice. */
  const take = database.transaction((now: number, limit: number) => {
    const texts = due.all({ now, limit });
    for (const { id } of texts) mark.run({ id, now, from: "due", state: "sending" });
    return texts;
  }).immediate;
  const sent = database.transaction((ids: readonly number[], now: number) => {
    for (const id of ids) mark.run({ id, now, from: "sending", state: "sent" });
  }).immediate;

  return {
    /** Hands the due texts to the gateway, and returns their number. */
    sendDue(handOver: (body: string) => void, limit = 100): number {
      const texts = take(Date.now(), limit);
      for (const { body } of texts) handOver(body);
      if (texts.length > 0)
        sent(
          texts.map(({ id }) => id),
          Date.now(),
        );
      return texts.length;
    },
    house: (slug: string) => house.get({ slug }),
    keyName: (hash: string) => key.get({ hash })?.name ?? null,
    book,
    addHouse: ({ slug, timeZone, seats, largestParty }: House) =>
      database.run("INSERT INTO house VALUES (?, ?, ?, ?)", [slug, timeZone, seats, largestParty]),
    addKey: (hash: string, name: string) =>
      database.run("INSERT INTO api_key VALUES (?, ?)", [hash, name]),
  };
}

export type Store = ReturnType<typeof openStore>;

/** The principal of a request's key; null if the key is unknown. */
export function principalOf(store: Store, authorization: string | null): string | null {
  const key = /^Bearer (.+)$/.exec(authorization ?? "")?.[1];
  return key === undefined ? null : store.keyName(hashOf(key));
}
