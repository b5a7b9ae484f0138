import type { Database } from "bun:sqlite";

/** The no-shows of a phone, as far as reservations still have its number. */
export const NO_SHOWS = `
  SELECT count(*) AS count FROM reservation INDEXED BY reservation_by_phone
  WHERE brand = :brand AND phone = :phone AND status = 'no_show'`;

/** How often guests did not come; of those whose data was cleared by a keyed hash of their phone. */
export class NoShowStore {
  readonly #hashPhone: (phone: string) => string;
  readonly #onRecord;
  readonly #kept;
  readonly #add;

  constructor(database: Database, hashPhone: (phone: string) => string) {
    this.#hashPhone = hashPhone;
    this.#onRecord = database.prepare<{ count: number }, { brand: string; phone: string }>(
      NO_SHOWS,
    );
    this.#kept = database.prepare<{ count: number }, { brand: string; phoneHash: string }>(
      "SELECT count FROM no_show WHERE brand = :brand AND phone_hash = :phoneHash",
    );
    this.#add = database.prepare(
      `INSERT INTO no_show (brand, phone_hash, count, last_at) VALUES (:brand, :phoneHash, 1, :at)
       ON CONFLICT (brand, phone_hash) DO UPDATE SET
         count = count + 1, last_at = max(last_at, excluded.last_at)`,
    );
  }

  /** How often this phone did not come to this brand, before and after its data was cleared. */
  count(brand: string, phone: string): number {
    const onRecord = this.#onRecord.get({ brand, phone })?.count ?? 0;
    return onRecord + this.kept(brand, phone);
  }

  /** How many of them are counted without a reservation that says so. */
  kept(brand: string, phone: string): number {
    return this.#kept.get({ brand, phoneHash: this.#hashPhone(phone) })?.count ?? 0;
  }

  /** Counts one more; to be called when the reservation that says so loses its phone. */
  add(brand: string, phone: string, at: number): void {
    this.#add.run({ brand, phoneHash: this.#hashPhone(phone), at });
  }
}
