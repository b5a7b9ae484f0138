import type { Database } from "bun:sqlite";

/**
 * Records kept in memory for as long as nobody has written to the database: valid for one value of
 * `PRAGMA data_version`, which moves when another connection commits, and dropped by our own
 * writes.
 */
export class DataCache<Value> {
  readonly #database: Database;
  readonly #version;
  readonly #entries = new Map<string, Value>();
  #validFor = -1;
  /** True from a write of ours until its transaction has ended: what is read now may be undone. */
  #unsettled = false;

  constructor(database: Database) {
    this.#database = database;
    this.#version = database.prepare<{ data_version: number }, []>("PRAGMA data_version");
  }

  /** The record of `key`, loaded when it is not known; what does not exist is never remembered. */
  get(key: string, load: (key: string) => Value | null): Value | null {
    if (this.#unsettled && !this.#database.inTransaction) this.#unsettled = false;
    if (this.#unsettled) return load(key);
    const version = this.#version.get()?.data_version ?? -1;
    if (version !== this.#validFor) {
      this.#entries.clear();
      this.#validFor = version;
    }
    const known = this.#entries.get(key);
    if (known !== undefined) return known;
    const loaded = load(key);
    if (loaded !== null) this.#entries.set(key, loaded);
    return loaded;
  }

  /** To be called with every write to what is cached here. */
  forget(): void {
    this.#entries.clear();
    this.#unsettled = true;
    // Where every read is inside a transaction, the line in get() never sees one end; but a
    // transaction runs from BEGIN to COMMIT without yielding, so a microtask comes after it.
    queueMicrotask(() => {
      this.#unsettled = false;
    });
  }
}
