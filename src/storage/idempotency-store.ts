import type { Database } from "bun:sqlite";

/** Whose key it is: the same key elsewhere is another key. */
export interface IdempotencyScope {
  readonly principal: string;
  readonly brand: string;
  readonly tool: string;
  readonly key: string;
}

/** What was asked (hashed) and what was answered, byte for byte. */
export interface StoredAnswer {
  readonly argumentsHash: string;
  readonly structured: string;
  readonly text: string;
}

/** The answer stored under a key after an instant. */
export const FIND_ANSWER = `
  SELECT arguments_hash AS argumentsHash, structured, text FROM idempotency
  WHERE key_hash = :keyHash AND created_at > :since`;

/**
 * Of the answers that were stored first, those that count no more. One that was replaced is younger
 * than its place says, and the rest of its page waits no longer than it counts itself. One that a
 * wrong clock dated ahead would keep all behind it for as long.
 */
export const PURGE_ANSWERS = `
  DELETE FROM idempotency WHERE rowid IN (
    SELECT rowid FROM (
      SELECT rowid, created_at FROM idempotency ORDER BY rowid LIMIT :limit
    ) WHERE created_at <= :before OR created_at > :ahead
  )`;

/** Answers kept for calls that are sent again. */
export class IdempotencyStore {
  readonly #find;
  readonly #store;
  readonly #purge;

  constructor(database: Database) {
    this.#find = database.prepare<StoredAnswer, { keyHash: Uint8Array; since: number }>(
      FIND_ANSWER,
    );
    // A row that find() no longer counts may not have been purged yet, so it is replaced.
    this.#store = database.prepare(
      `INSERT INTO idempotency (key_hash, brand, arguments_hash, structured, text, created_at)
       VALUES (:keyHash, :brand, :argumentsHash, :structured, :text, :createdAt)
       ON CONFLICT (key_hash) DO UPDATE SET arguments_hash = excluded.arguments_hash,
         structured = excluded.structured, text = excluded.text, created_at = excluded.created_at`,
    );
    this.#purge = database.prepare(PURGE_ANSWERS);
  }

  /** The answer that was stored after `since`; an older one counts no more. */
  find(scope: IdempotencyScope, since: number): StoredAnswer | null {
    return this.#find.get({ keyHash: hashOf(scope), since });
  }

  store(given: IdempotencyScope & StoredAnswer & { readonly createdAt: number }): void {
    const { brand, argumentsHash, structured, text, createdAt } = given;
    this.#store.run({
      keyHash: hashOf(given),
      brand,
      argumentsHash,
      structured,
      text,
      createdAt,
    });
  }

  /**
   * Removes answers stored at or before `before`, or dated after `ahead`, among the first `limit`;
   * returns how many.
   */
  purge(before: number, limit = 500, ahead = Number.MAX_SAFE_INTEGER): number {
    return this.#purge.run({ before, limit, ahead }).changes;
  }
}

/** 128 bits: a key that is 128 characters long takes no more room than another. */
function hashOf({ principal, brand, tool, key }: IdempotencyScope): Uint8Array {
  const hasher = new Bun.CryptoHasher("sha256");
  return hasher
    .update(JSON.stringify([principal, brand, tool, key]))
    .digest()
    .subarray(0, 16);
}
