import type { Clock } from "../domain/ids.ts";
import { HOUR, MINUTE } from "../domain/time.ts";
import type { Log } from "../log.ts";
import {
  backupPath,
  lastScheduledAt,
  makeBackupFolder,
  pruneBackups,
} from "../storage/backup-files.ts";

/** Backups that a server makes by itself. */
export interface BackupSchedule {
  /** Looks whether a backup is due: soon after the start, then every minute. */
  start(): void;
  /** Makes a backup when one is due; settles when that is done. Never rejects. */
  runIfDue(): Promise<void>;
  /** When the newest one was made, and why the last attempt failed; null: none, did not. */
  status(): { readonly newestAt: number | null; readonly failure: string | null };
  /** Breaks off what goes on. */
  stop(): Promise<void>;
}

const TICK_MS = MINUTE;
/** Whoever starts the server waits for its first answers, not for its first backup. */
const FIRST_LOOK_MS = 5000;
/** After a failure: soon enough to catch up, rarely enough not to fill the log. */
const RETRY_MS = 15 * MINUTE;

/**
 * A schedule that remembers nothing: what is due follows from the names in the folder, so restarts
 * neither skip a backup nor add one. `make` writes the file; `clock` is the machine's own.
 */
export function createBackupSchedule(options: {
  readonly folder: string;
  readonly everyHours: number;
  readonly keep: number;
  readonly make: (file: string, signal: AbortSignal) => Promise<unknown>;
  /** False where another process sees to it. */
  readonly mayRun: () => boolean;
  readonly clock: Clock;
  readonly log: Log;
}): BackupSchedule {
  const { folder, everyHours, keep, make, mayRun, clock, log } = options;
  const ended = new AbortController();
  let first: Timer | null = null;
  let ticker: Timer | null = null;
  let running: Promise<void> | null = null;
  let failure: { readonly at: number; readonly message: string } | null = null;

  const isDue = (now: number): boolean => {
    if (failure !== null && now >= failure.at && now < failure.at + RETRY_MS) return false;
    const newest = lastScheduledAt(folder, now);
    return newest === null || newest + everyHours * HOUR <= now;
  };

  async function attempt(now: number): Promise<void> {
    try {
      makeBackupFolder(folder);
      const file = backupPath(folder, now, "scheduled");
      await make(file, ended.signal);
      const removed = pruneBackups(folder, keep, now);
      failure = null;
      log.info("backup_made", { file, removed: removed.length });
    } catch (error) {
      if (ended.signal.aborted) return;
      // What there is stays: old backups are removed only after a new one was verified.
      failure = { at: now, message: error instanceof Error ? error.message : String(error) };
      log.error("backup_failed", { folder, error });
    }
  }

  async function runIfDue(): Promise<void> {
    if (running !== null) return running;
    const now = clock();
    if (ended.signal.aborted || !mayRun() || !isDue(now)) return;
    running = attempt(now).finally(() => {
      running = null;
    });
    return running;
  }

  return {
    start: () => {
      first ??= setTimeout(() => void runIfDue(), FIRST_LOOK_MS);
      ticker ??= setInterval(() => void runIfDue(), TICK_MS);
    },
    runIfDue,
    status: () => ({
      newestAt: lastScheduledAt(folder, clock()),
      failure: failure?.message ?? null,
    }),
    async stop() {
      if (first !== null) clearTimeout(first);
      if (ticker !== null) clearInterval(ticker);
      ended.abort();
      await running;
    },
  };
}
