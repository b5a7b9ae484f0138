import { basename } from "node:path";
import type { Clock } from "../domain/ids.ts";
import type { Log } from "../log.ts";
import {
  type BackupFile,
  newestOf,
  type StorageStatus,
  scheduledAmong,
} from "../storage/backup-files.ts";
import type { Uploaded } from "../storage/upload.ts";

export interface BackupUploads {
  /** Never rejects. */
  sendNewest(files: readonly BackupFile[]): Promise<void>;
  status(): StorageStatus;
}

export function createBackupUploads(options: {
  readonly place: string;
  readonly send: (file: string, signal: AbortSignal) => Promise<Uploaded>;
  readonly retryMs: number;
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly log: Log;
}): BackupUploads {
  const { place, send, retryMs, signal, clock, log } = options;
  let arrived: string | null = null;
  let newestAt: number | null = null;
  let failure: { readonly at: number; readonly message: string } | null = null;
  let running: Promise<void> | null = null;

  const failed = (message: string): void => {
    failure = { at: clock(), message };
    log.error("backup_failed", { place, why: message });
  };

  async function attempt(file: string): Promise<void> {
    try {
      const done = await send(file, signal);
      newestAt = done.newestAt;
      // The backup was uploaded, but old backups in the storage could not be removed.
      if (done.fault !== null) return failed(done.fault);
      arrived = file;
      failure = null;
      if (done.sent) log.info("backup_uploaded", { place, file, removed: done.removed.length });
    } catch (error) {
      if (!signal.aborted) failed(error instanceof Error ? error.message : String(error));
    }
  }

  const isResting = (now: number): boolean =>
    failure !== null && now >= failure.at && now < failure.at + retryMs;

  return {
    async sendNewest(files) {
      if (running !== null) return running;
      const now = clock();
      const newest = newestOf(scheduledAmong(files), now);
      if (newest === undefined || signal.aborted || isResting(now)) return;
      if (arrived !== null && basename(arrived) === basename(newest.path)) return;
      running = attempt(newest.path).finally(() => {
        running = null;
      });
      return running;
    },
    status: () => ({ place, newestAt, failure: failure?.message ?? null }),
  };
}
