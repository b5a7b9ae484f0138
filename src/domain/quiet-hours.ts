import { BoundedMap } from "./bounded-map.ts";
import type { BrandSettings } from "./settings.ts";
import { addDays, DAY, dateOf, MINUTE, timeOf, utcOffset, wallInstant } from "./time.ts";

/** `from` and `to` ("HH:MM") may cross midnight. If they are equal, there are no quiet hours. */
export type QuietHours = BrandSettings["quietHours"];

/** The period [from, to) in epoch milliseconds. */
export interface QuietPeriod {
  readonly from: number;
  readonly to: number;
}

const MAX_JOINED = 4;

const periods = new BoundedMap<string, QuietPeriod>(2000);

/** If a clock change repeats a wall time, `from` means its first occurrence and `to` its second. */
function periodOf({ from, to }: QuietHours, date: string, zone: string): QuietPeriod {
  const key = `${from} ${to} ${date} ${zone}`;
  const known = periods.get(key);
  if (known !== undefined) return known;
  const endDate = to < from ? addDays(date, 1) : date;
  const period = {
    from: wallInstant(date, from, zone, "earlier", "after"),
    to: wallInstant(endDate, to, zone, "later", "after"),
  };
  periods.set(key, period);
  return period;
}

/** A fast check. True only outside quiet hours. Always false within a day of a clock change. */
function isClearlyNotQuiet({ from, to }: QuietHours, instant: number, zone: string): boolean {
  const wall = timeOf(instant, zone);
  const inside = from < to ? from <= wall && wall < to : from <= wall || wall < to;
  return !inside && utcOffset(instant - DAY, zone) === utcOffset(instant + DAY, zone);
}

export function quietPeriodAt(
  quietHours: QuietHours,
  instant: number,
  zone: string,
): QuietPeriod | null {
  if (quietHours.from === quietHours.to || isClearlyNotQuiet(quietHours, instant, zone))
    return null;
  let found = singlePeriodAt(quietHours, instant, zone);
  for (let joined = 0; found !== null && joined < MAX_JOINED; joined += 1) {
    const earlier = singlePeriodAt(quietHours, found.from - MINUTE, zone);
    const later = singlePeriodAt(quietHours, found.to, zone);
    if (earlier === null && later === null) break;
    found = { from: earlier?.from ?? found.from, to: later?.to ?? found.to };
  }
  return found;
}

function singlePeriodAt(quietHours: QuietHours, instant: number, zone: string): QuietPeriod | null {
  const today = dateOf(instant, zone);
  for (const offset of [-1, 0]) {
    const period = periodOf(quietHours, addDays(today, offset), zone);
    if (period.from <= instant && instant < period.to) return period;
  }
  return null;
}

export const isQuiet = (quietHours: QuietHours, instant: number, zone: string): boolean =>
  quietPeriodAt(quietHours, instant, zone) !== null;

export const nextSendTime = (quietHours: QuietHours, instant: number, zone: string): number =>
  quietPeriodAt(quietHours, instant, zone)?.to ?? instant;

export function lastSendTime(quietHours: QuietHours, instant: number, zone: string): number {
  const period = quietPeriodAt(quietHours, instant, zone);
  return period === null ? instant : period.from - MINUTE;
}
