import { refusal } from "../../domain/errors.ts";
import { defineOperation, type OperationContext } from "../define.ts";
import { TEXT_CHANGE, type TextInput, type TextOutput } from "./one-text.ts";
import { ownsInstance } from "./unread-texts.ts";

/** Marks a guest's text as read. */
export const markTextRead = defineOperation<TextInput, TextOutput>({
  ...TEXT_CHANGE,
  name: "mark_text_read",
  title: "Mark a text as read",
  words: { done: "Read" },
  role: "host",
  hints: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
  run: mark,
});

function mark({ id }: TextInput, context: OperationContext): TextOutput {
  const { stores, brand, caller, now, dryRun } = context;
  const isTheirs =
    stores.messageList.inbound(brand.slug, id) !== null ||
    (ownsInstance(context) && stores.messageList.isUnclaimed(id));
  if (!isTheirs) {
    throw refusal("NOT_FOUND.guest_text", { id });
  }
  const changed = stores.messageList.markRead(brand.slug, id, caller.principal, now);
  return { id, changed, dryRun };
}
