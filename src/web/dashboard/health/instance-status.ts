import type { ClockWatch } from "../../../domain/clock-watch.ts";
import type { Clock } from "../../../domain/ids.ts";
import type { PageState } from "../../../domain/page-state.ts";
import type { BackupStatus } from "../../../storage/backup-files.ts";

export interface InstanceStatus {
  readonly database: string;
  readonly startedAt: number;
  /** Tests move the restaurants' clock, but not this one. */
  readonly systemClock: Clock;
  readonly watch: Pick<ClockWatch, "doubt" | "confirm">;
  readonly pages: () => PageState;
  /** False after a failed write, until a write succeeds. */
  readonly writable: () => boolean;
  /** Milliseconds since the background loop last finished a run. */
  readonly loopSilentMs: () => number;
  readonly backups: {
    /** 0 if no automatic backups are made. */
    readonly everyHours: number;
    readonly folder: string;
    /** Cached, so that pages never wait for a disk. */
    readonly status: () => BackupStatus;
  };
}
