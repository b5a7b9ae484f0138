import type { Database } from "bun:sqlite";
import type { SignOfLife } from "./lease-owner.ts";

export function leaseStore(database: Database) {
  const sql = {
    take: database.prepare(
      `INSERT INTO lease (name, owner, heartbeat_at) VALUES (:name, :owner, :now)
       ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, heartbeat_at = excluded.heartbeat_at
       WHERE lease.owner = excluded.owner OR lease.heartbeat_at < :oldest
         OR lease.heartbeat_at > :now OR lease.owner = :gone`,
    ),
    release: database.prepare("DELETE FROM lease WHERE name = :name AND owner = :owner"),
    seen: database.prepare<SignOfLife, { name: string }>(
      "SELECT owner, heartbeat_at AS heartbeatAt FROM lease WHERE name = :name",
    ),
  };
  return {
    /**
     * False if another owner keeps the lease. A lease is taken over if its heartbeat is before `oldest`
     * or after `now` (a clock was wrong), or if its owner is `gone`.
     */
    take: (lease: {
      name: string;
      owner: string;
      now: number;
      oldest: number;
      gone: string | null;
    }): boolean => sql.take.run(lease).changes === 1,
    owner: (name: string): string | null => sql.seen.get({ name })?.owner ?? null,
    seen: (name: string): SignOfLife | null => sql.seen.get({ name }),

    release(name: string, owner: string): void {
      sql.release.run({ name, owner });
    },
  };
}
