import type { Database } from "bun:sqlite";
import { isBusy, isFatal, toDomainError, unavailable } from "./storage-errors.ts";
import { WriteTransaction } from "./write-transaction.ts";

/** Excludes promises, because a body must not wait while it holds the lock. */
export type Sync<T> = T extends PromiseLike<unknown> ? never : T;

export interface WriteHint {
  /** True for a dry run, whose body throws `Rollback`. Saves a second run of the whole batch. */
  readonly undone?: boolean;
}

/** The only way to write to the database. */
export interface Writer {
  /**
   * Settles after the commit. If `body` throws, its changes are undone. `body` may run more than once,
   * so it must have no effect outside the database. `body` must not catch database errors. Rejects
   * with UNAVAILABLE if storage failed.
   */
  write<T>(body: () => Sync<T>, hint?: WriteHint): Promise<T>;
  /** Settles when the queue is empty. Refuses later writes with UNAVAILABLE. */
  close(): Promise<void>;
  /** False after storage failed, until a test write succeeds. While false, each call starts a test write. */
  healthy(): boolean;
}

export interface WriterOptions {
  /** Called when the file can no longer be trusted. Must log `error` and exit. */
  readonly onFatal: (error: unknown) => void;
  readonly onCommit?: (batch: { readonly bodies: number; readonly ms: number }) => void;
  /** In [0, 1). */
  readonly random?: () => number;
  readonly delay?: (ms: number) => Promise<void>;
  /** Monotonic milliseconds. */
  readonly elapsed?: () => number;
}

const BATCH_LIMIT = 64;
const BUSY_LIMIT_MS = 5_000;
const BUSY_PAUSE_MS = { least: 10, most: 60 };

interface Job {
  readonly body: () => unknown;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
  /** True after the batch was lost. The body then runs once more, without other bodies. */
  alone: boolean;
  guarded: boolean;
  busySince: number | null;
}

type Settled = { readonly job: Job; readonly ok: boolean; readonly value: unknown };

export function createWriter(database: Database, options: WriterOptions): Writer {
  return new GroupWriter(database, options);
}

class GroupWriter implements Writer {
  readonly #transaction: WriteTransaction;
  readonly #onFatal: (error: unknown) => void;
  readonly #onCommit: WriterOptions["onCommit"];
  readonly #random: () => number;
  readonly #delay: (ms: number) => Promise<void>;
  readonly #elapsed: () => number;
  readonly #testWrite;
  #queue: Job[] = [];
  #scheduled = false;
  #closed = false;
  #stopped = false;
  #healthy = true;
  #testing = false;
  #drained: (() => void)[] = [];

  constructor(database: Database, options: WriterOptions) {
    this.#transaction = new WriteTransaction(database);
    this.#onFatal = options.onFatal;
    this.#onCommit = options.onCommit;
    this.#random = options.random ?? Math.random;
    this.#delay = options.delay ?? Bun.sleep;
    this.#elapsed = options.elapsed ?? (() => performance.now());
    this.#testWrite = database.prepare("UPDATE instance SET test_writes = test_writes + 1");
  }

