import { HOUR } from "../domain/time.ts";
import { type BackupFile, newestOf, scheduledAmong } from "../storage/backup-files.ts";

export interface BackupTimes {
  readonly everyHours: number;
  readonly keep: number;
  /** Time of the daily backup (`HH:MM`), or null for a backup every `everyHours` hours. */
  readonly at: string | null;
  readonly zone: () => string;
}

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

function lastTime(at: string, now: number, zone: string): number {
  const local = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone);
  const today = local.withPlainTime(at);
  const last = Temporal.ZonedDateTime.compare(today, local) <= 0 ? today : dayBefore(local, at);
  return last.epochMilliseconds;
}

const dayBefore = (local: Temporal.ZonedDateTime, at: string): Temporal.ZonedDateTime =>
  local.subtract({ days: 1 }).withPlainTime(at);
