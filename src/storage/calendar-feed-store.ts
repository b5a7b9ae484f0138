import type { Database } from "bun:sqlite";
import type { Reservation } from "../domain/reservation.ts";
import { RESERVATION_COLUMNS, type ReservationRow, toReservation } from "./reservation-columns.ts";
import { sha256Hex } from "./sha256.ts";

export interface CalendarFeed {
  readonly id: string;
  readonly brand: string;
  readonly name: string;
  readonly createdAt: number;
  readonly revokedAt: number | null;
  /** When the feed was last read; updated at most once every few minutes. */
  readonly readAt: number | null;
}

const COLUMNS =
  "id, brand, name, created_at AS createdAt, revoked_at AS revokedAt, read_at AS readAt";

export const FIND_FEED = `
  SELECT ${COLUMNS} FROM calendar_feed WHERE token_hash = :tokenHash AND revoked_at IS NULL`;

export const LIVE_FEEDS = `
  SELECT ${COLUMNS} FROM calendar_feed INDEXED BY calendar_feed_by_brand
  WHERE brand = :brand AND revoked_at IS NULL ORDER BY rowid LIMIT :limit`;

export const STARTING = `
  SELECT ${RESERVATION_COLUMNS} FROM reservation INDEXED BY reservation_by_start
  WHERE brand = :brand AND start_at >= :from AND start_at < :to ORDER BY start_at, id LIMIT :limit`;

export function calendarFeedStore(database: Database) {
  const sql = {
    insert: database.prepare(
      `INSERT INTO calendar_feed (id, brand, name, token_hash, created_at)
       VALUES (:id, :brand, :name, :tokenHash, :createdAt)`,
    ),
    find: database.prepare<CalendarFeed, { tokenHash: string }>(FIND_FEED),
    get: database.prepare<CalendarFeed, { id: string }>(
      `SELECT ${COLUMNS} FROM calendar_feed WHERE id = :id`,
    ),
    list: database.prepare<CalendarFeed, { limit: number }>(
      `SELECT ${COLUMNS} FROM calendar_feed ORDER BY rowid LIMIT :limit`,
    ),
    live: database.prepare<CalendarFeed, { brand: string; limit: number }>(LIVE_FEEDS),
    known: database.prepare<{ id: string }, { tokenHash: string }>(
      "SELECT id FROM calendar_feed WHERE token_hash = :tokenHash",
    ),
    noteRead: database.prepare("UPDATE calendar_feed SET read_at = :at WHERE id = :id"),
    revoke: database.prepare(
      "UPDATE calendar_feed SET revoked_at = :at WHERE id = :id AND revoked_at IS NULL",
    ),
    starting: database.prepare<
      ReservationRow,
      { brand: string; from: number; to: number; limit: number }
    >(STARTING),
  };
  return {
    insert(feed: NewFeed, token: string): void {
      this.insertHashed(feed, sha256Hex(token));
    },

    insertHashed({ id, brand, name, createdAt }: NewFeed, tokenHash: string): void {
      sql.insert.run({ id, brand, name, createdAt, tokenHash });
    },

    isKnown: (tokenHash: string): boolean => sql.known.get({ tokenHash }) !== null,
    find: (token: string): CalendarFeed | null => sql.find.get({ tokenHash: sha256Hex(token) }),
    get: (id: string): CalendarFeed | null => sql.get.get({ id }),
    /** Oldest first; includes revoked feeds. */
    list: (limit = 100_000): CalendarFeed[] => sql.list.all({ limit }),
    live: (brand: string, limit: number): CalendarFeed[] => sql.live.all({ brand, limit }),

    noteRead(id: string, at: number): void {
      sql.noteRead.run({ id, at });
    },

    revoke: (id: string, at: number): boolean => sql.revoke.run({ id, at }).changes === 1,
    starting: (brand: string, from: number, to: number, limit: number): Reservation[] =>
      sql.starting.all({ brand, from, to, limit }).map(toReservation),
  };
}

type NewFeed = Pick<CalendarFeed, "id" | "brand" | "name" | "createdAt">;
