import type { SmsProvider } from "../domain/sms-provider.ts";
import { MINUTE } from "../domain/time.ts";
import { createAttempts } from "./attempts.ts";
import { type Claimed, claimDue, createBudgetWarning } from "./claim-due.ts";
import { recordAttempt } from "./delivery-outcome.ts";
import { earliestIn, type Step } from "./loop.ts";
import type { Machine } from "./sweep.ts";

/** Default number of simultaneous attempts: a phone used as gateway cannot handle more. */
const AT_ONCE = 20;
/** After this time, an attempt without outcome counts as lost, unless this process is still making it. */
const LOST_MS = 2 * MINUTE;
const PATIENCE_MS = 250;
const LIMIT_MS = 12_000;
const DRAIN_MS = 5000;

export interface SendingRight {
  /** True if this process may send texts. Call it in the transaction that claims the texts. */
  held(now: number): boolean;
}

export interface DeliveryOptions {
  readonly right?: SendingRight;
  readonly wake?: () => void;
  readonly patienceMs?: number;
  readonly limitMs?: number;
}

const ALONE: SendingRight = { held: () => true };

/** Stores a text as `sending` before each attempt. After a crash, a later run settles the text. */
export function deliveries(
  machine: Machine,
  provider: SmsProvider,
  options: DeliveryOptions = {},
): Step {
  const { right = ALONE, wake, patienceMs = PATIENCE_MS, limitMs = LIMIT_MS } = options;
  const { stores, writer } = machine;
  const atOnce = provider.capabilities.atOnce ?? AT_ONCE;
  const attempts = createAttempts(machine, provider, limitMs);
  const warn = createBudgetWarning(machine);

  const giveUpLost = (now: number): number => {
    const at = stores.clock.endingsAt(now);
    const lost = stores.deliveries.stale(at - LOST_MS, AT_ONCE + attempts.count());
    const orphans = lost.filter(({ id }) => !attempts.has(id));
    for (const message of orphans) {
      recordAttempt(machine, provider, message, { status: "unknown" }, at);
    }
    return orphans.length;
  };
  const take = (
    now: number,
  ): { readonly claimed: readonly Claimed[]; readonly settled: number } => {
    if (!right.held(now)) return { claimed: [], settled: 0 };
    const lost = giveUpLost(now);
    const { claimed, settled } = claimDue(machine, atOnce - attempts.count(), now);
    return { claimed, settled: lost + settled };
  };
  const isIdle = (now: number): boolean => {
    const nextAt = stores.deliveries.nextDueAt();
    const nothingDue =
      nextAt === null || nextAt > stores.clock.dueBy(now) || attempts.count() >= atOnce;
    const oldestAt = stores.deliveries.oldestAttemptAt();
    return nothingDue && (oldestAt === null || oldestAt > stores.clock.endingsAt(now) - LOST_MS);
  };

  return {
    name: "deliveries",
    whenWoken: true,
    async run(now) {
      if (isIdle(now)) return 0;
      const { claimed, settled } = await writer.write(() => take(now));
      const at = stores.clock.endingsAt(now);
      warn(claimed, at);
      const { ended, troubled } = await attempts.start(claimed, at, patienceMs, wake);
      // After trouble, return 0: the loop then goes on to the other steps instead of trying again.
      return troubled ? 0 : settled + ended;
    },
    nextDueAt(after, until) {
      const dueAt = stores.deliveries.nextDueAt();
      const oldestAt = stores.deliveries.oldestAttemptAt();
      const lostAt = oldestAt === null ? null : oldestAt + LOST_MS;
      return earliestIn([dueAt, lostAt], after, until);
    },
    drain: () => attempts.drain(DRAIN_MS),
  };
}
