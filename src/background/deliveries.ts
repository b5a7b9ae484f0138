import type { Message } from "../domain/message.ts";
import { nearBudget, overBudget } from "../domain/sms-budget.ts";
import type { SendResult, SmsProvider } from "../domain/sms-provider.ts";
import { DAY, MINUTE } from "../domain/time.ts";
import { recordAttempt } from "./delivery-outcome.ts";
import type { Step } from "./loop.ts";
import { isTooLate, putOff } from "./quiet-texts.ts";
import { isStale } from "./stale-texts.ts";
import type { Machine } from "./sweep.ts";

/** Attempts under way at once: a phone that serves as gateway takes no more. */
const BATCH = 20;
/** An attempt without an outcome for as long was made by a process that is no more. */
const LOST_MS = 2 * MINUTE;

/** Who may send now. Asked inside the write transaction that takes a text. */
export interface SendingRight {
  /** Names this process in the rows it takes. */
  readonly owner: string;
  held(now: number): boolean;
}

export interface DeliveryOptions {
  readonly right?: SendingRight;
  /** The body as the guest gets it, links included. */
  readonly complete?: (message: Message) => string;
}

/** Where there is one process only. */
const ALONE: SendingRight = { owner: "alone", held: () => true };

/**
 * Sends texts that are due: `due -> sending`, the attempt, then its outcome, each a commit of its
 * own. A process that dies between them leaves `sending`, which becomes `unknown` after two
 * minutes, or is sent again where the gateway dedupes.
 */
export function deliveries(
  machine: Machine,
  provider: SmsProvider,
  { right = ALONE, complete = ({ body }) => body }: DeliveryOptions = {},
): Step {
  const { stores, writer, log } = machine;
  const underWay = new Set<string>();
  const warned = createNearWarning(machine);

  const attempt = async (message: Message, now: number): Promise<boolean> => {
    underWay.add(message.id);
    try {
      const result = await send(machine, provider, message, complete, now);
      await writer.write(() => recordAttempt(machine, provider, message, result, now));
      return result.status === "accepted" || (result.status === "rejected" && result.permanent);
    } finally {
      underWay.delete(message.id);
    }
  };
  const giveUpLost = (now: number): number => {
    const lost = stores.deliveries.stale(now - LOST_MS, BATCH);
    const orphans = lost.filter(({ id }) => !underWay.has(id));
    for (const message of orphans) {
      recordAttempt(machine, provider, message, { status: "unknown" }, now);
    }
    return orphans.length;
  };

  return {
    name: "deliveries",
    whenWoken: true,
    async run(now) {
      const nextAt = stores.deliveries.nextDueAt();
      const oldestAt = stores.deliveries.oldestAttemptAt();
      const nothingDue = nextAt === null || nextAt > now;
      if (nothingDue && (oldestAt === null || oldestAt > now - LOST_MS)) return 0;
      const { claimed, settled } = await writer.write(() => {
        if (!right.held(now)) return { claimed: [], settled: 0 };
        const lost = giveUpLost(now);
        const batch = claim(machine, right, now);
        return { claimed: batch.claimed, settled: lost + batch.settled };
      });
      for (const { brand } of claimed) warned(brand, now);
      const fine = await Promise.all(claimed.map((message) => attempt(message, now)));
      // A gateway in trouble is left alone until the next tick, and the other steps get their turn.
      if (fine.includes(false)) {
        log.warn("sms_gateway_trouble", { provider: provider.name, texts: claimed.length });
        return 0;
      }
      return settled + claimed.length;
    },
    nextDueAt(after, until) {
      const dueAt = stores.deliveries.nextDueAt();
      const oldestAt = stores.deliveries.oldestAttemptAt();
      const times = [dueAt, oldestAt === null ? null : oldestAt + LOST_MS];
      const next = times.filter((time) => time !== null && time > after && time <= until);
      return next.length === 0 ? null : Math.min(...(next as number[]));
    },
  };
}

/**
 * Takes the next texts for this process: the state changes only where it still is `due`. Those to
 * phones that have opted out since and those that are not true any more are withdrawn, those beyond
 * the day's budget held; `settled` counts them.
 */
function claim(
  { stores }: Machine,
  { owner }: SendingRight,
  now: number,
): { readonly claimed: Message[]; readonly settled: number } {
  const { deliveries: outbox, optOuts, brands } = stores;
  let settled = outbox.expireDue(now);
  const claimed: Message[] = [];
  for (const text of outbox.due(now, BATCH)) {
    const brand = brands.get(text.brand);
    const use = outbox.sentSince(now - DAY, text);
    if (optOuts.has(text.to) || isStale(text, stores)) {
      settled += Number(outbox.leave(text.id, "void"));
    } else if (brand !== null && isTooLate(text, brand, now, stores)) {
      settled += Number(putOff(text, brand, now, stores));
    } else if (
      brand !== null &&
      overBudget(text.kind, brand.settings, use) &&
      outbox.hold(text.id)
    ) {
      settled += 1;
    } else if (outbox.claim(text.id, { owner, now })) {
      claimed.push({ ...text, state: "sending", attempt: text.attempt + 1 });
    }
  }
  return { claimed, settled };
}

async function send(
  { log }: Machine,
  provider: SmsProvider,
  message: Message,
  complete: (message: Message) => string,
  now: number,
): Promise<SendResult> {
  const { id, kind, to, expiresAt } = message;
  const ttlSeconds = Math.max(1, Math.floor((expiresAt - now) / 1000));
  try {
    return await provider.send({ id, kind, to, body: complete(message), ttlSeconds });
  } catch (error) {
    log.warn("sms_attempt_failed", { id, provider: provider.name, error });
    return { status: "unknown" };
  }
}

/** Says once a day that a brand has used most of its texts. */
function createNearWarning({ stores, log }: Machine): (brand: string, now: number) => void {
  const saidAt = new Map<string, number>();
  return (slug, now) => {
    if (now - (saidAt.get(slug) ?? 0) < DAY) return;
    const brand = stores.brands.get(slug);
    if (brand === null) return;
    const { forBrand } = stores.deliveries.sentSince(now - DAY, { to: "", brand: slug });
    if (!nearBudget(brand.settings, forBrand)) return;
    saidAt.set(slug, now);
    log.warn("sms_budget_nearly_used", { brand: slug, used: forBrand });
  };
}
