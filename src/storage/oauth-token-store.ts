import type { Database } from "bun:sqlite";
import type { Scope } from "../domain/caller.ts";
import { DataCache } from "./data-cache.ts";

/** An access token as it is kept. Hashes are SHA-256, hexadecimal; instants epoch milliseconds. */
export interface AccessTokenRow {
  readonly tokenHash: string;
  readonly grantId: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** A refresh token as it is kept. */
export interface RefreshTokenRow {
  readonly tokenHash: string;
  readonly grantId: string;
  /** Rotations before this one: 0 came with the code. */
  readonly generation: number;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly rotatedAt: number | null;
  /** Its number in the sequence of all exchanges; null until it is rotated. */
  readonly exchange: number | null;
  /** The answer of its rotation, sealed with a key derived from the token itself. */
  readonly sealedAnswer: Uint8Array | null;
  readonly sealedUntil: number | null;
}

type FlatAccessToken = Omit<AccessTokenRow, "scopes"> & { readonly scopes: string };

/** A presented access token. */
export const FIND_ACCESS_TOKEN = `
  SELECT token_hash AS tokenHash, grant_id AS grantId, scopes, created_at AS createdAt,
    expires_at AS expiresAt
  FROM oauth_access_token WHERE token_hash = :tokenHash`;

/** A presented refresh token. */
export const FIND_REFRESH_TOKEN = `
  SELECT token_hash AS tokenHash, grant_id AS grantId, generation, created_at AS createdAt,
    expires_at AS expiresAt, rotated_at AS rotatedAt, exchange, sealed_answer AS sealedAnswer,
    sealed_until AS sealedUntil
  FROM oauth_refresh_token WHERE token_hash = :tokenHash`;

/** The latest generation of a grant. */
export const NEWEST_GENERATION = `
  SELECT max(generation) AS generation FROM oauth_refresh_token WHERE grant_id = :grantId`;

/** The tokens that clients hold. */
export class OAuthTokenStore {
  readonly #cache: DataCache<AccessTokenRow>;
  readonly #insertAccess;
  readonly #findAccess;
  readonly #removeAccess;
  readonly #insertRefresh;
  readonly #findRefresh;
  readonly #newestGeneration;
  readonly #rotate;
  readonly #keepAnswer;
  readonly #eraseSealed;
  readonly #exchanges;
  readonly #nextExchange;
  readonly #purgeAccess;
  readonly #purgeRefresh;

  constructor(database: Database) {
    this.#cache = new DataCache(database);
    this.#insertAccess = database.prepare(
      `INSERT INTO oauth_access_token (token_hash, grant_id, scopes, created_at, expires_at)
       VALUES (:tokenHash, :grantId, :scopes, :createdAt, :expiresAt)`,
    );
    this.#findAccess = database.prepare<FlatAccessToken, { tokenHash: string }>(FIND_ACCESS_TOKEN);
    this.#removeAccess = database.prepare(
      "DELETE FROM oauth_access_token WHERE token_hash = :tokenHash",
    );
    this.#insertRefresh = database.prepare(
      `INSERT INTO oauth_refresh_token (token_hash, grant_id, generation, created_at, expires_at)
       VALUES (:tokenHash, :grantId, :generation, :createdAt, :expiresAt)`,
    );
    this.#findRefresh = database.prepare<RefreshTokenRow, { tokenHash: string }>(
      FIND_REFRESH_TOKEN,
    );
    this.#newestGeneration = database.prepare<{ generation: number | null }, { grantId: string }>(
      NEWEST_GENERATION,
    );
    this.#rotate = database.prepare(
      `UPDATE oauth_refresh_token SET rotated_at = :at, exchange = :exchange
       WHERE token_hash = :tokenHash AND rotated_at IS NULL`,
    );
    this.#keepAnswer = database.prepare(
      `UPDATE oauth_refresh_token SET sealed_answer = :sealedAnswer, sealed_until = :sealedUntil
       WHERE token_hash = :tokenHash`,
    );
    this.#eraseSealed = database.prepare(
      `UPDATE oauth_refresh_token SET sealed_answer = NULL, sealed_until = NULL
       WHERE token_hash IN (
         SELECT token_hash FROM oauth_refresh_token WHERE sealed_until <= :now LIMIT :limit)`,
    );
    this.#exchanges = database.prepare<{ count: number }, []>("SELECT count FROM oauth_exchange");
    this.#nextExchange = database.prepare<{ count: number }, []>(
      "UPDATE oauth_exchange SET count = count + 1 RETURNING count",
    );
    this.#purgeAccess = database.prepare(
      `DELETE FROM oauth_access_token WHERE token_hash IN (
         SELECT token_hash FROM oauth_access_token WHERE expires_at < :before LIMIT :limit)`,
    );
    this.#purgeRefresh = database.prepare(
      `DELETE FROM oauth_refresh_token WHERE token_hash IN (
         SELECT token_hash FROM oauth_refresh_token WHERE expires_at < :before LIMIT :limit)`,
    );
  }

  insertAccess(token: AccessTokenRow): void {
    this.#cache.forget();
    this.#insertAccess.run({ ...token, scopes: JSON.stringify(token.scopes) });
  }

  /** Read at every call; cached until any process writes. */
  access(tokenHash: string): AccessTokenRow | null {
    return this.#cache.get(tokenHash, () => {
      const row = this.#findAccess.get({ tokenHash });
      return row === null ? null : { ...row, scopes: JSON.parse(row.scopes) };
    });
  }

  removeAccess(tokenHash: string): void {
    this.#cache.forget();
    this.#removeAccess.run({ tokenHash });
  }

  insertRefresh(
    token: Pick<
      RefreshTokenRow,
      "tokenHash" | "grantId" | "generation" | "createdAt" | "expiresAt"
    >,
  ): void {
    this.#insertRefresh.run(token);
  }

  refresh(tokenHash: string): RefreshTokenRow | null {
    return this.#findRefresh.get({ tokenHash });
  }

  /** The latest generation of a grant's refresh tokens; -1: it has none. */
  newestGeneration(grantId: string): number {
    return this.#newestGeneration.get({ grantId })?.generation ?? -1;
  }

  /**
   * Marks a refresh token as used; false if it was used before. Call before inserting its
   * successor: at most one of a grant can be unused.
   */
  rotate(tokenHash: string, exchange: number, at: number): boolean {
    return this.#rotate.run({ tokenHash, exchange, at }).changes === 1;
  }

  /** Stores the answer of a rotation for late requests. */
  keepAnswer(tokenHash: string, sealedAnswer: Uint8Array, sealedUntil: number): void {
    this.#keepAnswer.run({ tokenHash, sealedAnswer, sealedUntil });
  }

  /** Erases sealed answers that have expired; returns how many. */
  eraseSealed(now: number, limit: number): number {
    return this.#eraseSealed.run({ now, limit }).changes;
  }

  /**
   * How many codes and refresh tokens have been exchanged, by all processes. Exchanges are numbered
   * in order.
   */
  exchanges(): number {
    return this.#exchanges.get()?.count ?? 0;
  }

  /** Takes the next exchange number. */
  nextExchange(): number {
    const row = this.#nextExchange.get();
    if (row === null) throw new Error("The count of exchanges is missing.");
    return row.count;
  }

  /** Removes tokens that expired before an instant; returns how many. */
  purge(before: number, limit: number): number {
    const { changes } = this.#purgeAccess.run({ before, limit });
    if (changes > 0) this.#cache.forget();
    return changes + this.#purgeRefresh.run({ before, limit }).changes;
  }
}
