import type { Database } from "bun:sqlite";

/** The no-shows of a phone that its reservations still show. */
export const NO_SHOWS = `
  SELECT count(*) AS count FROM reservation INDEXED BY reservation_by_phone
  WHERE brand = :brand AND phone = :phone AND status = 'no_show'`;

/**
 * How often guests did not come. After their data is cleared, they are counted by a keyed hash of
 * the phone.
 */
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

  /**
   * How often the guest with this phone did not come to this brand, whether or not the data was
   * cleared since.
   */
  count(brand: string, phone: string): number {
    const onRecord = this.#onRecord.get({ brand, phone })?.count ?? 0;
    return onRecord + this.kept(brand, phone);
  }

  /** Those whose reservation no longer has the phone. */
  kept(brand: string, phone: string): number {
    return this.#kept.get({ brand, phoneHash: this.#hashPhone(phone) })?.count ?? 0;
  }

  /** Counts one more. Call this when a no-show reservation loses its phone. */
  add(brand: string, phone: string, at: number): void {
    this.#add.run({ brand, phoneHash: this.#hashPhone(phone), at });
  }
}
