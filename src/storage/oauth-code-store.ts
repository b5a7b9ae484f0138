import type { Database } from "bun:sqlite";

/** RFC 6749, section 4.1.2. */
export interface CodeRow {
  /** SHA-256, hexadecimal. */
  readonly codeHash: string;
  readonly grantId: string;
  readonly redirectUri: string;
  readonly resource: string;
  /** RFC 7636, section 4.2. */
  readonly challenge: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly redeemedAt: number | null;
  /** The number of the exchange that used this code. */
  readonly exchange: number | null;
  readonly wrongVerifiers: number;
}

export const FIND_CODE = `
  SELECT code_hash AS codeHash, grant_id AS grantId, redirect_uri AS redirectUri, resource,
    challenge, created_at AS createdAt, expires_at AS expiresAt, redeemed_at AS redeemedAt,
    exchange, wrong_verifiers AS wrongVerifiers
  FROM oauth_code WHERE code_hash = :codeHash`;

export function oauthCodeStore(database: Database) {
  const sql = {
    insert: database.prepare(
      `INSERT INTO oauth_code (code_hash, grant_id, redirect_uri, resource, challenge, created_at,
         expires_at)
       VALUES (:codeHash, :grantId, :redirectUri, :resource, :challenge, :createdAt, :expiresAt)`,
    ),
    find: database.prepare<CodeRow, { codeHash: string }>(FIND_CODE),
    redeem: database.prepare(
      `UPDATE oauth_code SET redeemed_at = :at, exchange = :exchange
       WHERE code_hash = :codeHash AND redeemed_at IS NULL`,
    ),
    countWrongVerifier: database.prepare(
      "UPDATE oauth_code SET wrong_verifiers = wrong_verifiers + 1 WHERE code_hash = :codeHash",
    ),
    purge: database.prepare(
      `DELETE FROM oauth_code WHERE code_hash IN (
         SELECT code_hash FROM oauth_code WHERE expires_at < :before LIMIT :limit)`,
    ),
  };
  return {
    insert(code: Omit<CodeRow, "redeemedAt" | "exchange" | "wrongVerifiers">): void {
      sql.insert.run(code);
    },

    byHash: (codeHash: string): CodeRow | null => sql.find.get({ codeHash }),
    redeem: (codeHash: string, exchange: number, at: number): boolean =>
      sql.redeem.run({ codeHash, exchange, at }).changes === 1,

    countWrongVerifier(codeHash: string): void {
      sql.countWrongVerifier.run({ codeHash });
    },

    purge: (before: number, limit: number): number => sql.purge.run({ before, limit }).changes,
  };
}
