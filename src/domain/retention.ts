import { type Brand, retentionDaysOf } from "./settings-model.ts";
import { addDays, dateOf, startOfDay } from "./time.ts";

/** Guest data from before this instant is cleared. Null if no guest data is cleared. */
export function keptFrom({ settings }: Pick<Brand, "settings">, now: number): number | null {
  const { timeZone, keepGuestsUntil } = settings;
  const today = dateOf(now, timeZone);
  if (keepGuestsUntil !== undefined && today < keepGuestsUntil) return null;
  const days = retentionDaysOf(settings);
  return days === null ? null : startOfDay(addDays(today, -days), timeZone);
}
