import type { Database } from "bun:sqlite";

/** The number of a principal's changes in an interval, and the first of them. */
export const CHANGES_BETWEEN = `
  SELECT count(*) AS count, min(at) AS oldestAt FROM audit INDEXED BY audit_by_principal
  WHERE principal = :principal AND at > :since AND at <= :until`;

/** How much of its budget a principal has used, counted from the rows of its writes. */
export class BudgetStore {
  readonly #changes;

  constructor(database: Database) {
    this.#changes = database.prepare<
      { count: number; oldestAt: number | null },
      { principal: string; since: number; until: number }
    >(CHANGES_BETWEEN);
  }

  /** The number of the principal's changes in (since, until], and when the first was made. */
  changes(
    principal: string,
    { since, until }: { readonly since: number; readonly until: number },
  ): { count: number; oldestAt: number | null } {
    return this.#changes.get({ principal, since, until }) ?? { count: 0, oldestAt: null };
  }
}
