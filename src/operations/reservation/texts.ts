import type { AskPlan } from "../../domain/attendance.ts";
import { reservationLink } from "../../domain/guest-link.ts";
import { newId } from "../../domain/ids.ts";
import type { Message } from "../../domain/message.ts";
import { costOf, LINK, type MessageFacts, renderMessage } from "../../domain/message-text.ts";
import { lastDigits } from "../../domain/phone.ts";
import { nextSendTime } from "../../domain/quiet-hours.ts";
import type { Reservation } from "../../domain/reservation.ts";
import type { TemplateKind } from "../../domain/text-template.ts";
import { HOUR } from "../../domain/time.ts";
import type { Warning } from "../../domain/warnings.ts";
import { mayText } from "../call/budgets.ts";
import type { OperationContext } from "../define.ts";
import type { WireNotification } from "./wire.ts";
import { phoneUsable } from "./world.ts";

/** Shown of a phone in an answer: enough to recognise it, too little to use it. */
const SHOWN_DIGITS = 3;

/** What became of the texts of a change. */
export interface TextsOutcome {
  readonly notifications: readonly WireNotification[];
  readonly warnings: readonly Warning[];
}

/** Which text, when, and until when it makes sense. Instants are epoch milliseconds. */
interface TextPlan {
  readonly kind: TemplateKind;
  readonly dueAt: number;
  readonly expiresAt: number;
  readonly deadlineAt?: number;
  /** Distinguishes a text that is sent again about the same time, as after an undo. */
  readonly again?: number;
}

type WhyNot = Exclude<WireNotification["why"], null>;

/**
 * Queues the text that answers what was just done with a reservation, in the transaction of the
 * change. Where it cannot be sent, it is listed as not sent, with the warning NO_SMS.
 */
export function sendNow(
  kind: TemplateKind,
  reservation: Reservation,
  context: OperationContext,
  options: { readonly evenSilent?: boolean; readonly again?: number } = {},
): TextsOutcome {
  const { now } = context;
  const plan: TextPlan = {
    kind,
    dueAt: now,
    expiresAt: Math.max(reservation.endAt, now + HOUR),
    ...(options.again === undefined ? {} : { again: options.again }),
  };
  const why = whyNotSent(reservation, context, options.evenSilent === true);
  if (why === null) return { notifications: queueAll([plan], reservation, context), warnings: [] };
  const notification = notificationOf(plan, reservation, context);
  return {
    notifications: [{ ...notification, dueAt: null, state: "not_sent", why }],
    warnings: [{ code: "NO_SMS", message: NO_SMS[why], why }],
  };
}

/**
 * Queues the question whether the guest comes, its follow-up and the reminder, as far as they
 * apply.
 */
export function planQuestions(
  reservation: Reservation,
  plan: Partial<{ [key in keyof AskPlan]: number | null }>,
  context: OperationContext,
): WireNotification[] {
  // A request is not a reservation yet: whether the guest comes is asked once it has been approved.
  if (reservation.status !== "booked") return [];
  const { askAt, followUpAt, deadlineAt } = plan;
  const planned: TextPlan[] = [];
  // Who opted out after the question was planned is asked nothing when it is planned again.
  const reachable = phoneUsable(reservation.phone, context) === "yes";
  if (reachable && askAt && deadlineAt) {
    planned.push({ kind: "attendance_ask", dueAt: askAt, expiresAt: deadlineAt, deadlineAt });
    if (followUpAt) {
      planned.push({ kind: "follow_up", dueAt: followUpAt, expiresAt: deadlineAt, deadlineAt });
    }
  }
  const reminder = reminderPlan(reservation, context);
  if (reminder !== null) planned.push(reminder);
  return queueAll(planned, reservation, context);
}

