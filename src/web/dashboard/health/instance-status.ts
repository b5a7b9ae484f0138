import type { ClockWatch } from "../../../domain/clock-watch.ts";
import type { Clock } from "../../../domain/ids.ts";
import type { PageState } from "../../../domain/page-state.ts";
import type { BackupStatus } from "../../../storage/backup-files.ts";

/** What the pages read about the running instance. */
export interface InstanceStatus {
  /** Absolute path of the SQLite file. */
  readonly database: string;
  /** By the system clock, epoch milliseconds. */
  readonly startedAt: number;
  /** The machine's own clock, which tests do not move. */
  readonly systemClock: Clock;
  /** Whether that clock is trusted. */
  readonly watch: Pick<ClockWatch, "doubt" | "confirm">;
  /** The state of the check of the file's pages. */
  readonly pages: () => PageState;
  /** False from a failed write until one succeeds. */
  readonly writable: () => boolean;
  /** Milliseconds since the loop last ended a run. */
  readonly loopSilentMs: () => number;
  readonly backups: {
    /** Hours between two backups; 0: no automatic ones. */
    readonly everyHours: number;
    readonly folder: string;
    /** From the last look into the folder, so that pages never wait for a disk. */
    readonly status: () => BackupStatus;
  };
}
