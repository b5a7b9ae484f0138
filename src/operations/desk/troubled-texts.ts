import { z } from "zod";
import { MESSAGE_KINDS, MESSAGE_STATES } from "../../domain/message.ts";
import { DAY } from "../../domain/time.ts";
import { defineOperation, type OperationContext, READS } from "../define.ts";
import { brandParam } from "../params.ts";
import { mayBeSentAgain } from "./send-text-again.ts";

/** Older texts no longer matter: the evening is over, or somebody has called the guest. */
const DAYS_BACK = 3;
const MOST = 25;

const textShape = z.strictObject({
  id: z.string(),
  kind: z.enum(MESSAGE_KINDS),
  state: z.enum(MESSAGE_STATES),
  guestName: z.string().nullable(),
  createdAt: z.number(),
  dueAt: z.number(),
  fault: z.string().nullable(),
  mendable: z.boolean().describe("The text can be sent again or released"),
});
export type TroubledText = z.infer<typeof textShape>;

const output = z.strictObject({
  texts: z.array(textShape),
  more: z.boolean(),
});

export const troubledTexts = defineOperation({
  name: "troubled_texts",
  title: "Texts that did not arrive",
  scope: "bookings.read",
  role: "manager",
  input: z.strictObject({ brand: brandParam }),
  output,
  hints: READS,
  run: show,
});

function show(_input: object, { stores, brand, now }: OperationContext): z.infer<typeof output> {
  const found = stores.messageList.troubled(brand.slug, now - DAYS_BACK * DAY, MOST + 1);
  const texts = found.slice(0, MOST).map((text) => {
    const { id, kind, state, guestName, createdAt, dueAt, fault, expiresAt } = text;
    const at = stores.clock.endingsAt(now);
    const released = state === "held" && expiresAt > at;
    const mendable = released || mayBeSentAgain(text, at);
    return { id, kind, state, guestName, createdAt, dueAt, fault, mendable };
  });
  return { texts, more: found.length > MOST };
}
