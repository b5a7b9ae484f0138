import { existsSync, rmSync, statSync, writeFileSync } from "node:fs";
import type { PageState } from "../domain/page-state.ts";
import type { Log } from "../log.ts";

/** Up to this size every start waits for the check, some 3 ms per megabyte. */
const SMALL_BYTES = 32 * 1024 * 1024;

/** The check of a database's pages for damage. */
export interface PageCheck {
  /** True: check the pages before serving anybody. */
  readonly isFirst: boolean;
  state(): PageState;
  /** Starts the check, if it was not done before the start. */
  start(): void;
  /** Aborts it. */
  stop(): Promise<void>;
}

/**
 * Checks small files before the start and large ones while serving, by `look` (a process of its
 * own, which rejects with the cause "DAMAGED"). Damage ends the server by `end`; a mark in the
 * folder makes the next starts check first until the file is intact.
 */
export function createPageCheck(options: {
  readonly database: string;
  readonly look: (signal: AbortSignal) => Promise<unknown>;
  readonly end: (event: string, error: unknown) => void;
  readonly log: Log;
}): PageCheck {
  const { database, look, end, log } = options;
  const mark = `${database}.damaged`;
  const ended = new AbortController();
  const size = statSync(database, { throwIfNoEntry: false })?.size ?? 0;
  const isFirst = size <= SMALL_BYTES || existsSync(mark);
  let state: PageState = isFirst ? { state: "intact" } : { state: "checking" };
  let running: Promise<void> | null = null;

  const run = async (): Promise<void> => {
    const began = performance.now();
    try {
      await look(ended.signal);
      state = { state: "intact" };
      log.info("database_checked", { database, tookMs: Math.round(performance.now() - began) });
    } catch (error) {
      if (ended.signal.aborted) return;
      if ((error as Error).cause === "DAMAGED") {
        writeFileSync(mark, "", { mode: 0o600 });
        return end("database_damaged", error);
      }
      state = { state: "unknown", why: error instanceof Error ? error.message : String(error) };
      log.warn("database_not_checked", { database, error });
    }
  };

  return {
    isFirst,
    state: () => state,
    start() {
      // The database was opened, so it was checked and is intact.
      if (isFirst) rmSync(mark, { force: true });
      else running ??= run();
    },
    async stop() {
      ended.abort();
      await running;
    },
  };
}
