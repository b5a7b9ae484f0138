import type { Database } from "bun:sqlite";
import { DataCache } from "./data-cache.ts";

/** One signed-in browser or app of a user. Instants are epoch milliseconds. */
export interface SessionRow {
  /** The `sid` of its JWT. */
  readonly id: string;
  readonly userId: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  /** When it was signed out or revoked; null: it was not. */
  readonly endedAt: number | null;
}

const COLUMNS = `id, user_id AS userId, created_at AS createdAt, expires_at AS expiresAt,
  ended_at AS endedAt`;

/** The sessions of a user that are not ended and do not expire before an instant, newest first. */
export const LIVE_SESSIONS = `
  SELECT ${COLUMNS} FROM session
  WHERE user_id = :userId AND ended_at IS NULL AND expires_at > :now
  ORDER BY created_at DESC, id DESC`;

/** Who is signed in. */
export class SessionStore {
  readonly #cache: DataCache<SessionRow>;
  readonly #insert;
  readonly #byId;
  readonly #live;
  readonly #end;
  readonly #endAll;
  readonly #endOthers;
  readonly #purge;

  constructor(database: Database) {
    this.#cache = new DataCache(database);
    this.#insert = database.prepare(
      `INSERT INTO session (id, user_id, created_at, expires_at, ended_at)
       VALUES (:id, :userId, :createdAt, :expiresAt, :endedAt)`,
    );
    this.#byId = database.prepare<SessionRow, { id: string }>(
      `SELECT ${COLUMNS} FROM session WHERE id = :id`,
    );
    this.#live = database.prepare<SessionRow, { userId: string; now: number }>(LIVE_SESSIONS);
    this.#end = database.prepare(
      "UPDATE session SET ended_at = :at WHERE id = :id AND ended_at IS NULL",
    );
    this.#endAll = database.prepare(
      "UPDATE session SET ended_at = :at WHERE user_id = :userId AND ended_at IS NULL",
    );
    this.#endOthers = database.prepare(
      `UPDATE session SET ended_at = :at
       WHERE user_id = :userId AND ended_at IS NULL AND id <> :keptId`,
    );
    this.#purge = database.prepare(
      `DELETE FROM session WHERE rowid IN (
         SELECT rowid FROM session WHERE expires_at <= :before ORDER BY expires_at LIMIT :limit
       )`,
    );
  }

  insert(session: SessionRow): void {
    this.#cache.forget();
    this.#insert.run({ ...session });
  }

  /** Read at every request; cached until any process writes. */
  byId(id: string): SessionRow | null {
    return this.#cache.get(id, () => this.#byId.get({ id }));
  }

  /** The sessions of a user that are valid after `now`, newest first. */
  liveOf(userId: string, now: number): SessionRow[] {
    return this.#live.all({ userId, now });
  }

  /** False if there is none or it was ended before. */
  end(id: string, at: number): boolean {
    this.#cache.forget();
    return this.#end.run({ id, at }).changes === 1;
  }

  /** Ends every session of a user; returns how many. */
  endAllOf(userId: string, at: number): number {
    this.#cache.forget();
    return this.#endAll.run({ userId, at }).changes;
  }

  /** Ends every session of a user but one. */
  endOthersOf(userId: string, keptId: string, at: number): void {
    this.#cache.forget();
    this.#endOthers.run({ userId, keptId, at });
  }

  /** Removes up to `limit` sessions that expired at or before `before`; returns how many. */
  purge(before: number, limit = 500): number {
    const { changes } = this.#purge.run({ before, limit });
    // Usually there is nothing to remove, so ask the cache first.
    if (changes > 0) this.#cache.forget();
    return changes;
  }
}
