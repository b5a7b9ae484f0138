import { gridOf, servicesOn } from "../../../domain/calendar.ts";
import type { BrandSettings } from "../../../domain/settings-schema.ts";
import { timeOf } from "../../../domain/time.ts";

const USUAL = "19:00";

/**
 * The time that the form proposes, such as "19:30". During a service, the next start, because the guest is
 * probably at the door. At other times, the first start from 7 PM on, or the next start if there is none.
 * Empty if the date has no start left.
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
