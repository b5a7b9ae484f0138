import type { Database } from "bun:sqlite";

/** A link with which a user chooses a password. */
export interface AccountLinkRow {
  readonly userId: string;
  readonly madeBy: string;
  /** SHA-256, hexadecimal. */
  readonly tokenHash: string;
  readonly createdAt: number;
  readonly expiresAt: number;
}

const COLUMNS = `user_id AS userId, made_by AS madeBy, token_hash AS tokenHash, created_at AS createdAt,
  expires_at AS expiresAt`;

export function accountLinkStore(database: Database) {
  const sql = {
    put: database.prepare(
      `INSERT INTO account_link (user_id, made_by, token_hash, created_at, expires_at)
       VALUES (:userId, :madeBy, :tokenHash, :createdAt, :expiresAt)
       ON CONFLICT (user_id) DO UPDATE SET made_by = excluded.made_by,
         token_hash = excluded.token_hash, created_at = excluded.created_at, expires_at = excluded.expires_at`,
    ),
    find: database.prepare<AccountLinkRow, { tokenHash: string }>(
      `SELECT ${COLUMNS} FROM account_link WHERE token_hash = :tokenHash`,
    ),
    ofUser: database.prepare<AccountLinkRow, { userId: string }>(
      `SELECT ${COLUMNS} FROM account_link WHERE user_id = :userId`,
    ),
    remove: database.prepare("DELETE FROM account_link WHERE user_id = :userId"),
  };
  return {
    put(link: AccountLinkRow): void {
      sql.put.run({ ...link });
    },

    find: (tokenHash: string): AccountLinkRow | null => sql.find.get({ tokenHash }),
    ofUser: (userId: string): AccountLinkRow | null => sql.ofUser.get({ userId }),
    remove: (userId: string): boolean => sql.remove.run({ userId }).changes === 1,
  };
}
