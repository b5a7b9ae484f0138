import type { Database } from "bun:sqlite";
import { DataCache } from "./data-cache.ts";

export interface SessionRow {
  /** The `sid` claim of the session's JWT. */
  readonly id: string;
  readonly userId: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly endedAt: number | null;
}

const COLUMNS = `id, user_id AS userId, created_at AS createdAt, expires_at AS expiresAt,
  ended_at AS endedAt`;

export const LIVE_SESSIONS = `
  SELECT ${COLUMNS} FROM session
  WHERE user_id = :userId AND ended_at IS NULL AND expires_at > :now
  ORDER BY created_at DESC, id DESC`;

export function sessionStore(database: Database) {
  const cache = new DataCache<SessionRow>(database);
  const sql = {
    insert: database.prepare(
      `INSERT INTO session (id, user_id, created_at, expires_at, ended_at)
       VALUES (:id, :userId, :createdAt, :expiresAt, :endedAt)`,
    ),
    byId: database.prepare<SessionRow, { id: string }>(
      `SELECT ${COLUMNS} FROM session WHERE id = :id`,
    ),
    live: database.prepare<SessionRow, { userId: string; now: number }>(LIVE_SESSIONS),
    end: database.prepare("UPDATE session SET ended_at = :at WHERE id = :id AND ended_at IS NULL"),
    endAll: database.prepare(
      "UPDATE session SET ended_at = :at WHERE user_id = :userId AND ended_at IS NULL",
    ),
    endOthers: database.prepare(
      `UPDATE session SET ended_at = :at
       WHERE user_id = :userId AND ended_at IS NULL AND id <> :keptId`,
    ),
    purge: database.prepare(
      `DELETE FROM session WHERE rowid IN (
         SELECT rowid FROM session WHERE expires_at <= :before ORDER BY expires_at LIMIT :limit
       )`,
    ),
  };
  return {
    insert(session: SessionRow): void {
      cache.forget();
      sql.insert.run({ ...session });
    },

    byId: (id: string): SessionRow | null => cache.get(id, () => sql.byId.get({ id })),
    liveOf: (userId: string, now: number): SessionRow[] => sql.live.all({ userId, now }),

    end(id: string, at: number): boolean {
      cache.forget();
      return sql.end.run({ id, at }).changes === 1;
    },

    endAllOf(userId: string, at: number): number {
      cache.forget();
      return sql.endAll.run({ userId, at }).changes;
    },

    endOthersOf(userId: string, keptId: string, at: number): void {
      cache.forget();
      sql.endOthers.run({ userId, keptId, at });
    },

    purge(before: number, limit = 500): number {
      const { changes } = sql.purge.run({ before, limit });
      if (changes > 0) cache.forget();
      return changes;
    },
  };
}
