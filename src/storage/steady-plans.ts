import type { Database } from "bun:sqlite";

const READ = /^\s*(?:EXPLAIN (?:QUERY PLAN )?)?(?:SELECT|WITH)\b/;
/** A text in the statement, to be passed over, or a parameter. */
const PARAMETER = /'[^']*'|:[A-Za-z]\w*/g;

/**
 * Lets what is prepared on a connection stay prepared. SQLite plans a question that sorts, groups
 * or limits anew whenever a parameter is bound to it, since another value might make another plan
 * better: 5 to 30 us each time, the more columns the more, and many times what an empty answer
 * takes. A parameter within an expression has no part in the plan, and a plus changes nothing else.
 */
export function keepPlans(database: Database): void {
  const prepare = database.prepare.bind(database);
  const steady: Database["prepare"] = (sql, parameters) => prepare(withPlus(sql), parameters);
  database.prepare = steady;
}

/** The same question with each `:name` as `+:name`; statements that write are left as they are. */
export const withPlus = (sql: string): string =>
  READ.test(sql)
    ? sql.replace(PARAMETER, (found) => (found.startsWith(":") ? `+${found}` : found))
    : sql;
