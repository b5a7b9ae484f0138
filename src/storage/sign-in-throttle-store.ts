import type { Database } from "bun:sqlite";

/**
 * For each account, when all its sign-in attempts are available again. Unknown accounts are stored
 * too.
 */
export function signInThrottleStore(database: Database) {
  const sql = {
    fullAt: database.prepare<{ fullAt: number }, { accountHash: string }>(
      "SELECT full_at AS fullAt FROM sign_in_throttle WHERE account_hash = :accountHash",
    ),
    set: database.prepare(
      `INSERT INTO sign_in_throttle (account_hash, full_at) VALUES (:accountHash, :fullAt)
       ON CONFLICT (account_hash) DO UPDATE SET full_at = excluded.full_at`,
    ),
    clear: database.prepare("DELETE FROM sign_in_throttle WHERE account_hash = :accountHash"),
    purge: database.prepare(
      `DELETE FROM sign_in_throttle WHERE account_hash IN (
         SELECT account_hash FROM sign_in_throttle WHERE full_at <= :now ORDER BY full_at
         LIMIT :limit
       )`,
    ),
  };
  return {
    /** Null: no recent attempts. */
    fullAt: (accountHash: string): number | null => sql.fullAt.get({ accountHash })?.fullAt ?? null,

    set(accountHash: string, fullAt: number): void {
      sql.set.run({ accountHash, fullAt });
    },

    clear(accountHash: string): void {
      sql.clear.run({ accountHash });
    },

    /** Removes accounts that have all their attempts again. */
    purge: (now: number, limit = 500): number => sql.purge.run({ now, limit }).changes,
  };
}
