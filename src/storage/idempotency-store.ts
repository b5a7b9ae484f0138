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

type Key = { principal: string; brand: string; tool: string; key: string };

/** The answer stored under a key after an instant. */
export const FIND_ANSWER = `
  SELECT arguments_hash AS argumentsHash, structured, text FROM idempotency
  WHERE principal = :principal AND brand = :brand AND tool = :tool AND key = :key
    AND created_at > :since`;

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
    this.#find = database.prepare<StoredAnswer, Key & { since: number }>(FIND_ANSWER);
    // A row that find() no longer counts may not have been purged yet, so it is replaced.
    this.#store = database.prepare(
      `INSERT INTO idempotency (principal, brand, tool, key, arguments_hash, structured, text,
         created_at)
       VALUES (:principal, :brand, :tool, :key, :argumentsHash, :structured, :text, :createdAt)
       ON CONFLICT (principal, brand, tool, key) DO UPDATE SET
         arguments_hash = excluded.arguments_hash, structured = excluded.structured,
         text = excluded.text, created_at = excluded.created_at`,
    );
    this.#purge = database.prepare(PURGE_ANSWERS);
  }

  /** The answer that was stored after `since`; an older one counts no more. */
  find(
    principal: string,
    brand: string,
    tool: string,
    key: string,
    since: number,
  ): StoredAnswer | null {
    return this.#find.get({ principal, brand, tool, key, since });
  }

  store(answer: IdempotencyScope & StoredAnswer & { readonly createdAt: number }): void {
    this.#store.run({ ...answer });
  }

  /**
   * Removes answers stored at or before `before`, or dated after `ahead`, among the first `limit`;
   * returns how many.
   */
  purge(before: number, limit = 500, ahead = Number.MAX_SAFE_INTEGER): number {
    return this.#purge.run({ before, limit, ahead }).changes;
  }
}
