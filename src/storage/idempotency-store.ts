import type { Database } from "bun:sqlite";

export interface IdempotencyScope {
  readonly principal: string;
  readonly brand: string;
  readonly tool: string;
  readonly key: string;
}

export interface StoredAnswer {
  readonly argumentsHash: string;
  readonly structured: string;
  readonly text: string;
}

export const FIND_ANSWER = `
  SELECT arguments_hash AS argumentsHash, structured, text FROM idempotency
  WHERE key_hash = :keyHash AND created_at > :since`;

/** Removes expired answers, and answers that a wrong clock dated in the future. */
export const PURGE_ANSWERS = `
  DELETE FROM idempotency WHERE rowid IN (
    SELECT rowid FROM (
      SELECT rowid, created_at FROM idempotency ORDER BY rowid LIMIT :limit
    ) WHERE created_at <= :from OR created_at > :to
  )`;

export function idempotencyStore(database: Database) {
  const sql = {
    find: database.prepare<StoredAnswer, { keyHash: Uint8Array; since: number }>(FIND_ANSWER),
    // Replaces an expired answer that was not purged yet.
    store: database.prepare(
      `INSERT INTO idempotency (key_hash, brand, arguments_hash, structured, text, created_at)
       VALUES (:keyHash, :brand, :argumentsHash, :structured, :text, :createdAt)
       ON CONFLICT (key_hash) DO UPDATE SET arguments_hash = excluded.arguments_hash,
         structured = excluded.structured, text = excluded.text, created_at = excluded.created_at`,
    ),
    purge: database.prepare(PURGE_ANSWERS),
  };
  return {
    find: (scope: IdempotencyScope, since: number): StoredAnswer | null =>
      sql.find.get({ keyHash: hashOf(scope), since }),

    store(given: IdempotencyScope & StoredAnswer & { readonly createdAt: number }): void {
      const { brand, argumentsHash, structured, text, createdAt } = given;
      sql.store.run({
        keyHash: hashOf(given),
        brand,
        argumentsHash,
        structured,
        text,
        createdAt,
      });
    },

    /** Of the oldest `limit` answers, removes those not made in (from, to]. Returns how many it removed. */
    purge: (from: number, limit = 500, to = Number.MAX_SAFE_INTEGER): number =>
      sql.purge.run({ from, limit, to }).changes,
  };
}

function hashOf({ principal, brand, tool, key }: IdempotencyScope): Uint8Array {
  const scope = JSON.stringify([principal, brand, tool, key]);
  return Bun.CryptoHasher.hash("sha256", scope).subarray(0, 16);
}
