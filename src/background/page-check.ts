import { existsSync, rmSync, statSync, writeFileSync } from "node:fs";
import type { PageState } from "../domain/page-state.ts";
import type { Log } from "../log.ts";

/** A larger database is checked while the server runs: the check takes about 3 ms per megabyte. */
const SMALL_BYTES = 32 * 1024 * 1024;

export interface PageCheck {
  readonly isDueFirst: boolean;
  state(): PageState;
  start(): void;
  stop(): Promise<void>;
}

/** On damage, calls `end` and leaves a mark file: the next server then checks before it serves. */
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
  const isDueFirst = size <= SMALL_BYTES || existsSync(mark);
  let state: PageState = isDueFirst ? { state: "intact" } : { state: "checking" };
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
    isDueFirst,
    state: () => state,
    start() {
      if (isDueFirst) rmSync(mark, { force: true });
      else running ??= run();
    },
    async stop() {
      ended.abort();
      await running;
    },
  };
}
