import { type BrandSettings, type Limits, maxPartySizeOf } from "../../domain/settings.ts";
import { brandBudget, phoneBudget } from "../../domain/sms-budget.ts";
import { WIDENED } from "../../domain/waitlist.ts";
import { needsPerson } from "../../domain/waitlist-matching.ts";
import type { MachineContext } from "../call/acting-as.ts";
import { freeSeats } from "./free-seats.ts";

const MORE_IS_WIDER: readonly (keyof Limits)[] = [
  "seats",
  "maxPartiesPresent",
  "overbookCovers",
  "paceCovers",
  "paceParties",
];
const OTHER_STARTS = [
  "slotMinutes",
  "services",
  "specialDays",
  "turnMinutes",
  "bufferMinutes",
] as const;

export function isWidened(before: BrandSettings, after: BrandSettings): boolean {
  if (after.waitlist.enabled && !before.waitlist.enabled) return true;
  if (MORE_IS_WIDER.some((key) => more(before[key], after[key]))) return true;
  if (more(maxPartySizeOf(before), maxPartySizeOf(after))) return true;
  if (!Bun.deepEquals(before.smsCountries, after.smsCountries)) return true;
  if (after.minNoticeMinutes < before.minNoticeMinutes) return true;
  if (before.tables.mode === "required" && after.tables.mode !== "required") return true;
  // More parties may be moved to make room.
  if (after.tables.freezeMinutes < before.tables.freezeMinutes) return true;
  const large = before.largeParty.from;
  if (needsPerson(large, before) && !needsPerson(large, after)) return true;
  return OTHER_STARTS.some((key) => !Bun.deepEquals(before[key], after[key]));
}

const more = (before: number | null, after: number | null): boolean =>
  before !== null && (after === null || after > before);

const mayTextMore = (before: BrandSettings, after: BrandSettings): boolean =>
  phoneBudget(after) > phoneBudget(before) ||
  brandBudget(after) > brandBudget(before) ||
  !Bun.deepEquals(before.quietHours, after.quietHours) ||
  before.timeZone !== after.timeZone;

export function feedWidened(before: BrandSettings, context: MachineContext): void {
  const { brand, now, stores } = context;
  if (!brand.settings.waitlist.enabled) return;
  if (mayTextMore(before, brand.settings)) {
    const all = { from: now, to: Number.MAX_SAFE_INTEGER };
    stores.slotFreed.lookNow({ brand: brand.slug, since: 0, ...all, now });
  }
  if (isWidened(before, brand.settings)) askEverybody(context);
}

/** Looks for seats for all waiting guests, as if seats had been freed at the times they wish for. */
export function askEverybody(context: MachineContext): void {
  const { brand, now, stores } = context;
  if (!brand.settings.waitlist.enabled) return;
  const ahead = stores.clock.endingsAt(now);
  for (const { earliestAt, latestAt } of stores.waitlistQueue.dates(brand.slug, ahead)) {
    // `+ 1`, because `to` is exclusive.
    const seats = { from: Math.max(ahead, earliestAt), to: Math.max(ahead, latestAt) + 1 };
    freeSeats({ brand: brand.slug, ...seats, cause: WIDENED }, context);
  }
}
