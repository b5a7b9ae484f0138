import { existsSync, rmSync, statSync, writeFileSync } from "node:fs";
import type { PageState } from "../domain/page-state.ts";
import type { Log } from "../log.ts";

/** Up to this size every start waits for the check: some 3 ms a megabyte. */
const SMALL_BYTES = 32 * 1024 * 1024;

/** Looks through a large database while it is served already. */
export interface PageCheck {
  /** True: the pages have to be looked through before anybody is served. */
  readonly isFirst: boolean;
  state(): PageState;
  /** Begins to look, where that was not done first. */
  start(): void;
  /** Breaks it off. */
  stop(): Promise<void>;
}

/**
 * Small files are looked through before the start, large ones beside serving, by `look` (a process
 * of its own; it rejects with the cause "DAMAGED" where pages are damaged). Damage ends the server
 * by `end`, as it would have been refused to start; a mark in the folder makes the next start
 * look first, until the file is found whole.
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
      // It was opened, and so it is whole.
      if (isFirst) rmSync(mark, { force: true });
      else running ??= run();
    },
    async stop() {
      ended.abort();
      await running;
    },
  };
}
