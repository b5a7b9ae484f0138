import type { Database } from "bun:sqlite";

/** Assertions that have authenticated a client: each counts once (RFC 7523, section 3). */
export class OAuthAssertionStore {
  readonly #insert;
  readonly #purge;

  constructor(database: Database) {
    this.#insert = database.prepare(
      `INSERT INTO oauth_assertion (jti_hash, expires_at) VALUES (:jtiHash, :expiresAt)
       ON CONFLICT (jti_hash) DO NOTHING`,
    );
    this.#purge = database.prepare(
      `DELETE FROM oauth_assertion WHERE jti_hash IN (
         SELECT jti_hash FROM oauth_assertion WHERE expires_at < :before LIMIT :limit)`,
    );
  }

  /** Stores an assertion by the hash of client and `jti`; false if it was there already. */
  use(jtiHash: string, expiresAt: number): boolean {
    return this.#insert.run({ jtiHash, expiresAt }).changes === 1;
  }

  /** Removes assertions that expired before an instant: expiry alone refuses them. */
  purge(before: number, limit: number): number {
    return this.#purge.run({ before, limit }).changes;
  }
}
