import type { Database } from "bun:sqlite";
import type { Scope } from "../domain/caller.ts";
import { DataCache } from "./data-cache.ts";

export interface AccessTokenRow {
  readonly tokenHash: string;
  readonly grantId: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: number;
  readonly expiresAt: number;
}

export interface RefreshTokenRow {
  readonly tokenHash: string;
  readonly grantId: string;
  /** 0 for the token that came with the authorization code; each rotation adds 1. */
  readonly generation: number;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly rotatedAt: number | null;
  /** The number of the exchange that used this token. */
  readonly exchange: number | null;
  /** The answer that the client got for this token, encrypted with a key derived from the token. */
  readonly sealedAnswer: Uint8Array | null;
  readonly sealedUntil: number | null;
}

type FlatAccessToken = Omit<AccessTokenRow, "scopes"> & { readonly scopes: string };

export const FIND_ACCESS_TOKEN = `
  SELECT token_hash AS tokenHash, grant_id AS grantId, scopes, created_at AS createdAt,
    expires_at AS expiresAt
  FROM oauth_access_token WHERE token_hash = :tokenHash`;

export const FIND_REFRESH_TOKEN = `
  SELECT token_hash AS tokenHash, grant_id AS grantId, generation, created_at AS createdAt,
    expires_at AS expiresAt, rotated_at AS rotatedAt, exchange, sealed_answer AS sealedAnswer,
    sealed_until AS sealedUntil
  FROM oauth_refresh_token WHERE token_hash = :tokenHash`;

export const NEWEST_GENERATION = `
  SELECT max(generation) AS generation FROM oauth_refresh_token WHERE grant_id = :grantId`;

export function oauthTokenStore(database: Database) {
  const cache = new DataCache<AccessTokenRow>(database);
  const sql = {
    insertAccess: database.prepare(
      `INSERT INTO oauth_access_token (token_hash, grant_id, scopes, created_at, expires_at)
       VALUES (:tokenHash, :grantId, :scopes, :createdAt, :expiresAt)`,
    ),
    findAccess: database.prepare<FlatAccessToken, { tokenHash: string }>(FIND_ACCESS_TOKEN),
    removeAccess: database.prepare("DELETE FROM oauth_access_token WHERE token_hash = :tokenHash"),
    insertRefresh: database.prepare(
      `INSERT INTO oauth_refresh_token (token_hash, grant_id, generation, created_at, expires_at)
       VALUES (:tokenHash, :grantId, :generation, :createdAt, :expiresAt)`,
    ),
    findRefresh: database.prepare<RefreshTokenRow, { tokenHash: string }>(FIND_REFRESH_TOKEN),
    newestGeneration: database.prepare<{ generation: number | null }, { grantId: string }>(
      NEWEST_GENERATION,
    ),
    rotate: database.prepare(
      `UPDATE oauth_refresh_token SET rotated_at = :at, exchange = :exchange
       WHERE token_hash = :tokenHash AND rotated_at IS NULL`,
    ),
    keepAnswer: database.prepare(
      `UPDATE oauth_refresh_token SET sealed_answer = :sealedAnswer, sealed_until = :sealedUntil
       WHERE token_hash = :tokenHash`,
    ),
    eraseSealed: database.prepare(
      `UPDATE oauth_refresh_token SET sealed_answer = NULL, sealed_until = NULL
       WHERE token_hash IN (
         SELECT token_hash FROM oauth_refresh_token WHERE sealed_until <= :now LIMIT :limit)`,
    ),
    exchanges: database.prepare<{ count: number }, []>("SELECT count FROM oauth_exchange"),
    nextExchange: database.prepare<{ count: number }, []>(
      "UPDATE oauth_exchange SET count = count + 1 RETURNING count",
    ),
    purgeAccess: database.prepare(
      `DELETE FROM oauth_access_token WHERE token_hash IN (
         SELECT token_hash FROM oauth_access_token WHERE expires_at < :before LIMIT :limit)`,
    ),
    purgeRefresh: database.prepare(
      `DELETE FROM oauth_refresh_token WHERE token_hash IN (
         SELECT token_hash FROM oauth_refresh_token WHERE expires_at < :before LIMIT :limit)`,
    ),
  };
  return {
    insertAccess(token: AccessTokenRow): void {
      cache.forget();
      sql.insertAccess.run({ ...token, scopes: JSON.stringify(token.scopes) });
    },

    access(tokenHash: string): AccessTokenRow | null {
      return cache.get(tokenHash, () => {
        const row = sql.findAccess.get({ tokenHash });
        return row === null ? null : { ...row, scopes: JSON.parse(row.scopes) };
      });
    },

    removeAccess(tokenHash: string): void {
      cache.forget();
      sql.removeAccess.run({ tokenHash });
    },

    insertRefresh(
      token: Pick<
        RefreshTokenRow,
        "tokenHash" | "grantId" | "generation" | "createdAt" | "expiresAt"
      >,
    ): void {
      sql.insertRefresh.run(token);
    },

    refresh: (tokenHash: string): RefreshTokenRow | null => sql.findRefresh.get({ tokenHash }),
    newestGeneration: (grantId: string): number =>
      sql.newestGeneration.get({ grantId })?.generation ?? -1,
    /**
     * False if the token was used before. Call `rotate` before you insert the next token, because a
     * grant can have only one unused token.
     */
    rotate: (tokenHash: string, exchange: number, at: number): boolean =>
      sql.rotate.run({ tokenHash, exchange, at }).changes === 1,

    keepAnswer(tokenHash: string, sealedAnswer: Uint8Array, sealedUntil: number): void {
      sql.keepAnswer.run({ tokenHash, sealedAnswer, sealedUntil });
    },

    eraseSealed: (now: number, limit: number): number =>
      sql.eraseSealed.run({ now, limit }).changes,
    exchanges: (): number => sql.exchanges.get()?.count ?? 0,

    nextExchange(): number {
      const row = sql.nextExchange.get();
      if (row === null) throw new Error("The count of exchanges is missing.");
      return row.count;
    },

    purge(before: number, limit: number): number {
      const { changes } = sql.purgeAccess.run({ before, limit });
      if (changes > 0) cache.forget();
      return changes + sql.purgeRefresh.run({ before, limit }).changes;
    },
  };
}
