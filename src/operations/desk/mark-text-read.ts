import { refusal } from "../../domain/errors.ts";
import { defineOperation, type OperationContext } from "../define.ts";
import { TEXT_CHANGE, type TextInput, type TextOutput } from "./one-text.ts";
import { ownsInstance, unreadFrom } from "./unread-texts.ts";

/** Also marks earlier texts of the same phone. */
export const markTextRead = defineOperation<TextInput, TextOutput>({
  ...TEXT_CHANGE,
  name: "mark_text_read",
  title: "Mark a text as read",
  words: { done: "Marked as read" },
  role: "host",
  hints: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
  run: mark,
});

function mark({ id }: TextInput, context: OperationContext): TextOutput {
  const { stores, brand, caller, now, dryRun } = context;
  const text = stores.messageList.inbound(brand.slug, id);
  const mayRead = text !== null || (ownsInstance(context) && stores.messageList.isUnclaimed(id));
  if (!mayRead) {
    throw refusal("NOT_FOUND.guest_text", { id });
  }
  const read = (one: string): boolean =>
    stores.messageList.markRead(brand.slug, one, caller.principal, now);
  if (text !== null) {
    const earlier = unreadFrom(text.sender, context).filter(
      ({ receivedAt }) => receivedAt < text.receivedAt,
    );
    for (const one of earlier) read(one.id);
  }
  return { id, changed: read(id), dryRun };
}
