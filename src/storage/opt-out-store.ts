import type { Database } from "bun:sqlite";

/** Tells whether a phone wants no texts, on any connection to the database. */
export function isOptedOut(
  database: Database,
  hashPhone: (phone: string) => string,
): (phone: string) => boolean {
  const find = database.prepare<{ found: 1 }, { phoneHash: string }>(
    "SELECT 1 AS found FROM opt_out WHERE phone_hash = :phoneHash",
  );
  return (phone) => find.get({ phoneHash: hashPhone(phone) }) !== null;
}

/** Phones that want no texts, known by their keyed hash only. */
export class OptOutStore {
  readonly #hashPhone: (phone: string) => string;
  readonly #has;
  readonly #add;
  readonly #remove;

  constructor(database: Database, hashPhone: (phone: string) => string) {
    this.#hashPhone = hashPhone;
    this.#has = isOptedOut(database, hashPhone);
    this.#add = database.prepare(
      `INSERT INTO opt_out (phone_hash, created_at) VALUES (:phoneHash, :at)
       ON CONFLICT (phone_hash) DO NOTHING`,
    );
    this.#remove = database.prepare("DELETE FROM opt_out WHERE phone_hash = :phoneHash");
  }

  has(phone: string): boolean {
    return this.#has(phone);
  }

  /** Adding a phone that is there keeps the first date. */
  add(phone: string, at: number): void {
    this.#add.run({ phoneHash: this.#hashPhone(phone), at });
  }

  remove(phone: string): void {
    this.#remove.run({ phoneHash: this.#hashPhone(phone) });
  }
}
