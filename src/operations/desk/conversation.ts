import { z } from "zod";
import { MESSAGE_KINDS, TOLD_STATES, toldState } from "../../domain/message.ts";
import { quietPeriodAt } from "../../domain/quiet-hours.ts";
import type { Reservation } from "../../domain/reservation.ts";
import { quickAnswers } from "../../words/quick-answers.ts";
import { defineOperation, type OperationContext, READS } from "../define.ts";
import { brandParam } from "../params.ts";
import { textableByHand } from "./staff-text.ts";
import { textedGuest } from "./texted-guest.ts";
import { unreadFrom } from "./unread-texts.ts";

const MOST = 60;

const input = z.strictObject({
  brand: brandParam,
  id: z.string().max(64).describe("Id of a reservation, a waitlist entry or a text"),
});

const lineShape = z.strictObject({
  id: z.string(),
  from: z.enum(["guest", "restaurant"]),
  at: z.number(),
  body: z.string(),
  kind: z.enum(MESSAGE_KINDS).nullable().describe("null for texts from the guest"),
  state: z.enum(TOLD_STATES).nullable(),
  understood: z.string().nullable().describe("How a guest's text was understood"),
});
export type ConversationLine = z.infer<typeof lineShape>;

const output = z.strictObject({
  name: z.string().nullable(),
  phone: z.string().nullable().describe("E.164"),
  textable: z.enum(["yes", "no_phone", "opted_out", "country", "landline"]),
  unread: z.array(z.string()).describe("Ids of unread texts from the guest, oldest first"),
  quietUntil: z
    .number()
    .nullable()
    .describe("When the quiet hours end; null outside the quiet hours"),
  reservation: z
    .strictObject({ id: z.string(), startAt: z.number(), numberOfPeople: z.int() })
    .nullable(),
  quick: z.array(z.string()),
  lines: z.array(lineShape).describe("Oldest first"),
});
export type Conversation = z.infer<typeof output>;

export const conversation = defineOperation({
  name: "conversation",
  title: "Texts with a guest",
  scope: "bookings.read",
  role: "host",
  input,
  output,
  hints: READS,
  run: show,
});

function show({ id }: z.infer<typeof input>, context: OperationContext): Conversation {
  const { brand, now } = context;
  const { phone, name, reservation } = textedGuest(id, context);
  const { quietHours, timeZone } = brand.settings;
  return {
    name,
    phone,
    textable: textableByHand(phone, context),
    unread: phone === null ? [] : unreadFrom(phone, context).map(({ id: text }) => text),
    quietUntil: quietPeriodAt(quietHours, now, timeZone)?.to ?? null,
    reservation:
      reservation === null
        ? null
        : {
            id: reservation.id,
            startAt: reservation.startAt,
            numberOfPeople: reservation.partySize,
          },
    quick: quickAnswers(isAwaited(reservation) ? reservation : null, brand),
    lines: phone === null ? [] : linesWith(phone, context),
  };
}

/** Quick answers with a day or a time are only for guests who are not here yet. */
const isAwaited = (reservation: Reservation | null): boolean =>
  reservation?.status === "booked" || reservation?.status === "pending";

type InThread = Pick<ConversationLine, "at" | "from">;

/** At the same moment, the guest's text comes before our automatic answer. */
export const inThread = (one: InThread, other: InThread): number =>
  one.at - other.at || Number(other.from === "guest") - Number(one.from === "guest");

function linesWith(phone: string, { stores, brand }: OperationContext): ConversationLine[] {
  const sent = stores.messageList
    .thread(brand.slug, phone, MOST)
    .filter(({ state }) => state !== "void")
    .map((text): ConversationLine => {
      const { id, body, kind, attemptedAt, dueAt } = text;
      return {
        id,
        from: "restaurant",
        at: attemptedAt ?? dueAt,
        body,
        kind,
        state: toldState(text),
        understood: null,
      };
    });
  const received = stores.messageList
    .sentBy(brand.slug, phone, MOST)
    .map(({ id, receivedAt, body, handledAs }): ConversationLine => {
      const none = { kind: null, state: null };
      return { id, from: "guest", at: receivedAt, body, ...none, understood: handledAs };
    });
  return [...received, ...sent].sort(inThread);
}
