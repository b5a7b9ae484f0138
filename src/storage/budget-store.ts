import type { Database } from "bun:sqlite";
import type { Caller } from "../domain/caller.ts";

export const CHANGES_BETWEEN = `
  SELECT count(*) AS count, min(at) AS oldestAt FROM audit INDEXED BY audit_by_brand
  WHERE brand IN (SELECT value FROM json_each(:brands)) AND at > :since AND at <= :until
    AND +principal = :principal`;

export function budgetStore(database: Database) {
  const sql = {
    changes: database.prepare<
      { count: number; oldestAt: number | null },
      { principal: string; brands: string; since: number; until: number }
    >(CHANGES_BETWEEN),
  };
  return {
    /** `since` is exclusive, `until` is inclusive. */
    changes(
      { principal, brands }: Pick<Caller, "principal" | "brands">,
      { since, until }: { readonly since: number; readonly until: number },
    ): { count: number; oldestAt: number | null } {
      const asked = { principal, brands: JSON.stringify(brands), since, until };
      return sql.changes.get(asked) ?? { count: 0, oldestAt: null };
    },
  };
}
