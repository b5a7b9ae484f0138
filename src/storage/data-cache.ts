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
    // get() notices the end of a transaction only if it is called outside one. This microtask notices
    // it in any case: transactions are synchronous, so it runs after COMMIT.
    queueMicrotask(() => {
      this.#unsettled = false;
    });
  }
}

/**
 * For values that are computed from cached records: `forget` on any cache of the connection also
 * empties this cache. Use this class only to check a request that was just read from its socket, because
 * `get` may miss commits of other connections until the event loop's turn ends (see `askForTurn`).
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
 * commits. Outside transactions, it is read once per microtask. In a read transaction, it is read every
 * time, because the number from the last read may be older than the transaction. In a write transaction,
 * it is read once, because no other connection can commit meanwhile.
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
   * Outside transactions, `now` then returns the same number until the check phase (setImmediate) of
   * this turn of the event loop. A request that was read in this turn cannot depend on a later commit, so
   * the number is new enough for it. Must not be called in the check phase: requests of the next turn
   * would get the old number.
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
