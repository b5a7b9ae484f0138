import type { Database } from "bun:sqlite";

/** Changes of a principal after an instant, and the first of them. */
export const CHANGES_SINCE = `
  SELECT count(*) AS count, min(at) AS oldestAt FROM audit INDEXED BY audit_by_principal
  WHERE principal = :principal AND at > :since`;

/** How much of its budget a principal has used, told by the rows that its writes left. */
export class BudgetStore {
  readonly #changes;

  constructor(database: Database) {
    this.#changes = database.prepare<
      { count: number; oldestAt: number | null },
      { principal: string; since: number }
    >(CHANGES_SINCE);
  }

  /** How many changes the principal made after `since`, and when the first of them. */
  changesSince(principal: string, since: number): { count: number; oldestAt: number | null } {
    return this.#changes.get({ principal, since }) ?? { count: 0, oldestAt: null };
  }
}
