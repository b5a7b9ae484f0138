import type { Database } from "bun:sqlite";

export const NO_SHOWS = `
  SELECT count(*) AS count FROM reservation INDEXED BY reservation_by_phone
  WHERE brand = :brand AND phone = :phone AND status = 'no_show'`;

/** When a guest's data is cleared, the count of no-shows is kept under a keyed hash of the phone. */
export function noShowStore(database: Database, hashPhone: (phone: string) => string) {
  const sql = {
    onRecord: database.prepare<{ count: number }, { brand: string; phone: string }>(NO_SHOWS),
    kept: database.prepare<{ count: number }, { brand: string; phoneHash: string }>(
      "SELECT count FROM no_show WHERE brand = :brand AND phone_hash = :phoneHash",
    ),
    add: database.prepare(
      `INSERT INTO no_show (brand, phone_hash, count, last_at) VALUES (:brand, :phoneHash, 1, :at)
       ON CONFLICT (brand, phone_hash) DO UPDATE SET
         count = count + 1, last_at = max(last_at, excluded.last_at)`,
    ),
  };
  return {
    /** Includes no-shows whose data was cleared. */
    count(brand: string, phone: string): number {
      const onRecord = sql.onRecord.get({ brand, phone })?.count ?? 0;
      return onRecord + this.countCleared(brand, phone);
    },

    countCleared: (brand: string, phone: string): number =>
      sql.kept.get({ brand, phoneHash: hashPhone(phone) })?.count ?? 0,

    add(brand: string, phone: string, at: number): void {
      sql.add.run({ brand, phoneHash: hashPhone(phone), at });
    },
  };
}
