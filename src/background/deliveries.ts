import type { SmsProvider } from "../domain/sms-provider.ts";
import { MINUTE } from "../domain/time.ts";
import { createAttempts } from "./attempts.ts";
import { type Claimed, claimDue, createBudgetWarning } from "./claim-due.ts";
import { recordAttempt } from "./delivery-outcome.ts";
import type { Step } from "./loop.ts";
import type { Machine } from "./sweep.ts";

/** Attempts at once if the provider sets no number: a phone used as gateway manages no more. */
const AT_ONCE = 20;
/** An attempt without an outcome for this long was made by a process that has ended. */
const LOST_MS = 2 * MINUTE;
/** How long a run waits for a gateway: other steps have deadlines too. */
const PATIENCE_MS = 250;
/** Longer than any adapter waits, in case a gateway never answers. */
const LIMIT_MS = 12_000;
/** How long the program waits for a gateway before it ends. */
const DRAIN_MS = 5000;

/** Which process may send now. Asked inside the transaction that takes a text. */
export interface SendingRight {
  held(now: number): boolean;
}

export interface DeliveryOptions {
  readonly right?: SendingRight;
  /** Called for another run when an attempt ends after its run. */
  readonly wake?: () => void;
  /** How long a run waits for the attempts that it has started, milliseconds. */
  readonly patienceMs?: number;
  /** An attempt without an answer for this long is given up as unknown, milliseconds. */
  readonly limitMs?: number;
}

/** With a single process. */
const ALONE: SendingRight = { held: () => true };

/**
 * Sends due texts: `due -> sending`, the attempt, then its outcome. Taking texts is committed
 * before the first attempt, and outcomes that arrive together share a commit. If a process dies in
 * between, the text stays `sending` and becomes `unknown` after two minutes, or is sent again if
 * the gateway drops duplicates. The loop waits only briefly for a slow gateway; its attempts
 * continue beside the loop, up to the provider's limit.
 */
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
      // If the gateway is in trouble, wait for the next tick so that other steps get their turn.
      return troubled ? 0 : settled + ended;
    },
    nextDueAt(after, until) {
      const dueAt = stores.deliveries.nextDueAt();
      const oldestAt = stores.deliveries.oldestAttemptAt();
      const times = [dueAt, oldestAt === null ? null : oldestAt + LOST_MS];
      const next = times.filter((time) => time !== null && time > after && time <= until);
      return next.length === 0 ? null : Math.min(...(next as number[]));
    },
    drain: () => attempts.drain(DRAIN_MS),
  };
}
