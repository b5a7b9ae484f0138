import { brandBudget, overBudget, phoneBudget } from "../../domain/sms-budget.ts";
import { DAY } from "../../domain/time.ts";
import type { PassedOver } from "../../domain/waitlist.ts";
import type { OperationContext } from "../define.ts";

export interface SmsBudget {
  /** When the budgets allow the next offer to the phone; null if they allow an offer now. */
  spentUntil(phone: string): number | null;
  /** When the brand's budget allows the next text to any phone; null if it allows a text now. */
  brandSpentUntil(): number | null;
  queued(): void;
}

/** Counts like the loop that sends texts: no table may be held for an offer that is not sent. */
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
    // An offer can be sent once the `room`th newest text is a day old.
    const room = brandBudget(settings) - justQueued;
    return (deliveries.latestFor(slug, since, room - 1) ?? now) + DAY;
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
