import { z } from "zod";
import { refusal } from "../../domain/errors.ts";
import type { Message } from "../../domain/message.ts";
import { audit } from "../call/audit.ts";
import type { OperationContext } from "../define.ts";
import { brandParam, writeParams } from "../params.ts";

const input = z.strictObject({
  brand: brandParam,
  id: z.string().trim().min(1).max(64),
  ...writeParams,
});
const output = z.strictObject({ id: z.string(), changed: z.boolean(), dryRun: z.boolean() });
export type TextInput = z.infer<typeof input>;
export type TextOutput = z.infer<typeof output>;

export const TEXT_CHANGE = {
  scope: "bookings.write",
  input,
  output,
  examples: [{ input: { id: "01a1f03ea60027935d40f69e" } }],
} as const;

export const SENDING_HINTS = {
  readOnly: false,
  destructive: false,
  idempotent: true,
  openWorld: true,
} as const;

export function textNamed(id: string, { stores, brand }: OperationContext): Message {
  const text = stores.messages.get(id);
  if (text !== null && text.brand === brand.slug) return text;
  throw refusal("NOT_FOUND.text", { id });
}

export const notPossible = ({ id, state }: Message, why: "not_held" | "not_failed") =>
  refusal("INVALID_TRANSITION.text", { status: state, say: { id, why } });

/** `becomes`: the text's new id if it is sent again. */
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
