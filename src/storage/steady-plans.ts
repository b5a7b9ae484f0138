import { constants, type Database } from "bun:sqlite";

const READ = /^\s*(?:EXPLAIN (?:QUERY PLAN )?)?(?:SELECT|WITH)\b/;
/** A string literal, to be skipped, or a parameter. */
const PARAMETER = /'[^']*'|:[A-Za-z]\w*/g;

/** How bun:sqlite prepares; its types leave the flags out. */
type Prepare = (
  sql: string,
  parameters: Parameters<Database["prepare"]>[1],
  flags: number,
) => ReturnType<Database["prepare"]>;

/**
 * Lets what is prepared on a connection stay prepared. SQLite plans a question that sorts, groups
 * or limits anew whenever a parameter is bound to it, since another value might make another plan
 * better: 5 to 30 us each time, the more columns the more, and many times what an empty answer
 * takes. A parameter within an expression has no part in the plan, and a plus changes nothing else.
 *
 * And what stays must not fill the connection's small blocks of memory at hand, which are for the
 * values of the statement that runs: some hundred statements would leave none of them.
 */
export function keepPlans(database: Database): void {
  const prepare = database.prepare.bind(database) as Prepare;
  const steady = (sql: string, parameters: Parameters<Prepare>[1]) =>
    prepare(withPlus(sql), parameters, constants.SQLITE_PREPARE_PERSISTENT);
  database.prepare = steady as Database["prepare"];
}

/** The same question with each `:name` as `+:name`; statements that write are left as they are. */
export const withPlus = (sql: string): string =>
  READ.test(sql)
    ? sql.replace(PARAMETER, (found) => (found.startsWith(":") ? `+${found}` : found))
    : sql;
