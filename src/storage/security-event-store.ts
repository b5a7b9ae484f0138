import type { Database } from "bun:sqlite";

export interface SecurityEvent {
  readonly at: number;
  readonly kind: string;
  readonly userId: string | null;
  readonly clientId: string | null;
  readonly grantId: string | null;
  /** Never a token, code, password or secret. */
  readonly detail: Readonly<Record<string, unknown>>;
}

type FlatRow = Omit<SecurityEvent, "detail"> & { readonly detail: string };

export function securityEventStore(database: Database) {
  const sql = {
    insert: database.prepare(
      `INSERT INTO security_event (at, kind, user_id, client_id, grant_id, detail)
       VALUES (:at, :kind, :userId, :clientId, :grantId, :detail)`,
    ),
    newest: database.prepare<FlatRow, { limit: number }>(
      `SELECT at, kind, user_id AS userId, client_id AS clientId, grant_id AS grantId, detail
       FROM security_event ORDER BY sequence DESC LIMIT :limit`,
    ),
    purge: database.prepare(
      `DELETE FROM security_event
       WHERE sequence <= (SELECT max(sequence) FROM security_event) - :kept`,
    ),
  };
  return {
    insert({
      at,
      kind,
      userId = null,
      clientId = null,
      grantId = null,
      detail = {},
    }: Pick<SecurityEvent, "at" | "kind"> & Partial<SecurityEvent>): void {
      sql.insert.run({ at, kind, userId, clientId, grantId, detail: JSON.stringify(detail) });
    },

    newest: (limit: number): SecurityEvent[] =>
      sql.newest.all({ limit }).map((row) => ({ ...row, detail: JSON.parse(row.detail) })),
    purge: (kept: number): number => sql.purge.run({ kept }).changes,
  };
}
