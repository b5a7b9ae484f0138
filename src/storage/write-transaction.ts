import type { Database } from "bun:sqlite";
import { versionOf } from "./data-cache.ts";

/** For dry runs: the body of a write throws this to undo its changes and return `value`. */
export class Rollback<T = unknown> {
  readonly value: T;

  constructor(value: T) {
    this.value = value;
  }
}

interface Ending {
  readonly ok: boolean;
  readonly value: unknown;
  readonly fault: unknown;
  /** The whole transaction was lost, including the writes of other bodies. */
  readonly lost: boolean;
  /** A body without a savepoint failed after writing, so the whole batch must be undone. */
  readonly spoilt: boolean;
}

export class WriteTransaction {
  readonly #database: Database;
  readonly #begin;
  readonly #commit;
  readonly #rollback;
  readonly #savepoint;
  readonly #undo;
  readonly #release;
  readonly #totalChanges;
  readonly #version;

  constructor(database: Database) {
    this.#database = database;
    this.#begin = database.prepare("BEGIN IMMEDIATE");
    this.#commit = database.prepare("COMMIT");
    this.#rollback = database.prepare("ROLLBACK");
    this.#savepoint = database.prepare("SAVEPOINT body");
    this.#undo = database.prepare("ROLLBACK TO body");
    this.#release = database.prepare("RELEASE body");
    this.#totalChanges = database.prepare<{ n: number }, []>("SELECT total_changes() AS n");
    this.#version = versionOf(database);
  }

  get isOpen(): boolean {
    return this.#database.inTransaction;
  }

  begin(): void {
    this.#begin.run();
    this.#version.writeBegun();
  }

  commit(): void {
    this.#commit.run();
    this.#version.undo.clear();
    this.#version.writeEnded();
  }

  rollBackIfOpen(): void {
    if (this.isOpen) this.#rollback.run();
    this.#version.undo.undoTo(0);
    this.#version.writeEnded();
  }

  /**
   * `guarded`: runs the body in a savepoint, so that only this body can be undone. A savepoint is slow,
   * because SQLite copies every changed page.
   */
  run(body: () => unknown, guarded: boolean): Ending {
    const before = this.#changes();
    const undoFrom = this.#version.undo.length;
    let ok = true;
    let value: unknown;
    let fault: unknown = null;
    let undo = false;
    try {
      if (guarded) this.#savepoint.run();
      value = body();
      if (isThenable(value)) {
        value.then(undefined, () => {});
        throw new TypeError("The body of a write returned a promise; it must be synchronous.");
      }
    } catch (error) {
      undo = true;
      ok = error instanceof Rollback;
      value = error instanceof Rollback ? error.value : error;
      fault = ok ? null : error;
    }
    if (undo) this.#version.undo.undoTo(undoFrom);
    // A full disk, an I/O error or lack of memory ends the transaction. Without this check, the next
    // savepoint would begin and commit a separate transaction.
    if (!this.isOpen) return { ok: false, value, fault, lost: true, spoilt: false };
    const spoilt = undo && !guarded && this.#changes() !== before;
    if (!guarded) return { ok, value, fault, lost: false, spoilt };
    try {
      if (undo) this.#undo.run();
      this.#release.run();
    } catch (error) {
      return { ok: false, value: error, fault: error, lost: true, spoilt: false };
    }
    return { ok, value, fault, lost: false, spoilt: false };
  }

  /** The number of changed rows so far. Undone changes count too. */
  #changes(): number {
    return this.#totalChanges.get()?.n ?? Number.NaN;
  }
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === "function";
}
