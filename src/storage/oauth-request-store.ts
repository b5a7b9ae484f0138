import type { Database } from "bun:sqlite";

export interface RequestRow {
  readonly id: string;
  readonly clientId: string;
  readonly parameters: string;
  /** SHA-256 of the browser's secret; null until a browser opens a pushed request (RFC 9126). */
  readonly browserHash: string | null;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly decidedAt: number | null;
  /** Encrypted: the address to which the browser is sent after the user's decision. */
  readonly sealedOutcome: Uint8Array | null;
}

export const FIND_REQUEST = `
  SELECT id, client_id AS clientId, parameters, browser_hash AS browserHash,
    created_at AS createdAt, expires_at AS expiresAt, decided_at AS decidedAt,
    sealed_outcome AS sealedOutcome
  FROM oauth_request WHERE id = :id`;

export function oauthRequestStore(database: Database) {
  const sql = {
    insert: database.prepare(
      `INSERT INTO oauth_request (id, client_id, parameters, browser_hash, created_at, expires_at)
       VALUES (:id, :clientId, :parameters, :browserHash, :createdAt, :expiresAt)`,
    ),
    find: database.prepare<RequestRow, { id: string }>(FIND_REQUEST),
    count: database.prepare<{ count: number }, []>("SELECT count(*) AS count FROM oauth_request"),
    remove: database.prepare("DELETE FROM oauth_request WHERE id = :id"),
    decide: database.prepare(
      `UPDATE oauth_request SET decided_at = :at, sealed_outcome = :sealedOutcome
       WHERE id = :id AND decided_at IS NULL`,
    ),
    removeUndecided: database.prepare(
      `DELETE FROM oauth_request WHERE id IN (
         SELECT id FROM oauth_request WHERE created_at < :before AND decided_at IS NULL
         LIMIT :limit)`,
    ),
    purge: database.prepare(
      `DELETE FROM oauth_request WHERE id IN (
         SELECT id FROM oauth_request WHERE expires_at < :before LIMIT :limit)`,
    ),
  };
  return {
    insert(request: Omit<RequestRow, "decidedAt" | "sealedOutcome">): void {
      sql.insert.run(request);
    },

    byId: (id: string): RequestRow | null => sql.find.get({ id }),
    count: (): number => sql.count.get()?.count ?? 0,
    remove: (id: string): boolean => sql.remove.run({ id }).changes === 1,
    decide: (id: string, sealedOutcome: Uint8Array, at: number): boolean =>
      sql.decide.run({ id, sealedOutcome, at }).changes === 1,
    removeUndecided: (before: number, limit: number): number =>
      sql.removeUndecided.run({ before, limit }).changes,
    purge: (before: number, limit: number): number => sql.purge.run({ before, limit }).changes,
  };
}
