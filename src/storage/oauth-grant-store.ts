import type { Database } from "bun:sqlite";
import type { Role, Scope } from "../domain/caller.ts";
import { DataCache } from "./data-cache.ts";

/** A user's consent for a client. `id` is the principal of the client's calls. */
export interface GrantRow {
  readonly id: string;
  readonly userId: string;
  readonly clientId: string;
  /** The user's roles by brand slug, at the time of consent. */
  readonly brands: Readonly<Record<string, Role>>;
  readonly scopes: readonly Scope[];
  readonly redirectUri: string;
  /** The client's name at the time of consent. */
  readonly clientName: string;
  /** When a second program first used the same refresh token. One of the two may be a thief's. */
  readonly sharedAt: number | null;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
  readonly endedAt: number | null;
  /** A code, such as `code_replayed`. */
  readonly endReason: string | null;
}

type FlatRow = Omit<GrantRow, "brands" | "scopes"> & {
  readonly brands: string;
  readonly scopes: string;
};

const COLUMNS = `id, user_id AS userId, client_id AS clientId, brands, scopes,
  redirect_uri AS redirectUri, client_name AS clientName, shared_at AS sharedAt, created_at AS createdAt, last_used_at AS lastUsedAt, ended_at AS endedAt,
  end_reason AS endReason`;

const LIVE_THEN_NEWEST = "ended_at IS NOT NULL, created_at DESC, id DESC";

export const GRANTS_OF_USER = `
  SELECT ${COLUMNS} FROM oauth_grant WHERE user_id = :userId
  ORDER BY ${LIVE_THEN_NEWEST} LIMIT :limit`;

export const LAPSED = `
  SELECT id FROM oauth_grant AS lapsed WHERE ended_at IS NULL
    AND NOT EXISTS (SELECT 1 FROM oauth_refresh_token
      WHERE grant_id = lapsed.id AND rotated_at IS NULL AND expires_at > :now)
    AND NOT EXISTS (SELECT 1 FROM oauth_access_token
      WHERE grant_id = lapsed.id AND expires_at > :now)
    AND NOT EXISTS (SELECT 1 FROM oauth_code
      WHERE grant_id = lapsed.id AND redeemed_at IS NULL AND expires_at > :now)
  LIMIT :limit`;

export function oauthGrantStore(database: Database) {
  const cache = new DataCache<GrantRow>(database);
  const end = "UPDATE oauth_grant SET ended_at = :at, end_reason = :reason WHERE ended_at IS NULL";
  const sql = {
    insert: database.prepare(
      `INSERT INTO oauth_grant (id, user_id, client_id, brands, scopes, redirect_uri, client_name,
         created_at, last_used_at, ended_at, end_reason)
       VALUES (:id, :userId, :clientId, :brands, :scopes, :redirectUri, :clientName, :createdAt,
         :lastUsedAt, :endedAt, :endReason)`,
    ),
    byId: database.prepare<FlatRow, { id: string }>(
      `SELECT ${COLUMNS} FROM oauth_grant WHERE id = :id`,
    ),
    ofUser: database.prepare<FlatRow, { userId: string; limit: number }>(GRANTS_OF_USER),
    list: database.prepare<FlatRow, { limit: number }>(
      `SELECT ${COLUMNS} FROM oauth_grant ORDER BY ${LIVE_THEN_NEWEST} LIMIT :limit`,
    ),
    live: database.prepare<FlatRow, { limit: number }>(
      `SELECT ${COLUMNS} FROM oauth_grant WHERE ended_at IS NULL
       ORDER BY created_at DESC, id DESC LIMIT :limit`,
    ),
    touch: database.prepare("UPDATE oauth_grant SET last_used_at = :at WHERE id = :id"),
    markShared: database.prepare(
      "UPDATE oauth_grant SET shared_at = :at WHERE id = :id AND shared_at IS NULL",
    ),
    endShared: database.prepare(
      `${end} AND user_id = :userId AND client_id = :clientId AND shared_at IS NOT NULL`,
    ),
    end: database.prepare(`${end} AND id = :id`),
    endAllOf: database.prepare(`${end} AND user_id = :userId`),
    endOfBrand: database.prepare(
      `${end} AND user_id = :userId AND EXISTS (
         SELECT 1 FROM json_each(oauth_grant.brands) WHERE json_each.key = :brand)`,
    ),
    endOfClient: database.prepare(`${end} AND client_id = :clientId`),
    endLapsed: database.prepare(`${end} AND id IN (${LAPSED})`),
    purge: database.prepare(
      `DELETE FROM oauth_grant WHERE id IN (
         SELECT id FROM oauth_grant WHERE ended_at < :before LIMIT :limit)`,
    ),
  };
  return {
    insert(grant: Omit<GrantRow, "sharedAt">): void {
      cache.forget();
      const { sharedAt: _, brands, scopes, ...rest } = { sharedAt: null, ...grant };
      const written = { brands: JSON.stringify(brands), scopes: JSON.stringify(scopes) };
      sql.insert.run({ ...rest, ...written });
    },

    byId(id: string): GrantRow | null {
      return cache.get(id, () => {
        const row = sql.byId.get({ id });
        return row === null ? null : toGrant(row);
      });
    },

    ofUser: (userId: string, limit = 1000): GrantRow[] =>
      sql.ofUser.all({ userId, limit }).map(toGrant),
    list: (limit = 1000): GrantRow[] => sql.list.all({ limit }).map(toGrant),
    live: (limit = 10_000): GrantRow[] => sql.live.all({ limit }).map(toGrant),

    touch(id: string, at: number): void {
      cache.forget();
      sql.touch.run({ id, at });
    },

    /** False if the grant was marked before. */
    markShared(id: string, at: number): boolean {
      cache.forget();
      return sql.markShared.run({ id, at }).changes === 1;
    },

    endShared(userId: string, clientId: string, at: number, reason: string): number {
      cache.forget();
      return sql.endShared.run({ userId, clientId, at, reason }).changes;
    },

    end(id: string, at: number, reason: string): boolean {
      cache.forget();
      return sql.end.run({ id, at, reason }).changes === 1;
    },

    endAllOf(userId: string, at: number, reason: string): number {
      cache.forget();
      return sql.endAllOf.run({ userId, at, reason }).changes;
    },

    /** Ends each grant as a whole, even if it includes other brands, because the user gave one consent. */
    endOfBrand(userId: string, brand: string, at: number, reason: string): number {
      cache.forget();
      return sql.endOfBrand.run({ userId, brand, at, reason }).changes;
    },

    endOfClient(clientId: string, at: number, reason: string): number {
      cache.forget();
      return sql.endOfClient.run({ clientId, at, reason }).changes;
    },

    endLapsed(now: number, limit: number): number {
      const { changes } = sql.endLapsed.run({ now, at: now, reason: "expired", limit });
      // The background loop calls this often, so keep the cache if nothing has changed.
      if (changes > 0) cache.forget();
      return changes;
    },

    /** Also removes the tokens of the removed grants. */
    purge(before: number, limit: number): number {
      const { changes } = sql.purge.run({ before, limit });
      if (changes > 0) cache.forget();
      return changes;
    },
  };
}

const toGrant = (row: FlatRow): GrantRow => ({
  ...row,
  brands: JSON.parse(row.brands),
  scopes: JSON.parse(row.scopes),
});
