import { clockTime, dateOf, shortDate } from "../../domain/time.ts";
import type { DeskVisit } from "./desk-visit.ts";

type Viewed = Pick<DeskVisit, "brand" | "now">;

/** The time, such as "7:05 PM". Adds the day if it is not today. */
export function shortWhen(instant: number, visit: Viewed): string {
  const zone = visit.brand.settings.timeZone;
  const isToday = dateOf(instant, zone) === dateOf(visit.now, zone);
  return isToday ? clockTime(instant, zone) : dayAndTime(instant, visit);
}

/** The day and time, such as "Fri Nov 27, 7:00 PM". Adds the year if it is not this year. */
export function dayAndTime(instant: number, { brand, now }: Viewed): string {
  const zone = brand.settings.timeZone;
  const year = dateOf(instant, zone).slice(0, 4);
  const shown = year === dateOf(now, zone).slice(0, 4) ? "" : ` ${year}`;
  return `${shortDate(instant, zone)}${shown}, ${clockTime(instant, zone)}`;
}
