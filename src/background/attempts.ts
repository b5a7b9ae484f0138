import type { Message } from "../domain/message.ts";
import type { SendResult, SmsProvider } from "../domain/sms-provider.ts";
import type { Claimed } from "./claim-due.ts";
import { recordAttempt } from "./delivery-outcome.ts";
import type { Machine } from "./sweep.ts";

interface Settled {
  readonly ended: number;
  /** True if at least one outcome is unknown, lost or a temporary refusal. */
  readonly troubled: boolean;
}

export interface Attempts {
  /** Waits for at most `patienceMs`. After that, calls `wake` when a text is accepted or refused for good. */
  start(
    claimed: readonly Claimed[],
    now: number,
    patienceMs: number,
    wake: (() => void) | undefined,
  ): Promise<Settled>;
  has(id: string): boolean;
  count(): number;
  drain(limitMs: number): Promise<void>;
}

export function createAttempts(machine: Machine, provider: SmsProvider, limitMs: number): Attempts {
  const underWay = new Map<string, Promise<boolean>>();
  const record = createRecorder(machine, provider);
  const { log } = machine;
  const notTaken = ({ id, attempt }: Message, result: SendResult): Record<string, unknown> => ({
    id,
    provider: provider.name,
    attempt,
    status: result.status,
    ...("code" in result ? { fault: result.code } : {}),
    ...(result.status === "rejected" ? { forGood: result.permanent } : {}),
  });

  const attempt = async ({ message, body }: Claimed, now: number): Promise<boolean> => {
    try {
      const sending = send(machine, provider, message, body, now);
      const result = await within<SendResult>(sending, limitMs, { status: "unknown" });
      if (result.status !== "accepted") log.warn("sms_not_taken", notTaken(message, result));
      await record({ message, result, now });
      return result.status === "accepted" || (result.status === "rejected" && result.permanent);
    } catch (error) {
      // The text stays `sending`, and counts as lost later (LOST_MS).
      log.error("sms_outcome_lost", { id: message.id, error });
      return false;
    } finally {
      underWay.delete(message.id);
    }
  };

  return {
    has: (id) => underWay.has(id),
    count: () => underWay.size,
    async start(claimed, now, patienceMs, wake) {
      const outcomes: boolean[] = [];
      let waiting = true;
      const all = claimed.map(async (one) => {
        const attempted = attempt(one, now);
        underWay.set(one.message.id, attempted);
        const fine = await attempted;
        if (waiting) outcomes.push(fine);
        else if (fine) wake?.();
      });
      if (all.length > 0) await within<unknown>(Promise.all(all), patienceMs, null);
      waiting = false;
      return { ended: outcomes.length, troubled: outcomes.includes(false) };
    },
    async drain(drainMs) {
      if (underWay.size > 0) await within<unknown>(Promise.all(underWay.values()), drainMs, null);
    },
  };
}

interface Outcome {
  readonly message: Message;
  readonly result: SendResult;
  readonly now: number;
}

function createRecorder(
  machine: Machine,
  provider: SmsProvider,
): (outcome: Outcome) => Promise<void> {
  let gathered: Outcome[] = [];
  let written: Promise<void> | null = null;
  const note = ({ message, result, now }: Outcome): void =>
    recordAttempt(machine, provider, message, result, now);
  const flush = async (): Promise<void> => {
    await Promise.resolve();
    const together = gathered;
    gathered = [];
    written = null;
    await machine.writer.write(() => together.forEach(note));
  };
  return (outcome) => {
    gathered.push(outcome);
    written ??= flush();
    return written;
  };
}

async function send(
  { log }: Machine,
  provider: SmsProvider,
  message: Message,
  body: string,
  now: number,
): Promise<SendResult> {
  const { id, kind, to, expiresAt } = message;
  const ttlSeconds = Math.max(1, Math.floor((expiresAt - now) / 1000));
  try {
    return await provider.send({ id, kind, to, body, ttlSeconds });
  } catch (error) {
    log.warn("sms_attempt_failed", { id, provider: provider.name, error });
    return { status: "unknown" };
  }
}

async function within<Value>(
  promise: Promise<Value>,
  limitMs: number,
  late: Value,
): Promise<Value> {
  const { promise: over, resolve } = Promise.withResolvers<Value>();
  const timer = setTimeout(() => resolve(late), limitMs);
  try {
    return await Promise.race([promise, over]);
  } finally {
    clearTimeout(timer);
  }
}
