import { brandBudget, overBudget, phoneBudget } from "../../domain/sms-budget.ts";
import { DAY } from "../../domain/time.ts";
import type { PassedOver } from "../../domain/waitlist.ts";
import type { OperationContext } from "../define.ts";

/** Whether the text of an offer would go out now, or be held because the day's texts are used up. */
export interface SmsBudget {
  /** Until when an offer to that phone would be held; null where it would go out. */
  spentUntil(phone: string): number | null;
  /** The same for whichever phone: the brand's texts are used up. */
  brandSpentUntil(): number | null;
  /** One more text of the brand was queued. */
  queued(): void;
}

/**
 * Counts as the sending does, over the 24 hours that end now, so that no table is held for a guest
 * whom nobody would tell. The brand's texts are counted once, and only when somebody would be asked.
 */
export function smsBudgetOf({ brand, now, stores }: OperationContext): SmsBudget {
  const { settings, slug } = brand;
  const { deliveries } = stores;
  const since = now - DAY;
  let sent: number | null = null;
  let justQueued = 0;

  const forBrand = (): number => {
    sent ??= deliveries.sentFor(slug, since);
    return sent + justQueued;
  };
  const brandSpentUntil = (): number | null => {
    if (!overBudget("offer", settings, { toPhone: 0, forBrand: forBrand() })) return null;
    // There is room again when so many are left that one more may be added.
    const kept = brandBudget(settings) - justQueued;
    return (kept <= 0 ? now : (deliveries.latestFor(slug, since, kept - 1) ?? now)) + DAY;
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
    },
  };
}

/** Why a guest is not offered a start of which they would not hear. */
export function textsSpent(
  timestamp: number,
  until: number,
  { brand }: OperationContext,
): PassedOver {
  return { timestamp, why: { kind: "SMS_BUDGET", until, zone: brand.settings.timeZone } };
}