function reminderPlan(reservation: Reservation, context: OperationContext): TextPlan | null {
  const { reminderHoursBefore, quietHours, timeZone } = context.brand.settings;
  if (reminderHoursBefore === null || whyNotSent(reservation, context, false) !== null) return null;
  const wished = reservation.startAt - reminderHoursBefore * HOUR;
  const dueAt = nextSendTime(quietHours, wished, timeZone);
  if (dueAt <= context.now || dueAt >= reservation.startAt) return null;
  return { kind: "reminder", dueAt, expiresAt: reservation.startAt };
}

const NO_SMS: Record<WhyNot, string> = {
  no_phone: "No text was sent: the reservation has no phone. Tell the guest another way.",
  opted_out: "No text was sent: this phone has opted out of texts. Tell the guest another way.",
  silent: "No text was sent: this reservation was made with notifyCustomer false.",
  budget: "No text was sent: this key has used up its texts for today. Tell the guest another way.",
};

function whyNotSent(
  reservation: Reservation,
  context: OperationContext,
  evenSilent: boolean,
): WhyNot | null {
  if (!reservation.notifyCustomer && !evenSilent) return "silent";
  const usable = phoneUsable(reservation.phone, context);
  if (usable !== "yes") return usable;
  return mayText(context) ? null : "budget";
}

/** What makes a text the very same one. */
function textKey({ kind, again }: TextPlan, { id, timeRevision }: Reservation): string {
  return `${id}:${kind}:${timeRevision}${again === undefined ? "" : `:${again}`}`;
}

/** Whether a text of a reservation tells the time that it has now. */
export const isAbout = (
  { uniqueKey }: { readonly uniqueKey: string },
  { timeRevision }: Reservation,
): boolean => uniqueKey.split(":")[2] === String(timeRevision);

/** The texts as queued, and the link that stands in them opened. */
function queueAll(
  plans: readonly TextPlan[],
  reservation: Reservation,
  context: OperationContext,
): WireNotification[] {
  const queued = plans.flatMap((plan) => queue(plan, reservation, context));
  if (queued.some(({ body }) => body.includes(LINK))) {
    context.stores.guestLinks.issue(reservationLink(reservation), context.now);
  }
  return queued;
}

/** The text as queued; nothing where the very same one was sent before. */
function queue(
  plan: TextPlan,
  reservation: Reservation,
  context: OperationContext,
): WireNotification[] {
  const { stores, now, random, caller } = context;
  const notification = notificationOf(plan, reservation, context);
  const text: Message = {
    id: newId(now, random),
    brand: reservation.brand,
    reservationId: reservation.id,
    entryId: null,
    kind: plan.kind,
    to: reservation.phone ?? "",
    body: notification.body,
    segments: notification.segments,
    dueAt: plan.dueAt,
    expiresAt: plan.expiresAt,
    state: "due",
    attempt: 0,
    providerId: null,
    uniqueKey: textKey(plan, reservation),
    createdAt: now,
    createdBy: caller.principal,
  };
  const links = notification.body.includes(LINK) ? [reservationLink(reservation)] : [];
  return stores.messages.enqueue(text, links) ? [notification] : [];
}

function notificationOf(
  plan: TextPlan,
  reservation: Reservation,
  { brand, stores }: OperationContext,
): WireNotification {
  const { phone } = reservation;
  const facts: MessageFacts = {
    brandName: brand.name,
    guestName: reservation.name,
    partySize: reservation.partySize,
    at: reservation.startAt,
    zone: brand.settings.timeZone,
    deadlineAt: plan.deadlineAt ?? null,
    template: brand.settings.templates?.[plan.kind],
    firstText: phone !== null && !stores.messages.everTexted(phone),
    sampleLink: stores.guestLinks.sample,
  };
  const body = renderMessage(plan.kind, facts);
  return {
    kind: plan.kind,
    recipient: "guest",
    phone: phone === null ? null : lastDigits(phone, SHOWN_DIGITS),
    body,
    segments: costOf(body, facts.sampleLink),
    dueAt: plan.dueAt,
    state: "queued",
    why: null,
  };
}
