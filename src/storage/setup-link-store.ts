import type { Database } from "bun:sqlite";

export interface SetupLinkRow {
  readonly tokenHash: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly usedAt: number | null;
}

export function setupLinkStore(database: Database) {
  const sql = {
    clear: database.prepare("DELETE FROM setup_link"),
    insert: database.prepare(
      `INSERT INTO setup_link (token_hash, created_at, expires_at, used_at)
       VALUES (:tokenHash, :createdAt, :expiresAt, :usedAt)`,
    ),
    find: database.prepare<SetupLinkRow, { tokenHash: string }>(
      `SELECT token_hash AS tokenHash, created_at AS createdAt, expires_at AS expiresAt,
         used_at AS usedAt
       FROM setup_link WHERE token_hash = :tokenHash`,
    ),
    use: database.prepare(
      `UPDATE setup_link SET used_at = :at
       WHERE token_hash = :tokenHash AND used_at IS NULL AND expires_at > :at`,
    ),
  };
  return {
    replace(link: SetupLinkRow): void {
      sql.clear.run();
      sql.insert.run({ ...link });
    },

    find: (tokenHash: string): SetupLinkRow | null => sql.find.get({ tokenHash }),
    use: (tokenHash: string, at: number): boolean => sql.use.run({ tokenHash, at }).changes === 1,
  };
}
