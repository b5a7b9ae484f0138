import type { Database } from "bun:sqlite";
import { perConnection } from "./per-connection.ts";
import { UndoLog } from "./undo-log.ts";

/** Caches records until `forget` is called or another connection commits. */
export class DataCache<Value> {
  readonly #database: Database;
  protected readonly version: DataVersion;
  readonly #entries = new Map<string, Value>();
  #validFor = -1;
  /** True while a write of this connection may be rolled back. Nothing is cached then. */
  #unsettled = false;

  constructor(database: Database) {
    this.#database = database;
    this.version = versionOf(database);
  }

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

  /** Must be called in every transaction that writes the cached records. */
  forget(): void {
    this.drop();
    this.version.dropDerived();
  }

  protected drop(): void {
    this.#entries.clear();
    this.#unsettled = true;
    // Without this, a `get` in the next transaction would not use the cache. The microtask runs after
    // COMMIT, because transactions are synchronous.
    queueMicrotask(() => {
      this.#unsettled = false;
    });
  }
}

/**
 * For values computed from cached records. `forget` on any cache of the connection empties this cache
 * too. `get` may miss commits that other connections make in this turn of the event loop (see
 * `askForTurn`). Use this cache only to check a request that was just read from its socket.
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
 * Reads `PRAGMA data_version` for all caches of a connection. The number changes when another connection
 * commits. Outside transactions, it is read once per microtask. In a read transaction, it is read at
 * every call, because an earlier number may be older than the transaction. In a write transaction, it
 * is read once, because no other connection can commit meanwhile.
 */
class DataVersion {
  readonly undo = new UndoLog();
  readonly #database: Database;
  readonly #read;
  readonly #derived: (() => void)[] = [];
  #asked: number | null = null;
  #forTurn = false;
  #isWriting = false;
  #whileWriting: number | null = null;

  constructor(database: Database) {
    this.#database = database;
    this.#read = database.prepare<{ data_version: number }, []>("PRAGMA data_version");
  }

  /** True in a transaction that `WriteTransaction` began. */
  get isWriting(): boolean {
    return this.#isWriting;
  }

  now(): number {
    if (this.#database.inTransaction) {
      if (!this.#isWriting) return this.#ask();
      this.#whileWriting ??= this.#ask();
      return this.#whileWriting;
    }
    if (this.#asked !== null) return this.#asked;
    this.#asked = this.#ask();
    queueMicrotask(() => {
      if (!this.#forTurn) this.#asked = null;
    });
    return this.#asked;
  }

  /**
   * Outside transactions, `now` then returns the same number until `setImmediate` callbacks run. That is
   * new enough for a request read in this turn of the event loop: the request cannot depend on a later commit.
   * Do not call this in a `setImmediate` callback: requests of the next turn would get the old number.
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

  writeBegun(): void {
    this.#isWriting = true;
    this.#whileWriting = null;
  }

  writeEnded(): void {
    this.#isWriting = false;
  }

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

export const versionOf = perConnection((database) => new DataVersion(database));
