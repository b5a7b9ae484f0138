import { type Brand, retentionDaysOf } from "./settings-model.ts";
import { addDays, dateOf, startOfDay } from "./time.ts";

/**
 * Guests' data before this instant is cleared, epoch milliseconds; null if nothing is, for good or
 * until the day that `keepGuestsUntil` names.
 */
export function keptFrom({ settings }: Pick<Brand, "settings">, now: number): number | null {
  const { timeZone, keepGuestsUntil } = settings;
  const today = dateOf(now, timeZone);
  if (keepGuestsUntil !== undefined && today < keepGuestsUntil) return null;
  const days = retentionDaysOf(settings);
  return days === null ? null : startOfDay(addDays(today, -days), timeZone);
}
