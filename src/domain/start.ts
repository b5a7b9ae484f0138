import { gridOf, serviceAt } from "./calendar.ts";
import { accepted, type Checked, refused, type Suggestion } from "./errors.ts";
import type { BrandSettings } from "./settings.ts";
import {
  cutToMinute,
  displayDate,
  displayTime,
  formatDate,
  formatTime,
  MINUTE,
  wallInstants,
} from "./time.ts";
import { type Warning, warning } from "./warnings.ts";

/** A timestamp before 1900 or after 2199 is not shown as a date. */
const EARLIEST_READABLE = -2_208_988_800_000;
const LATEST_READABLE = 7_258_118_400_000;

/** `date` is YYYY-MM-DD, `time` is HH:MM. */
export interface WishedStart {
  readonly date: string;
  readonly time: string;
  /** Must agree with `date` and `time`. If the clocks show that time twice, it says which one is meant. */
  readonly timestamp: number | null;
}

export interface ResolvedStart {
  readonly startAt: number;
  readonly warnings: readonly Warning[];
}

/**
 * If the clocks show the time twice, and there is no `timestamp`, takes the first bookable instant and
 * warns (rule C10).
 */
export function resolveStart(
  wish: WishedStart,
  settings: BrandSettings,
  now: number,
): Checked<ResolvedStart> {
  const zone = settings.timeZone;
  const wall = wallInstants(wish.date, wish.time, zone);
  if (wall.kind === "gap") return nonexistent(wish, wall, settings);
  const candidates = wall.kind === "one" ? [wall.at] : [wall.earlier, wall.later];
  if (wish.timestamp !== null) {
    const given = cutToMinute(wish.timestamp);
    if (candidates.includes(given)) return accepted({ startAt: given, warnings: [] });
    return timestampMismatch(wish, wish.timestamp, candidates, zone);
  }
  if (wall.kind === "one") return accepted({ startAt: wall.at, warnings: [] });
  const startAt = pickFromFold(wall.earlier, wall.later, settings, now);
  const other = startAt === wall.earlier ? wall.later : wall.earlier;
  const say = { date: wish.date, time: wish.time, startAt, zone };
  const warnings = [warning("AMBIGUOUS_TIME", { otherTimestamp: other, say })];
  return accepted({ startAt, warnings });
}

function nonexistent(
  { date, time }: WishedStart,
  gap: { readonly before: number; readonly after: number },
  settings: BrandSettings,
) {
  const zone = settings.timeZone;
  const service = serviceAt(settings, gap.before) ?? serviceAt(settings, gap.after);
  const grid = service === null ? [] : gridOf(service);
  // On a side where the service has no slot, suggest the minute next to the skipped hour.
  const before = suggestion(grid.findLast((start) => start < gap.after) ?? gap.before, zone);
  const after = suggestion(grid.find((start) => start >= gap.after) ?? gap.after, zone);
  const say = { date, time, zone, skipsTo: gap.after };
  return refused("NONEXISTENT_TIME", { before, after, say });
}

export const suggestion = (timestamp: number, zone: string): Suggestion => ({
  date: displayDate(timestamp, zone),
  time: displayTime(timestamp, zone),
  timestamp,
});

function pickFromFold(
  earlier: number,
  later: number,
  settings: BrandSettings,
  now: number,
): number {
  const earliest = cutToMinute(now) - settings.pastGraceMinutes * MINUTE;
  const bookable = (instant: number): boolean =>
    instant >= earliest && serviceAt(settings, instant) !== null;
  if (bookable(earlier)) return earlier;
  return bookable(later) ? later : earlier;
}

function timestampMismatch(
  wish: WishedStart,
  timestamp: number,
  candidates: readonly number[],
  zone: string,
) {
  const expected = candidates[0] as number;
  const inRange = timestamp >= EARLIEST_READABLE && timestamp <= LATEST_READABLE;
  return refused("TIMESTAMP_MISMATCH", {
    timestamp,
    expected,
    timestampReads: inRange
      ? { date: displayDate(timestamp, zone), time: displayTime(timestamp, zone) }
      : null,
    dateAndTimeRead: { date: formatDate(wish.date), time: formatTime(wish.time) },
    say: { zone, candidates, mistake: mistakeIn(wish, timestamp, candidates) },
  });
}

function mistakeIn(
  wish: WishedStart,
  timestamp: number,
  candidates: readonly number[],
): "seconds" | "read_as_utc" | null {
  if (candidates.includes(cutToMinute(timestamp * 1000))) {
    return "seconds";
  }
  if (cutToMinute(timestamp) === Date.parse(`${wish.date}T${wish.time}:00Z`)) {
    return "read_as_utc";
  }
  return null;
}
