import type { SmsProvider } from "../domain/sms-provider.ts";
import { MINUTE } from "../domain/time.ts";
import { createAttempts } from "./attempts.ts";
import { type Claimed, claimDue, createBudgetWarning } from "./claim-due.ts";
import { recordAttempt } from "./delivery-outcome.ts";
import type { Step } from "./loop.ts";
import type { Machine } from "./sweep.ts";

/** Attempts under way at once, unless the provider sets another number: a phone takes no more. */
const AT_ONCE = 20;
/** After this long, an attempt without an outcome was made by a process that has ended. */
const LOST_MS = 2 * MINUTE;
/** No run waits longer for a gateway: other steps have deadlines too. */
const PATIENCE_MS = 250;
/** Longer than any adapter waits; for gateways that never answer. */
const LIMIT_MS = 12_000;
/** How long the end of the program waits for a gateway. */
const DRAIN_MS = 5000;

/** Who can send now. Asked inside the transaction that takes a text. */
export interface SendingRight {
  /** Identifies this process in the rows it takes. */
  readonly owner: string;
  held(now: number): boolean;
}

export interface DeliveryOptions {
  readonly right?: SendingRight;
  /** Called for another run when an attempt ends after its run. */
  readonly wake?: () => void;
  /** How long a run waits for the attempts that it has started, milliseconds. */
  readonly patienceMs?: number;
  /** After this long without an answer an attempt is given up as unknown, milliseconds. */
  readonly limitMs?: number;
}

/** With a single process. */
const ALONE: SendingRight = { owner: "alone", held: () => true };

/**
 * Sends texts that are due: `due -> sending`, the attempt, then its outcome; taking them is a
 * commit before the first attempt, and outcomes that come together share one. A process that dies
 * between them leaves `sending`, which becomes `unknown` after two minutes, or is sent again where
 * the gateway dedupes. A slow gateway is waited for only briefly: its attempts go on beside the
 * loop, never more than the provider takes at once.
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
    const { claimed, settled } = claimDue(machine, right, atOnce - attempts.count(), now);
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
