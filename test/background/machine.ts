import type { Log } from "../../src/log.ts";

/** A log for tests that are about something else. */
export const silentLog: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};
