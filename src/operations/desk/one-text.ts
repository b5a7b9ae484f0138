import { z } from "zod";
import { refusal } from "../../domain/errors.ts";
import type { Message } from "../../domain/message.ts";
import { audit } from "../call/audit.ts";
import type { OperationContext } from "../define.ts";
import { brandParam, writeParams } from "../params.ts";

/** What is done with one text: which one. */
export const textInput = z.strictObject({
  brand: brandParam,
  id: z.string().trim().min(1).max(64),
  ...writeParams,
});
export type TextInput = z.infer<typeof textInput>;

export const textOutput = z.strictObject({
  id: z.string(),
  changed: z.boolean(),
  dryRun: z.boolean(),
});
export type TextOutput = z.infer<typeof textOutput>;

/** Sending reaches the world outside. */
export const SENDING_HINTS = {
  readOnly: false,
  destructive: false,
  idempotent: true,
  openWorld: true,
} as const;

/** The text of this id in the brand of the call. Error: NOT_FOUND. */
export function textNamed(id: string, { stores, brand }: OperationContext): Message {
  const text = stores.messages.get(id);
  if (text !== null && text.brand === brand.slug) return text;
  // Sent again, it has another id.
  throw refusal("NOT_FOUND.text", { id });
}

/** A refusal of what this text is past. */
export const notPossible = ({ id, state }: Message, why: "not_held" | "not_failed") =>
  refusal("INVALID_TRANSITION.text", { status: state, say: { id, why } });

/** Who let it go out, beside what it is about. `becomes`: the id that it goes out under. */
export function noteSending(
  text: Message,
  operation: string,
  context: OperationContext,
  becomes = text.id,
): void {
  const { reservationId, entryId, state, id } = text;
  const difference = { before: { text: id, state }, after: { text: becomes, state: "due" } };
  audit({ reservationId, entryId }, operation, difference, null, context);
}
