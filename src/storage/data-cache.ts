import type { Database } from "bun:sqlite";

/**
 * Records kept in memory for as long as nobody has written to the database: valid for one value of
 * `PRAGMA data_version`, which moves when another connection commits, and dropped by our own
 * writes.
 */
export class DataCache<Value> {
  readonly #database: Database;
  readonly #version: DataVersion;
  readonly #entries = new Map<string, Value>();
  #validFor = -1;
  /** True from a write of ours until its transaction has ended: what is read now may be undone. */
  #unsettled = false;

  constructor(database: Database) {
    this.#database = database;
    this.#version = versionOf(database);
  }

  /** The record of `key`, loaded when it is not known; what does not exist is never remembered. */
  get(key: string, load: (key: string) => Value | null): Value | null {
    if (this.#unsettled && !this.#database.inTransaction) this.#unsettled = false;
    if (this.#unsettled) return load(key);
    const version = this.#version.now();
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

/**
 * `PRAGMA data_version` of a connection, shared by its caches: a request asks several of them in one
 * go, and to read each as of the first is as good as to have read it then. Not within a
 * transaction: it may have begun after that, on newer data, and its checks have to hold.
 */
class DataVersion {
  readonly #database: Database;
  readonly #read;
  #inThisTurn: number | null = null;

  constructor(database: Database) {
    this.#database = database;
    this.#read = database.prepare<{ data_version: number }, []>("PRAGMA data_version");
  }

  now(): number {
    if (this.#database.inTransaction) return this.#ask();
    if (this.#inThisTurn !== null) return this.#inThisTurn;
    this.#inThisTurn = this.#ask();
    queueMicrotask(() => {
      this.#inThisTurn = null;
    });
    return this.#inThisTurn;
  }

  #ask(): number {
    return this.#read.get()?.data_version ?? -1;
  }
}

const versions = new WeakMap<Database, DataVersion>();

function versionOf(database: Database): DataVersion {
  const known = versions.get(database);
  if (known !== undefined) return known;
  const made = new DataVersion(database);
  versions.set(database, made);
  return made;
}
