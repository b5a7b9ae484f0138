import { backOff } from "../domain/back-off.ts";
import type { Message } from "../domain/message.ts";
import type { SendResult, SmsProvider } from "../domain/sms-provider.ts";
import { optOut } from "../operations/guest/opt-out.ts";
import type { Machine } from "./sweep.ts";

/** All attempts together take most of a day, in case a phone that serves as gateway is off overnight. */
const MAX_ATTEMPTS = 100;

/** Must run inside `writer.write`. */
export function recordAttempt(
  machine: Machine,
  provider: SmsProvider,
  message: Message,
  result: SendResult,
  now: number,
): void {
  const { stores, random } = machine;
  const { deliveries } = stores;
  switch (result.status) {
    case "accepted": {
      const to = result.delivered === true ? "delivered" : "accepted";
      deliveries.settle(message, { to, providerId: result.providerId, fault: null });
      return;
    }
    case "rejected": {
      const { code: fault, permanent, optedOut, retryAfterSeconds } = result;
      if (optedOut === true) optOut(message.to, now, { stores, random, now });
      const next = { fault, doubtful: false, retryAfterSeconds };
      if (permanent || !tryAgain(machine, message, next, now)) {
        deliveries.settle(message, { to: "failed", providerId: null, fault });
      }
      return;
    }
    case "unknown": {
      const fault = result.code ?? null;
      const next = { fault, doubtful: true };
      if (provider.capabilities.dedupesById && tryAgain(machine, message, next, now)) return;
      deliveries.settle(message, { to: "unknown", providerId: null, fault });
    }
  }
}

/**
 * False if no attempt is left, or if the text expires before the next attempt. An offer's text stays due
 * even then, because after a failed text the guest could not be offered this start again that day.
 */
function tryAgain(
  { stores, random }: Machine,
  message: Message,
  next: { fault: string | null; doubtful: boolean; retryAfterSeconds?: number | undefined },
  now: number,
): boolean {
  const { fault, doubtful, retryAfterSeconds } = next;
  const dueAt = now + backOff(message.attempt, retryAfterSeconds, random);
  const isUseless = dueAt >= message.expiresAt && message.kind !== "offer";
  if (message.attempt >= MAX_ATTEMPTS || isUseless) return false;
  return stores.deliveries.retry(message, { dueAt, fault, doubtful });
}
