import type { Database } from "bun:sqlite";

export interface PinRow {
  readonly userId: string;
  readonly brand: string;
  readonly hash: string;
  readonly createdAt: number;
}

/** A database trigger deletes the PIN of a user who leaves the team. */
export function pinStore(database: Database) {
  const sql = {
    get: database.prepare<PinRow, { userId: string; brand: string }>(
      `SELECT user_id AS userId, brand, hash, created_at AS createdAt FROM pin
       WHERE user_id = :userId AND brand = :brand`,
    ),
    holders: database.prepare<{ userId: string }, { brand: string }>(
      "SELECT user_id AS userId FROM pin WHERE brand = :brand",
    ),
    set: database.prepare(
      `INSERT INTO pin (user_id, brand, hash, created_at) VALUES (:userId, :brand, :hash, :createdAt)
       ON CONFLICT (user_id, brand) DO UPDATE SET hash = excluded.hash, created_at = excluded.created_at`,
    ),
    remove: database.prepare("DELETE FROM pin WHERE user_id = :userId AND brand = :brand"),
  };
  return {
    get: (userId: string, brand: string): PinRow | null => sql.get.get({ userId, brand }),
    holders: (brand: string): ReadonlySet<string> =>
      new Set(sql.holders.all({ brand }).map(({ userId }) => userId)),

    set(row: PinRow): void {
      sql.set.run({ ...row });
    },

    remove(userId: string, brand: string): void {
      sql.remove.run({ userId, brand });
    },
  };
}
