import { serviceAt } from "../../domain/calendar.ts";
import type { BrandSettings } from "../../domain/settings-model.ts";
import { addDays, wallInstants } from "../../domain/time.ts";

/**
 * The date of a wall time (HH:MM) that was typed on the page of a service date, both YYYY-MM-DD: past
 * midnight the service of a date runs on the next one.
 */
export function dateAt(serviceDate: string, time: string, settings: BrandSettings): string {
  const next = addDays(serviceDate, 1);
  const wall = wallInstants(next, time, settings.timeZone);
  const at = wall.kind === "one" ? wall.at : wall.kind === "gap" ? wall.after : wall.earlier;
  return serviceAt(settings, at)?.serviceDate === serviceDate ? next : serviceDate;
}
