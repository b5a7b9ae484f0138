import type { Database } from "bun:sqlite";

/** Which process runs the loop. */
export class LeaseStore {
  readonly #take;
  readonly #owner;
  readonly #release;
  readonly #seen;

  constructor(database: Database) {
    this.#take = database.prepare(
      `INSERT INTO lease (name, owner, heartbeat_at) VALUES (:name, :owner, :now)
       ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, heartbeat_at = excluded.heartbeat_at
       WHERE lease.owner = excluded.owner OR lease.heartbeat_at < :oldest
         OR lease.heartbeat_at > :now OR lease.owner = :gone`,
    );
    this.#owner = database.prepare<{ owner: string }, { name: string }>(
      "SELECT owner FROM lease WHERE name = :name",
    );
    this.#release = database.prepare("DELETE FROM lease WHERE name = :name AND owner = :owner");
    this.#seen = database.prepare<{ owner: string; heartbeatAt: number }, { name: string }>(
      "SELECT owner, heartbeat_at AS heartbeatAt FROM lease WHERE name = :name",
    );
  }

  /**
   * Takes or renews a lease. False while another owner's last heartbeat is between `oldest` and
   * `now`: older ones are dead, future ones come from a wrong clock. `gone`: an owner known to have
   * ended.
   */
  take(lease: {
    name: string;
    owner: string;
    now: number;
    oldest: number;
    gone: string | null;
  }): boolean {
    return this.#take.run(lease).changes === 1;
  }

  /** The owner, whatever the age of its last heartbeat. */
  owner(name: string): string | null {
    return this.#owner.get({ name })?.owner ?? null;
  }

  /** The owner and its last heartbeat, epoch milliseconds; null: nobody. */
  seen(name: string): { readonly owner: string; readonly heartbeatAt: number } | null {
    return this.#seen.get({ name });
  }

  /** Releases it if this owner holds it. */
  release(name: string, owner: string): void {
    this.#release.run({ name, owner });
  }
}
