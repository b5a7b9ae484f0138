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

export const releaseText = defineOperation<TextInput, TextOutput>({
  ...TEXT_CHANGE,
  name: "release_text",
  title: "Send a held text",
  words: { done: "The text is being sent now", history: "Held text sent" },
  role: "manager",
  hints: SENDING_HINTS,
  run: release,
});

function release({ id }: TextInput, context: OperationContext): TextOutput {
  const { stores, now } = context;
  const text = textNamed(id, context);
  if (!stores.deliveries.release(id, stores.clock.endingsAt(now))) {
    throw notPossible(text, "not_held");
  }
  noteSending(text, releaseText.name, context);
  return { id, changed: true, dryRun: context.dryRun };
}
