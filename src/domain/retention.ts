import { type Brand, retentionDaysOf } from "./settings-model.ts";
import { addDays, dateOf, startOfDay } from "./time.ts";

/** Guest data before this instant is cleared (epoch milliseconds). Null: nothing is cleared. */
export function keptFrom({ settings }: Pick<Brand, "settings">, now: number): number | null {
  const { timeZone, keepGuestsUntil } = settings;
  const today = dateOf(now, timeZone);
  if (keepGuestsUntil !== undefined && today < keepGuestsUntil) return null;
  const days = retentionDaysOf(settings);
  return days === null ? null : startOfDay(addDays(today, -days), timeZone);
}
