import type { Database } from "bun:sqlite";

/** An assertion authenticates a client once (RFC 7523, section 3). */
export function oauthAssertionStore(database: Database) {
  const sql = {
    insert: database.prepare(
      `INSERT INTO oauth_assertion (jti_hash, expires_at) VALUES (:jtiHash, :expiresAt)
       ON CONFLICT (jti_hash) DO NOTHING`,
    ),
    purge: database.prepare(
      `DELETE FROM oauth_assertion WHERE jti_hash IN (
         SELECT jti_hash FROM oauth_assertion WHERE expires_at < :before LIMIT :limit)`,
    ),
  };
  return {
    /** `jtiHash`: a hash of the client and the `jti`. False if the assertion was used before. */
    use: (jtiHash: string, expiresAt: number): boolean =>
      sql.insert.run({ jtiHash, expiresAt }).changes === 1,
    purge: (before: number, limit: number): number => sql.purge.run({ before, limit }).changes,
  };
}