  write<T>(body: () => Sync<T>, { undone = false }: WriteHint = {}): Promise<T> {
    if (this.#closed) return Promise.reject(unavailable("shutting_down"));
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    this.#queue.push({
      body,
      resolve: resolve as (value: unknown) => void,
      reject,
      alone: false,
      guarded: undone,
      busySince: null,
    });
    this.#schedule();
    return promise;
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#queue.length === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#drained.push(resolve);
    return promise;
  }

  healthy(): boolean {
    if (!this.#healthy && !this.#testing && !this.#closed) {
      this.#testing = true;
      void this.#tryWriting();
    }
    return this.#healthy;
  }

  async #tryWriting(): Promise<void> {
    try {
      await this.write(() => void this.#testWrite.run());
      this.#healthy = true;
    } catch {
      // The next call of `healthy()` starts another test.
    } finally {
      this.#testing = false;
    }
  }

  /**
   * Starts a batch in the check phase, after every ready socket of this turn of the event loop was
   * read. A microtask would run after each request's callback, so every request would commit alone.
   */
  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => this.#flush());
  }

  async #scheduleAfter(ms: number): Promise<void> {
    this.#scheduled = true;
    await this.#delay(ms);
    this.#flush();
  }

  #flush(): void {
    this.#scheduled = false;
    if (this.#queue.length === 0) return;
    if (this.#begun()) {
      const batch = this.#takeBatch();
      const settled = this.#runBatch(batch);
      if (settled !== null) this.#commitBatch(batch, settled);
    }
    this.#next();
  }

  #begun(): boolean {
    try {
      this.#transaction.begin();
      return true;
    } catch (error) {
      this.#beginFailed(error);
      return false;
    }
  }

  /** Runs the next batch in a later turn of the event loop, so that readers run in between. */
  #next(): void {
    if (this.#queue.length > 0) {
      if (!this.#scheduled) this.#schedule();
      return;
    }
    for (const resolve of this.#drained.splice(0)) resolve();
  }

  #takeBatch(): Job[] {
    if (this.#queue[0]?.alone === true) return this.#queue.splice(0, 1);
    const firstAlone = this.#queue.findIndex((job) => job.alone);
    const limit = firstAlone === -1 ? BATCH_LIMIT : Math.min(firstAlone, BATCH_LIMIT);
    return this.#queue.splice(0, limit);
  }

  #runBatch(batch: readonly Job[]): Settled[] | null {
    const settled: Settled[] = [];
    for (const job of batch) {
      const outcome = this.#transaction.run(job.body, job.guarded);
      if (outcome.fault !== null && isFatal(outcome.fault)) {
        this.#stopForGood(outcome.fault, batch, "nothing_saved");
        return null;
      }
      if (outcome.lost) {
        this.#transactionLost(job, outcome.fault, batch);
        return null;
      }
      if (outcome.spoilt) {
        this.#runAgainGuarded(batch);
        return null;
      }
      settled.push({ job, ok: outcome.ok, value: outcome.value });
    }
    return settled;
  }

  #commitBatch(batch: readonly Job[], settled: readonly Settled[]): void {
    const startedAt = this.#onCommit === undefined ? 0 : this.#elapsed();
    try {
      this.#transaction.commit();
    } catch (error) {
      this.#commitFailed(error, batch);
      return;
    }
    const ms = this.#onCommit === undefined ? 0 : this.#elapsed() - startedAt;
    for (const { job, ok, value } of settled) {
      if (ok) job.resolve(value);
      else job.reject(toDomainError(value));
    }
    this.#onCommit?.({ bodies: batch.length, ms });
  }

  #commitFailed(error: unknown, batch: readonly Job[]): void {
    if (isFatal(error)) {
      this.#stopForGood(error, batch, "unknown");
      return;
    }
    this.#rollbackIfOpen();
    this.#healthy = false;
    this.#runAgainAlone(batch, error);
  }

  #transactionLost(culprit: Job, fault: unknown, batch: readonly Job[]): void {
    this.#rollbackIfOpen();
    this.#healthy = false;
    const refused = toDomainError(fault ?? unavailable("ended"));
    culprit.reject(refused);
    this.#runAgainAlone(
      batch.filter((job) => job !== culprit),
      refused,
    );
  }

  /** Rejects jobs that already ran alone: a second failure is final. */
  #runAgainAlone(jobs: readonly Job[], error: unknown): void {
    const again: Job[] = [];
    for (const job of jobs) {
      if (job.alone || this.#stopped) job.reject(toDomainError(error));
      else again.push(job);
      job.alone = true;
    }
    this.#queue.unshift(...again);
  }

  #runAgainGuarded(jobs: readonly Job[]): void {
    this.#rollbackIfOpen();
    if (this.#stopped) {
      for (const job of jobs) job.reject(unavailable("ended"));
      return;
    }
    for (const job of jobs) job.guarded = true;
    this.#queue.unshift(...jobs);
  }

  #rollbackIfOpen(): void {
    try {
      this.#transaction.rollBackIfOpen();
    } catch (error) {
      // While this transaction stays open, no other transaction can begin.
      if (this.#transaction.isOpen) this.#stopForGood(error, [], "nothing_saved");
    }
  }

  #beginFailed(error: unknown): void {
    if (isBusy(error)) {
      this.#waitForLock();
      return;
    }
    if (isFatal(error)) {
      this.#stopForGood(error, [], "nothing_saved");
      return;
    }
    this.#healthy = false;
    this.#rollbackIfOpen();
    for (const job of this.#queue.splice(0)) job.reject(toDomainError(error));
  }

  /** Tries again after a random time, so that processes do not collide. */
  #waitForLock(): void {
    const now = this.#elapsed();
    this.#queue = this.#queue.filter((job) => {
      job.busySince ??= now;
      if (now - job.busySince < BUSY_LIMIT_MS) return true;
      job.reject(unavailable("locked"));
      return false;
    });
    if (this.#queue.length === 0) return;
    const { least, most } = BUSY_PAUSE_MS;
    void this.#scheduleAfter(least + this.#random() * (most - least));
  }

  #stopForGood(error: unknown, batch: readonly Job[], outcome: "nothing_saved" | "unknown"): void {
    this.#closed = true;
    this.#stopped = true;
    this.#healthy = false;
    for (const job of batch) job.reject(toDomainError(error, outcome));
    for (const job of this.#queue.splice(0)) job.reject(toDomainError(error));
    try {
      this.#transaction.rollBackIfOpen();
    } catch {
      // The restart rolls back the open transaction.
    }
    this.#onFatal(error);
  }
}
