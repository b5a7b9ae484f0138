import type { Database } from "bun:sqlite";

/**
 * Records kept in memory for as long as nobody has written to the database: valid for one value of
 * `PRAGMA data_version`, which moves when another connection commits, and dropped by our own
 * writes.
 */
export class DataCache<Value> {
  readonly #database: Database;
  protected readonly version: DataVersion;
  readonly #entries = new Map<string, Value>();
  #validFor = -1;
  /** True from a write of ours until its transaction has ended: what is read now may be undone. */
  #unsettled = false;

  constructor(database: Database) {
    this.#database = database;
    this.version = versionOf(database);
  }

  /** The record of `key`, loaded when it is not known; what does not exist is never remembered. */
  get(key: string, load: (key: string) => Value | null): Value | null {
    if (this.#unsettled && !this.#database.inTransaction) this.#unsettled = false;
    if (this.#unsettled) return load(key);
    const version = this.version.now();
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
    this.drop();
    this.version.dropDerived();
  }

  /** Empties this cache alone. */
  protected drop(): void {
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
 * What was made out of records of other caches: dropped with every write to any of those. For
 * whoever looks first at a request that has just been read off its socket, and for nobody else: the
 * version that is asked for there serves the whole turn of the event loop (see `askForTurn`).
 */
export class ArrivalCache<Value> extends DataCache<Value> {
  constructor(database: Database) {
    super(database);
    this.version.onWrite(() => this.drop());
  }

  override get(key: string, load: (key: string) => Value | null): Value | null {
    this.version.askForTurn();
    return super.get(key, load);
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
  readonly #derived: (() => void)[] = [];
  #asked: number | null = null;
  #forTurn = false;

  constructor(database: Database) {
    this.#database = database;
    this.#read = database.prepare<{ data_version: number }, []>("PRAGMA data_version");
  }

  now(): number {
    if (this.#database.inTransaction) return this.#ask();
    if (this.#asked !== null) return this.#asked;
    this.#asked = this.#ask();
    queueMicrotask(() => {
      if (!this.#forTurn) this.#asked = null;
    });
    return this.#asked;
  }

  /**
   * Asks once for everything that is done until the check phase. Whatever reaches us in this turn
   * was ready before its sockets were looked at, and with it all that was committed before: as long
   * as the first one asks after that. Called in the check phase, it would last over the next look.
   */
  askForTurn(): void {
    if (this.#forTurn || this.#database.inTransaction) return;
    this.#asked ??= this.#ask();
    this.#forTurn = true;
    setImmediate(() => {
      this.#forTurn = false;
      this.#asked = null;
    });
  }

  /** `drop` empties a cache that is derived from others. */
  onWrite(drop: () => void): void {
    this.#derived.push(drop);
  }

  dropDerived(): void {
    for (const drop of this.#derived) drop();
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
