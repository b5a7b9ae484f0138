import { z } from "zod";
import { DomainError, refusal } from "../../domain/errors.ts";
import { newId } from "../../domain/ids.ts";
import type { Message } from "../../domain/message.ts";
import { costOf } from "../../domain/message-text.ts";
import { lastDigits, normalisePhone } from "../../domain/phone.ts";
import { plainName } from "../../domain/plain-text.ts";
import { isTexted } from "../../domain/sms-countries.ts";
import { displayTime, MINUTE } from "../../domain/time.ts";
import type { ListedMessage } from "../../storage/message-list.ts";
import { audit } from "../call/audit.ts";
import { defineOperation, type OperationContext } from "../define.ts";
import { brandParam, phoneParam, writeParams } from "../params.ts";
import { type TextInput, type TextOutput, textInput, textOutput } from "./text-params.ts";

const HINTS = { readOnly: false, destructive: false, idempotent: true, openWorld: true } as const;

/** A text that was held because the day's texts are used up goes out all the same. */
export const releaseText = defineOperation<TextInput, TextOutput>({
  name: "release_text",
  title: "Send a held text",
  scope: "bookings.write",
  role: "manager",
  description: "Sends a text that waits because the day's texts are used up.",
  input: textInput,
  output: textOutput,
  hints: HINTS,
  examples: [{ input: { id: "6afe03c027935d40f69e49ab" } }],
  form: { submit: "Send it" },
  run: release,
  text: ({ id }) => `Text ${id} goes out now.`,
});

/** A text that the gateway refused is handed to it once more. */
export const sendTextAgain = defineOperation<TextInput, TextOutput>({
  name: "send_text_again",
  title: "Try a text again",
  scope: "bookings.write",
  role: "host",
  description:
    "Hands a text that the gateway refused to it once more. One that may have gone out is never sent twice.",
  input: textInput,
  output: textOutput,
  hints: HINTS,
  examples: [{ input: { id: "6afe03c027935d40f69e49ab" } }],
  form: { submit: "Try again" },
  run: sendAgain,
  text: ({ id }) => `Text ${id} is tried again now.`,
});

function release({ id }: TextInput, context: OperationContext): TextOutput {
  const { stores, now } = context;
  const text = textNamed(id, context);
  if (!stores.deliveries.release(id, stores.clock.endingsAt(now))) {
    throw notPossible(text, "only a held text that is not too late can be sent");
  }
  note(text, releaseText.name, context);
  return { id, changed: true, dryRun: context.dryRun };
}

function sendAgain({ id }: TextInput, context: OperationContext): TextOutput {
  const { stores, now, random } = context;
  const text = textNamed(id, context);
  const anew = newId(now, random);
  if (
    text.kind === "offer" ||
    !stores.deliveries.sendAgain(id, { anew, now: stores.clock.endingsAt(now) })
  ) {
    const why = "only a text that certainly did not go out, and is not too late, is tried again";
    throw notPossible(text, why);
  }
  note(text, sendTextAgain.name, context, anew);
  return { id: anew, changed: true, dryRun: context.dryRun };
}

/**
 * Whether the gateway certainly did not send it and it is still of use. A table that was offered is
 * free again when its text fails: another offer is made, with another text.
 */
export const mayBeSentAgain = (
  { state, kind, doubtful, expiresAt }: ListedMessage,
  now: number,
): boolean => state === "failed" && kind !== "offer" && doubtful === 0 && expiresAt > now;

const testInput = z.strictObject({ brand: brandParam, phone: phoneParam, ...writeParams });
const testOutput = z.strictObject({ phone: z.string(), changed: z.boolean(), dryRun: z.boolean() });

/** Shows that texts arrive, on the manager's own phone. */
export const sendTestText = defineOperation<z.infer<typeof testInput>, z.infer<typeof testOutput>>({
  name: "send_test_text",
  title: "Send a test text",
  scope: "bookings.write",
  role: "manager",
  description: "Sends one text to a phone, to see that texts arrive. Once a minute to one phone.",
  input: testInput,
  output: testOutput,
  hints: { ...HINTS, idempotent: false },
  examples: [{ input: { phone: "+12125550123" } }],
  form: { submit: "Send me a test" },
  run: sendTest,
  text: ({ phone }) => `A test text to ${phone} is on its way.`,
});

function sendTest(given: z.infer<typeof testInput>, context: OperationContext) {
  const { brand, stores, now, random, caller } = context;
  const read = normalisePhone(given.phone, brand.settings.defaultCountry);
  if (!read.ok) throw new DomainError([read.reason]);
  const { phone } = read;
  if (stores.optOuts.has(phone)) {
    const message = `This phone has opted out of texts. Text START from it to the restaurant's number first.`;
    throw refusal("INVALID_INPUT", message, { parameter: "phone" });
  }
  if (!isTexted(phone, brand.settings)) {
    const message = `The restaurant does not text phones of this country or kind: ${phone}. The setting smsCountries says which.`;
    throw refusal("INVALID_INPUT", message, { parameter: "phone" });
  }
  const at = displayTime(now, brand.settings.timeZone);
  const body = `${plainName(brand.name, 40)}: this is a test, sent at ${at}. Texts from the reservation desk arrive here.`;
  const id = newId(now, random);
  const queued = stores.messages.enqueue({
    id,
    brand: brand.slug,
    reservationId: null,
    entryId: null,
    kind: "reply",
    to: phone,
    body,
    segments: costOf(body, stores.guestLinks.sample),
    dueAt: now,
    expiresAt: now + 10 * MINUTE,
    state: "due",
    attempt: 0,
    providerId: null,
    uniqueKey: `test:${brand.slug}:${phone}:${Math.floor(now / MINUTE)}`,
    createdAt: now,
    createdBy: caller.principal,
  });
  if (!queued) {
    const message =
      "A test went to this phone within the last minute. Wait a minute, then try again.";
    throw refusal("INVALID_INPUT", message, { parameter: "phone" });
  }
  audit({}, sendTestText.name, { before: {}, after: { text: id } }, null, context);
  return { phone: lastDigits(phone, 4), changed: true, dryRun: context.dryRun };
}

/** The text of this id in the brand of the call. Error: NOT_FOUND. */
function textNamed(id: string, { stores, brand }: OperationContext): Message {
  const text = stores.messages.get(id);
  if (text !== null && text.brand === brand.slug) return text;
  // Sent again, it has another id.
  const message = `There is no text ${id} in brand "${brand.slug}". Somebody may have sent it again: look at the texts anew.`;
  throw refusal("NOT_FOUND", message, { id });
}

const notPossible = ({ id, state }: Message, why: string) =>
  refusal("INVALID_TRANSITION", `Text ${id} is ${state}: ${why}.`, { status: state });

/** Who let it go out, beside what it is about. `becomes`: the id that it goes out under. */
function note(
  text: Message,
  operation: string,
  context: OperationContext,
  becomes = text.id,
): void {
  const { reservationId, entryId, state, id } = text;
  const difference = { before: { text: id, state }, after: { text: becomes, state: "due" } };
  audit({ reservationId, entryId }, operation, difference, null, context);
}
