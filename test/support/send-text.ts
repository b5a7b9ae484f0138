import type { MessageState } from "../../src/domain/message.ts";
import type { Stores } from "../../src/storage/stores.ts";

/** The possible states of a text after one attempt. */
export type SentState = Extract<
  MessageState,
  "due" | "sending" | "accepted" | "delivered" | "failed" | "unknown"
>;

/**
 * Takes a due text through one attempt to `state`; `due` changes nothing. May be called inside a
 * write.
 */
export function sendText(
  { deliveries, messages }: Pick<Stores, "deliveries" | "messages">,
  id: string,
  state: SentState,
  now: number,
): void {
  if (state === "due" || !deliveries.claim(id, { now })) return;
  const text = messages.get(id);
  if (state === "sending" || text === null) return;
  deliveries.settle(text, { to: state, providerId: null, fault: null });
}
