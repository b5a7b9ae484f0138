import { HOUR } from "../domain/time.ts";
import { type BackupFile, newestOf, scheduledAmong } from "../storage/backup-files.ts";

/** When backups are made and how many of them are kept. */
export interface BackupTimes {
  /** Hours between two backups, if no time of day is set. */
  readonly everyHours: number;
  readonly keep: number;
  /** `HH:MM`: one per day at this time; null: one every `everyHours`. */
  readonly at: string | null;
  /** The time zone of `at`. */
  readonly zone: () => string;
}

/** Whether a backup is due, given those in the folder, newest first. */
export function isBackupDue(
  files: readonly BackupFile[],
  now: number,
  times: BackupTimes,
): boolean {
  const newest = newestOf(scheduledAmong(files), now);
  if (newest === undefined) return true;
  if (times.at === null) return newest.takenAt + times.everyHours * HOUR <= now;
  return newest.takenAt < lastTime(times.at, now, times.zone());
}

/** The last time the zone's clock showed `at`, so that a machine that slept catches up. */
function lastTime(at: string, now: number, zone: string): number {
  const local = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone);
  const today = local.withPlainTime(at);
  const last = Temporal.ZonedDateTime.compare(today, local) <= 0 ? today : dayBefore(local, at);
  return last.epochMilliseconds;
}

const dayBefore = (local: Temporal.ZonedDateTime, at: string): Temporal.ZonedDateTime =>
  local.subtract({ days: 1 }).withPlainTime(at);
