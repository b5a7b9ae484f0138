import { newId } from "../../domain/ids.ts";
import type { ListedMessage } from "../../storage/message-list.ts";
import { defineOperation, type OperationContext } from "../define.ts";
import {
  noteSending,
  notPossible,
  SENDING_HINTS,
  TEXT_CHANGE,
  type TextInput,
  type TextOutput,
  textNamed,
} from "./one-text.ts";

export const sendTextAgain = defineOperation<TextInput, TextOutput>({
  ...TEXT_CHANGE,
  name: "send_text_again",
  title: "Send a text again",
  words: { done: "The text is being sent again", history: "Text tried again" },
  role: "host",
  hints: SENDING_HINTS,
  run: sendAgain,
});

function sendAgain({ id }: TextInput, context: OperationContext): TextOutput {
  const { stores, now, random } = context;
  const text = textNamed(id, context);
  const renewed = newId(now, random);
  if (
    text.kind === "offer" ||
    !stores.deliveries.sendAgain(id, { anew: renewed, now: stores.clock.endingsAt(now) })
  ) {
    throw notPossible(text, "not_failed");
  }
  noteSending(text, sendTextAgain.name, context, renewed);
  return { id: renewed, changed: true, dryRun: context.dryRun };
}

/** False for a failed offer, because the waitlist makes a new offer instead. */
export const mayBeSentAgain = (
  { state, kind, doubtful, expiresAt }: ListedMessage,
  now: number,
): boolean => state === "failed" && kind !== "offer" && doubtful === 0 && expiresAt > now;
