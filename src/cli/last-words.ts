import type { Log } from "../log.ts";

/** What was rejected because the database failed still reaches its callers. */
const LAST_WORDS_MS = 100;

/** Ends a server that cannot go on, and says why in the log. */
export const endWith =
  (log: Log) =>
  (event: string, error: unknown): void => {
    log.error(event, { error });
    setTimeout(() => process.exit(1), LAST_WORDS_MS);
  };
