import { z } from "zod";
import { MESSAGE_KINDS, TOLD_STATES, type ToldState, toldState } from "../../domain/message.ts";
import { brandBudget } from "../../domain/sms-budget.ts";
import { DAY } from "../../domain/time.ts";
import type { ListedMessage } from "../../storage/message-list.ts";
import { defineOperation, type OperationContext, READS } from "../define.ts";
import { brandParam } from "../params.ts";
import { plannedTexts } from "../reservation/questions.ts";
import { mayBeSentAgain } from "./send-text-again.ts";
import { unclaimedTexts, unreadTextShape, unreadTexts } from "./unread-texts.ts";

const PAGE = 50;

export const OUTBOX_VIEWS = ["all", "waiting", "sent", "trouble"] as const;
export type OutboxView = (typeof OUTBOX_VIEWS)[number];

const STATES: Record<OutboxView, readonly ToldState[] | null> = {
  all: null,
  waiting: ["due", "sending", "held"],
  sent: ["accepted", "delivered"],
  trouble: ["held", "failed", "unknown", "expired", "logged"],
};

const input = z.strictObject({
  brand: brandParam,
  view: z.enum(OUTBOX_VIEWS).default("all"),
  before: z.int().min(0).describe("Only texts written before this instant").optional(),
});

const textShape = z.strictObject({
  id: z
    .string()
    .nullable()
    .describe("null for a planned text, which is stored only when it is due"),
  kind: z.enum(MESSAGE_KINDS),
  state: z.enum(TOLD_STATES),
  phone: z.string().describe("E.164"),
  guestName: z.string().nullable(),
  reservationId: z.string().nullable(),
  entryId: z.string().nullable(),
  body: z.string().describe("{link} stands for the guest's own link"),
  segments: z.int(),
  createdAt: z.number(),
  dueAt: z.number(),
  attempts: z.int(),
  attemptedAt: z.number().nullable(),
  fault: z.string().nullable(),
  smsOff: z.boolean(),
  again: z.boolean().describe("True if the text certainly did not go out and can be sent again"),
  releasable: z.boolean(),
});
export type OutboxText = z.infer<typeof textShape>;

const output = z.strictObject({
  texts: z.array(textShape),
  nextBefore: z.number().nullable(),
  unread: z.array(unreadTextShape),
  unclaimed: z
    .array(unreadTextShape)
    .describe("Unread texts that belong to no restaurant; only for owners of the instance"),
  optOuts: z.int().describe("Phones that opted out, in the whole instance"),
  /** The last 24 hours, not the calendar day. */
  lastDay: z.strictObject({
    texts: z.int(),
    segments: z.int(),
    sent: z.int(),
    budget: z.int(),
  }),
});
export type Outbox = z.infer<typeof output>;

export const outbox = defineOperation<z.infer<typeof input>, Outbox>({
  name: "outbox",
  title: "Messages",
  scope: "bookings.read",
  role: "host",
  input,
  output,
  hints: READS,
  run: show,
});

function show(
  { view, before = Number.MAX_SAFE_INTEGER }: z.infer<typeof input>,
  context: OperationContext,
): Outbox {
  const { stores, brand, now } = context;
  const { messageList, deliveries } = stores;
  const found = messageList.outbox(brand.slug, { states: STATES[view], before, limit: PAGE + 1 });
  const written = found.map((text) => shown(text, context));
  // The sort is stable: of texts created at the same time, the planned ones stay first.
  const all = [...plannedIn(view, before, context), ...written].toSorted(
    (one, other) => other.createdAt - one.createdAt,
  );
  const texts = all.slice(0, PAGE);
  const counts = messageList.since(brand.slug, now - DAY);
  const sum = (of: "texts" | "segments") =>
    counts.filter(({ state }) => state !== "void").reduce((total, one) => total + one[of], 0);
  return {
    texts,
    nextBefore: all.length > PAGE ? (texts.at(-1)?.createdAt ?? null) : null,
    unread: unreadTexts(context),
    unclaimed: unclaimedTexts(context),
    optOuts: messageList.optOuts(),
    lastDay: {
      texts: sum("texts"),
      segments: sum("segments"),
      sent: deliveries.sentFor(brand.slug, now - DAY),
      budget: brandBudget(brand.settings),
    },
  };
}

function plannedIn(view: OutboxView, before: number, context: OperationContext): OutboxText[] {
  if (STATES[view]?.includes("due") === false) return [];
  const { stores, brand } = context;
  return stores.reservations
    .toBeAsked({ brand: brand.slug, before, limit: PAGE + 1 })
    .flatMap((reservation) => {
      const texts = stores.messages.ofReservation(reservation.id);
      return plannedTexts(reservation, texts, context)
        .toReversed()
        .map(({ id, kind, state, to, body, segments, createdAt, dueAt }) => ({
          id,
          kind,
          state,
          phone: to,
          guestName: reservation.name,
          reservationId: reservation.id,
          entryId: null,
          body,
          segments,
          createdAt,
          dueAt,
          attempts: 0,
          attemptedAt: null,
          fault: null,
          smsOff: false,
          again: false,
          releasable: false,
        }));
    });
}

const shown = (text: ListedMessage, { stores, now }: OperationContext): OutboxText => ({
  id: text.id,
  kind: text.kind,
  state: toldState(text),
  phone: text.to,
  guestName: text.guestName,
  reservationId: text.reservationId,
  entryId: text.entryId,
  body: text.body,
  segments: text.segments,
  createdAt: text.createdAt,
  dueAt: text.dueAt,
  attempts: text.attempt,
  attemptedAt: text.attemptedAt,
  fault: text.fault,
  smsOff: stores.optOuts.has(text.to),
  again: mayBeSentAgain(text, stores.clock.endingsAt(now)),
  releasable: text.state === "held" && text.expiresAt > stores.clock.endingsAt(now),
});
