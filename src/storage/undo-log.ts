/** Undoes changes in memory when their transaction is rolled back. */
export class UndoLog {
  readonly #steps: (() => void)[] = [];

  get length(): number {
    return this.#steps.length;
  }

  add(undo: () => void): void {
    this.#steps.push(undo);
  }

  /** Undoes the latest changes until `length` changes are left. */
  undoTo(length: number): void {
    for (const undo of this.#steps.splice(length).reverse()) undo();
  }

  clear(): void {
    this.#steps.length = 0;
  }
}
