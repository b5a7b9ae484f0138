import { gridOf, servicesOn } from "../../../domain/calendar.ts";
import type { BrandSettings } from "../../../domain/settings-schema.ts";
import { timeOf } from "../../../domain/time.ts";

/** The time that guests most often want. */
const USUAL = "19:00";

/**
 * The time, HH:MM, that the form suggests for a service date (YYYY-MM-DD). While a service runs, it
 * is the next start, because the guest is at the door. Otherwise it is seven o'clock or the next
 * start after it, or else the first start to come. Empty: there is none.
 */
export function proposedTime(settings: BrandSettings, date: string, now: number): string {
  const { services } = servicesOn(settings, date);
  const times = services
    .flatMap(gridOf)
    .filter((start) => start >= now)
    .sort((one, other) => one - other)
    .map((start) => timeOf(start, settings.timeZone));
  const runs = services.some(({ opens, lastSeating }) => opens <= now && now <= lastSeating);
  const usual = runs ? undefined : times.find((time) => time >= USUAL);
  return usual ?? times[0] ?? "";
}
