import type { Message } from "../domain/message.ts";
import type { SendResult, SmsProvider } from "../domain/sms-provider.ts";
import type { Step } from "./loop.ts";
import type { Machine } from "./sweep.ts";

const BATCH = 50;
/** After as many attempts a gateway that refuses for now has refused. */
const MAX_ATTEMPTS = 5;

/**
 * Sends texts that are due: `due -> sending`, the attempt, then its outcome. Two commits a batch, and the attempt
 * between them: a process that dies there leaves `sending`, never a text that is sent twice.
 */
export const deliveries = (machine: Machine, provider: SmsProvider): Step => ({
  name: "deliveries",
  whenWoken: true,
  async run(now) {
    if (machine.stores.messages.nextDueAt() === null) return 0;
    const { claimed, silenced } = await claim(machine, now);
    if (claimed.length === 0) return silenced;
    const results = await Promise.all(
      claimed.map((message) => send(machine, provider, message, now)),
    );
    const recorded = await machine.writer.write(() => {
      const outcomes = claimed.map((message, index) => ({ message, result: results[index] }));
      return outcomes.filter((outcome) => record(machine, provider, outcome, now)).length;
    });
    return silenced + recorded;
  },
  nextDueAt(after, until) {
    const dueAt = machine.stores.messages.nextDueAt();
    return dueAt !== null && dueAt > after && dueAt <= until ? dueAt : null;
  },
});

/**
 * Takes the next texts for this process: the state changes only where it still is `due`. Those to phones that have
 * opted out since are withdrawn; `silenced` counts them.
 */
const claim = (
  { stores, writer }: Machine,
  now: number,
): Promise<{ readonly claimed: Message[]; readonly silenced: number }> =>
  writer.write(() => {
    const { messages, optOuts } = stores;
    messages.expireDue(now);
    const claimed: Message[] = [];
    let silenced = 0;
    for (const text of messages.due(now, BATCH)) {
      const attempt = text.attempt + 1;
      if (optOuts.has(text.to)) silenced += Number(messages.setState(text.id, "due", "void"));
      else if (messages.setState(text.id, "due", "sending", { attempt })) {
        claimed.push({ ...text, attempt });
      }
    }
    return { claimed, silenced };
  });

async function send(
  { log }: Machine,
  provider: SmsProvider,
  { id, kind, to, body, expiresAt }: Message,
  now: number,
): Promise<SendResult> {
  const ttlSeconds = Math.max(1, Math.floor((expiresAt - now) / 1000));
  try {
    return await provider.send({ id, kind, to, body, ttlSeconds });
  } catch (error) {
    log.warn("sms_attempt_failed", { id, provider: provider.name, error });
    return { status: "unknown" };
  }
}

/** Notes what became of an attempt; false where the text goes back to wait for another one. */
function record(
  { stores }: Machine,
  provider: SmsProvider,
  outcome: { readonly message: Message; readonly result: SendResult | undefined },
  now: number,
): boolean {
  const { messages, optOuts } = stores;
  const { id, to, attempt } = outcome.message;
  const { result } = outcome;
  switch (result?.status) {
    case "accepted": {
      const { providerId } = result;
      messages.setState(id, "sending", "accepted", { providerId });
      if (result.delivered === true) messages.setState(id, "accepted", "delivered");
      return true;
    }
    case "rejected": {
      if (result.optedOut === true) optOuts.add(to, now);
      const final = result.permanent || attempt >= MAX_ATTEMPTS;
      messages.setState(id, "sending", final ? "failed" : "due");
      return final;
    }
    case "unknown":
    case undefined: {
      const again = provider.capabilities.dedupesById && attempt < MAX_ATTEMPTS;
      messages.setState(id, "sending", again ? "due" : "unknown");
      return !again;
    }
  }
}
