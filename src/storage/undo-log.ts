/**
 * Undoes changes to values in memory if the transaction that made them is rolled back. To undo only
 * what followed a savepoint, give undoTo() the `length` at that savepoint.
 */
export class UndoLog {
  readonly #steps: (() => void)[] = [];

  get length(): number {
    return this.#steps.length;
  }

  /** `undo` is called if the transaction is rolled back. */
  add(undo: () => void): void {
    this.#steps.push(undo);
  }

  /** Undoes the latest changes until only `length` changes are left. */
  undoTo(length: number): void {
    for (const undo of this.#steps.splice(length).reverse()) undo();
  }

  /** Call this after a commit. */
  clear(): void {
    this.#steps.length = 0;
  }
}
