import type { ClockWatch } from "../../../domain/clock-watch.ts";
import type { Clock } from "../../../domain/ids.ts";
import type { PageState } from "../../../domain/page-state.ts";
import type { BackupStatus } from "../../../storage/backup-files.ts";

/** The running instance, as far as the pages look at it. */
export interface InstanceDesk {
  /** Absolute path of the SQLite file. */
  readonly database: string;
  /** By the system clock, epoch milliseconds. */
  readonly startedAt: number;
  /** The machine's own, which tests do not move. */
  readonly systemClock: Clock;
  /** Whether that clock is believed. */
  readonly watch: Pick<ClockWatch, "doubt" | "confirm">;
  /** What is known of the pages of the file. */
  readonly pages: () => PageState;
  /** False from a failed write until one succeeds. */
  readonly writable: () => boolean;
  /** Milliseconds since the loop last ended a run. */
  readonly loopSilentMs: () => number;
  readonly backups: {
    /** Hours between two; 0: none are made by themselves. */
    readonly everyHours: number;
    readonly folder: string;
    /** As of the last look into it, which is no business of a page. */
    readonly status: () => BackupStatus;
  };
}
