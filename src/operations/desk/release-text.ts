import { defineOperation, type OperationContext } from "../define.ts";
import {
  noteSending,
  notPossible,
  SENDING_HINTS,
  type TextInput,
  type TextOutput,
  textInput,
  textNamed,
  textOutput,
} from "./one-text.ts";

/** A text that was held because the day's texts are used up goes out all the same. */
export const releaseText = defineOperation<TextInput, TextOutput>({
  name: "release_text",
  title: "Send a held text",
  words: { done: "The text goes out now", history: "Held text sent" },
  scope: "bookings.write",
  role: "manager",
  input: textInput,
  output: textOutput,
  hints: SENDING_HINTS,
  examples: [{ input: { id: "6afe03c027935d40f69e49ab" } }],
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
