import { DomainError, type Reason, reason, refusal } from "../../domain/errors.ts";
import { addDays, DAY, dateOf, daysBetween, MINUTE } from "../../domain/time.ts";
import type { OperationContext } from "../define.ts";

interface Demand {
  readonly numberOfPeople?: number;
  readonly date?: string;
}

/** Error: BUDGET_EXCEEDED, with `retryAt` if waiting helps. */
export function checkBudgets(demand: Demand, context: OperationContext): void {
  const { writesPerMinute } = context.caller.budgets;
  if (writesPerMinute !== null) checkWriteRate(writesPerMinute, context);
  const beyond = beyondBudget(demand, context);
  if (beyond !== null) throw new DomainError([beyond]);
}

export function beyondBudget(
  { numberOfPeople, date }: Demand,
  { caller, now, brand }: OperationContext,
): Reason | null {
  const { largestParty, daysAhead } = caller.budgets;
  if (largestParty !== null && numberOfPeople !== undefined && numberOfPeople > largestParty) {
    const facts = { budget: "largestParty", limit: largestParty, asked: numberOfPeople } as const;
    return reason("BUDGET_EXCEEDED.party", facts);
  }
  if (daysAhead === null || date === undefined) return null;
  const today = dateOf(now, brand.settings.timeZone);
  const asked = daysBetween(today, date);
  if (asked <= daysAhead) return null;
  const say = { date, last: addDays(today, daysAhead) };
  return reason("BUDGET_EXCEEDED.days", { budget: "daysAhead", limit: daysAhead, asked, say });
}

function checkWriteRate(limit: number, { caller, stores, now }: OperationContext): void {
  // Do not count changes dated more than a minute in the future: the clock was wrong when they were made.
  const lately = { since: now - MINUTE, until: now + MINUTE };
  const { count, oldestAt } = stores.budgetUse.changes(caller, lately);
  if (count < limit) return;
  const retryAt = (oldestAt ?? now) + MINUTE;
  const say = { seconds: Math.ceil((retryAt - now) / 1000) };
  throw refusal(
    "BUDGET_EXCEEDED.writes",
    { budget: "writesPerMinute", limit, used: count, say },
    { retryAt },
  );
}

export function mayText({ caller, stores, now }: OperationContext): boolean {
  const { smsPerDay } = caller.budgets;
  return (
    smsPerDay === null ||
    stores.messages.countBy(caller.principal, caller.brands, now - DAY) < smsPerDay
  );
}
