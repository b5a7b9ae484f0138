import type { Database } from "bun:sqlite";

export const CHANGES_SINCE = `
  SELECT count(*) AS count FROM audit INDEXED BY audit_by_principal
  WHERE principal = :principal AND at > :since`;

/** How much of its budget a principal has used, told by the rows that its writes left. */
export class BudgetStore {
  readonly #changes;

  constructor(database: Database) {
    this.#changes = database.prepare<{ count: number }, { principal: string; since: number }>(
      CHANGES_SINCE,
    );
  }

  /** Changes that the principal made after `since`. */
  count(principal: string, since: number): number {
    return this.#changes.get({ principal, since })?.count ?? 0;
  }
}
