import type { Database } from "bun:sqlite";

/** `fullAt`: when the account has all its sign-in attempts again. */
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
    fullAt: (accountHash: string): number | null => sql.fullAt.get({ accountHash })?.fullAt ?? null,

    set(accountHash: string, fullAt: number): void {
      sql.set.run({ accountHash, fullAt });
    },

    clear(accountHash: string): void {
      sql.clear.run({ accountHash });
    },

    purge: (now: number, limit = 500): number => sql.purge.run({ now, limit }).changes,
  };
}
