import { brandBudget, overBudget, phoneBudget } from "../../domain/sms-budget.ts";
import { DAY } from "../../domain/time.ts";
import type { PassedOver } from "../../domain/waitlist.ts";
import type { OperationContext } from "../define.ts";

export interface SmsBudget {
  /** Until when the budgets hold back an offer to that phone; null if an offer would be sent now. */
  spentUntil(phone: string): number | null;
  /** Until when the brand's budget for texts to all phones is used up; null if some is left. */
  brandSpentUntil(): number | null;
  queued(): void;
}

/** Counts texts like the sender, so that no table is held for a guest who would get no text. */
export function smsBudgetOf({ brand, now, stores }: OperationContext): SmsBudget {
  const { settings, slug } = brand;
  const { deliveries } = stores;
  const since = now - DAY;
  let sent: number | null = null;
  let justQueued = 0;
  let spentUntil: number | null | undefined;

  const forBrand = (): number => {
    sent ??= deliveries.sentFor(slug, since);
    return sent + justQueued;
  };
  const findSpentUntil = (): number | null => {
    if (!overBudget("offer", settings, { toPhone: 0, forBrand: forBrand() })) return null;
    // Sending is possible again once fewer than `kept` sent texts are younger than a day.
    const kept = brandBudget(settings) - justQueued;
    return (deliveries.latestFor(slug, since, kept - 1) ?? now) + DAY;
  };
  const brandSpentUntil = (): number | null => {
    if (spentUntil === undefined) spentUntil = findSpentUntil();
    return spentUntil;
  };
  const phoneSpentUntil = (phone: string): number | null => {
    const toPhone = deliveries.sentTo(phone, since);
    if (!overBudget("offer", settings, { toPhone, forBrand: 0 })) return null;
    return (deliveries.latestTo(phone, since, phoneBudget(settings) - 1) ?? now) + DAY;
  };
  return {
    brandSpentUntil,
    spentUntil(phone) {
      const ends = [brandSpentUntil(), phoneSpentUntil(phone)].filter((at) => at !== null);
      return ends.length === 0 ? null : Math.max(...ends);
    },
    queued() {
      justQueued += 1;
      spentUntil = undefined;
    },
  };
}

export function textsSpent(
  timestamp: number,
  until: number,
  { brand }: OperationContext,
): PassedOver {
  return { timestamp, why: { kind: "SMS_BUDGET", until, zone: brand.settings.timeZone } };
}
