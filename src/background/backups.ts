import type { Clock } from "../domain/ids.ts";
import { MINUTE } from "../domain/time.ts";
import type { Log } from "../log.ts";
import {
  type BackupStatus,
  backupPath,
  makeBackupFolder,
  pruneBackups,
} from "../storage/backup-files.ts";
import type { Uploaded } from "../storage/upload.ts";
import { type BackupTimes, isBackupDue } from "./backup-due.ts";
import { lookIntoBackups, NOTHING_SEEN } from "./backup-folder.ts";
import { createBackupUploads } from "./backup-uploads.ts";

export interface Backups {
  start(): Promise<void>;
  /** Makes a backup if one is due, and uploads the newest. Never rejects. */
  runIfDue(): Promise<void>;
  status(): BackupStatus;
  stop(): Promise<void>;
}

const TICK_MS = MINUTE;
const FIRST_LOOK_MS = 5000;
const START_PATIENCE_MS = 1000;
const RETRY_MS = 15 * MINUTE;

interface Failure {
  readonly at: number;
  readonly message: string;
}

/** Each file name holds the time of its backup, so the schedule survives a restart. */
export function createBackups(options: {
  readonly folder: string;
  readonly database: string;
  readonly times: BackupTimes | null;
  readonly make: (file: string, signal: AbortSignal) => Promise<unknown>;
  readonly storage: string | null;
  readonly upload: (file: string, signal: AbortSignal) => Promise<Uploaded>;
  readonly mayRun: () => boolean;
  readonly clock: Clock;
  readonly log: Log;
}): Backups {
  const { folder, database, times, make, storage, upload, mayRun, clock, log } = options;
  const ended = new AbortController();
  const { signal } = ended;
  const uploads =
    storage === null
      ? null
      : createBackupUploads({
          place: storage,
          send: upload,
          retryMs: RETRY_MS,
          signal,
          clock,
          log,
        });
  let uploading: Promise<void> | undefined;
  let first: Timer | null = null;
  let ticker: Timer | null = null;
  let running: Promise<void> | null = null;
  let seen = NOTHING_SEEN;
  let unseen: Failure | null = null;
  let unmade: Failure | null = null;

  const isRecent = (failure: Failure | null, now: number): failure is Failure =>
    failure !== null && now >= failure.at && now < failure.at + RETRY_MS;
  const failed = (error: unknown, at: number): Failure => {
    log.error("backup_failed", { folder, error });
    return { at, message: error instanceof Error ? error.message : String(error) };
  };

  async function look(): Promise<void> {
    const now = clock();
    try {
      seen = await lookIntoBackups(folder, { database, now, signal: ended.signal });
      unseen = null;
    } catch (error) {
      if (ended.signal.aborted) return;
      seen = NOTHING_SEEN;
      if (!isRecent(unseen, now)) unseen = failed(error, now);
    }
  }

  async function attempt(now: number, keep: number): Promise<void> {
    try {
      makeBackupFolder(folder);
      const file = backupPath(folder, now, "scheduled");
      await make(file, ended.signal);
      // Old backups are removed only after the new one was verified.
      const removed = await pruneBackups(folder, keep, now);
      unmade = null;
      log.info("backup_made", { file, removed: removed.length });
    } catch (error) {
      if (!ended.signal.aborted) unmade = failed(error, now);
    }
  }

  async function run(): Promise<void> {
    const now = clock();
    await look();
    if (ended.signal.aborted || unseen !== null || times === null || !mayRun()) return;
    if (isRecent(unmade, now) || !isBackupDue(seen.files, now, times)) return;
    await attempt(now, times.keep);
    await look();
  }

  /** The upload runs outside `alone`, because a long upload must not delay the next backup. */
  async function runAndUpload(): Promise<void> {
    await alone(run);
    if (!signal.aborted && mayRun()) uploading = uploads?.sendNewest(seen.files);
    await uploading;
  }

  /** If earlier work is running, waits for it and does not start `work`. */
  function alone(work: () => Promise<void>): Promise<void> {
    if (ended.signal.aborted) return Promise.resolve();
    running ??= work().finally(() => {
      running = null;
    });
    return running;
  }

  return {
    start: async () => {
      first ??= setTimeout(() => void runAndUpload(), FIRST_LOOK_MS);
      ticker ??= setInterval(() => void runAndUpload(), TICK_MS);
      await Promise.race([alone(look), Bun.sleep(START_PATIENCE_MS)]);
    },
    runIfDue: runAndUpload,
    status: () => ({
      newest: seen.newest,
      onSameDisk: seen.onSameDisk,
      failure: (unseen ?? unmade)?.message ?? null,
      storage: uploads?.status() ?? null,
    }),
    async stop() {
      if (first !== null) clearTimeout(first);
      if (ticker !== null) clearInterval(ticker);
      ended.abort();
      await running;
      await uploading;
    },
  };
}
