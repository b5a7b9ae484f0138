import type { AskPlan, PhoneUsable } from "../../domain/attendance.ts";
import { newId } from "../../domain/ids.ts";
import { type Message, newMessage } from "../../domain/message.ts";
import { lastDigits, TEXTED_DIGITS } from "../../domain/phone.ts";
import { nextSendTime } from "../../domain/quiet-hours.ts";
import type { Reservation } from "../../domain/reservation.ts";
import { costOf } from "../../domain/segments.ts";
import type { TemplateKind, WrittenKind } from "../../domain/text-template.ts";
import {
  type DirectText,
  type TextCause,
  textsAfter,
  type WhyNotSent,
} from "../../domain/texts-after.ts";
import { DAY, HOUR } from "../../domain/time.ts";
import type { Warning } from "../../domain/warnings.ts";
import type { TextedBefore } from "../../storage/message-store.ts";
import { type MessageFacts, renderMessage } from "../../words/guest-texts.ts";
import { mayText } from "../call/budgets.ts";
import type { OperationContext } from "../define.ts";
import type { WireNotification } from "./wire.ts";
import { asksFor, phoneUsable } from "./world.ts";

/** What became of the texts of a change. */
export interface TextsOutcome {
  readonly notifications: readonly WireNotification[];
  readonly warnings: readonly Warning[];
  /** The reservation with the flag to call its guest, where too many texts stopped this one. */
  readonly flagged?: Reservation;
}

/** Which text, when, and until when it makes sense. Instants are epoch milliseconds. */
interface TextPlan {
  readonly kind: WrittenKind;
  /** Where it has another wording than its kind has. */
  readonly wording?: TemplateKind;
  readonly dueAt: number;
  readonly expiresAt: number;
  readonly deadlineAt?: number;
  /** Distinguishes a text that is sent again about the same time, as after an undo. */
  readonly again?: number | null;
}

/** When to ask whether the guest comes; nothing where they are not asked. */
type Asks = Partial<{ [key in keyof AskPlan]: number | null }>;

/**
 * Withdraws the texts that a change of a reservation made untrue, and queues those that tell it, in
 * its transaction; the questions are planned anew. `before` is null for a new one.
 */
export function renewTexts(
  before: Reservation | null,
  after: Reservation,
  cause: TextCause,
  context: OperationContext,
  { asks, usable = phoneUsable(after.phone, context) }: TextsGiven = {},
): TextsOutcome {
  const { stores, brand, now, caller } = context;
  const history = before === null ? [] : stores.messages.history(after.id);
  const phone = { usable, ...textedBefore(after, context) };
  const by = caller.actor.kind;
  const { withdrawn, text, untold, flags } = textsAfter(
    before ?? after,
    after,
    history,
    brand.settings,
    {
      now,
      endingsAt: stores.clock.endingsAt(now),
      cause,
      by: by === "guest" || by === "system" ? by : "caller",
      phone,
      budgetLeft: mayText(context),
    },
  );
  if (withdrawn.length > 0) stores.messages.voidUnsent(after.id);
  const isFlagged = flags !== after.flags;
  const reservation = isFlagged ? { ...after, flags } : after;
  if (isFlagged) stores.reservations.setFlags(reservation);
  const texts = new TextWriter(reservation, phone, context);
  const notSent = text?.notSent ?? null;
  const told = text === null ? [] : texts.answer(text);
  const questions = texts.planQuestions(asks ?? asksOf(after, context));
  return {
    notifications: [...told, ...questions],
    warnings: [...(untold ? [NOBODY_KNOWS] : []), ...(notSent === null ? [] : [noSms(notSent)])],
    ...(isFlagged ? { flagged: reservation } : {}),
  };
}

/** What the caller knows already. */
interface TextsGiven {
  readonly asks?: Asks;
  /** Whether its phone takes texts, where that was asked already. */
  readonly usable?: PhoneUsable;
}

const asksOf = ({ status, attendance, startAt }: Reservation, context: OperationContext): Asks =>
  (status === "booked" && attendance === "pending" ? asksFor(startAt, context) : null) ?? {};

function textedBefore(
  { id, phone }: Reservation,
  { stores, brand, now }: OperationContext,
): TextedBefore {
  if (phone === null) return { everTexted: false, direct: 0, cancelled: 0 };
  return stores.messages.textedBefore({ phone, brand: brand.slug, since: now - DAY, but: id });
}

type KnownPhone = TextedBefore & { readonly usable: PhoneUsable };

/** Writes the texts of one change. */
class TextWriter {
  readonly #reservation: Reservation;
  readonly #phone: KnownPhone;
  readonly #context: OperationContext;
  #texted = false;

  constructor(reservation: Reservation, phone: KnownPhone, context: OperationContext) {
    this.#reservation = reservation;
    this.#phone = phone;
    this.#context = context;
  }

  /** Queues the text that answers the change, or lists it as not sent. */
  answer(text: DirectText): WireNotification[] {
    if (text.notSent === null) return this.#queue([text]);
    const why = toWire(text.notSent);
    return [{ ...this.#notificationOf(text), dueAt: null, state: "not_sent", why }];
  }

  /**
   * Queues the question whether the guest comes, its follow-up and the reminder, as far as they
   * apply.
   */
  planQuestions({ askAt, followUpAt, deadlineAt }: Asks): WireNotification[] {
    // A request is not a reservation yet: whether the guest comes is asked once it was approved.
    if (this.#reservation.status !== "booked") return [];
    const planned: TextPlan[] = [];
    // Who opted out after the question was planned is asked nothing when it is planned again.
    if (this.#phone.usable === "yes" && askAt && deadlineAt) {
      planned.push({ kind: "attendance_ask", dueAt: askAt, expiresAt: deadlineAt, deadlineAt });
      if (followUpAt) {
        planned.push({ kind: "follow_up", dueAt: followUpAt, expiresAt: deadlineAt, deadlineAt });
      }
    }
    const reminder = this.#reminderPlan();
    if (reminder !== null) planned.push(reminder);
    return this.#queue(planned);
  }

  #reminderPlan(): TextPlan | null {
    const { brand, stores, now } = this.#context;
    const { reminderHoursBefore, quietHours, timeZone } = brand.settings;
    const { startAt, notifyCustomer } = this.#reservation;
    const isWanted = reminderHoursBefore !== null && notifyCustomer;
    if (!isWanted || this.#phone.usable !== "yes" || !mayText(this.#context)) return null;
    const dueAt = nextSendTime(quietHours, startAt - reminderHoursBefore * HOUR, timeZone);
    if (dueAt <= stores.clock.endingsAt(now) || dueAt >= startAt) return null;
    return { kind: "reminder", dueAt, expiresAt: startAt };
  }

  /** The texts as queued, without those of which the very same one was sent before. */
  #queue(plans: readonly TextPlan[]): WireNotification[] {
    const { stores } = this.#context;
    return plans.flatMap((plan) => {
      const notification = this.#notificationOf(plan);
      const text = textOf(plan, notification, this.#reservation, this.#context);
      if (!stores.messages.enqueue(text)) return [];
      this.#texted = true;
      return [notification];
    });
  }

  #notificationOf(plan: TextPlan): WireNotification {
    const { brand, stores } = this.#context;
    const { phone, name, partySize, startAt } = this.#reservation;
    const facts: MessageFacts = {
      brand,
      guestName: name,
      partySize,
      at: startAt,
      deadlineAt: plan.deadlineAt ?? null,
      firstText: !this.#texted && !this.#phone.everTexted,
      sampleLink: stores.guestLinks.sample,
    };
    const body = renderMessage(plan.wording ?? plan.kind, facts);
    return {
      kind: plan.kind,
      recipient: "guest",
      phone: phone === null ? null : lastDigits(phone, TEXTED_DIGITS),
      body,
      segments: costOf(body, facts.sampleLink),
      dueAt: plan.dueAt,
      state: "queued",
      why: null,
    };
  }
}

const NOBODY_KNOWS: Warning = {
  code: "CALL_TO_CONFIRM",
  message:
    "No text was sent: no text had told this guest of the table. Call them if they know of it another way.",
};

/** Two budgets may stop a text, the key's and the phone's; on the wire they are one. */
const toWire = (why: WhyNotSent): WireNotification["why"] =>
  why === "phone_budget" ? "budget" : why;

const noSms = (why: WhyNotSent): Warning => ({
  code: "NO_SMS",
  message: NO_SMS[why],
  why: toWire(why),
});

const NO_SMS: Record<WhyNotSent, string> = {
  no_phone: "No text was sent: the reservation has no phone. Tell the guest another way.",
  opted_out: "No text was sent: this phone has opted out of texts. Tell the guest another way.",
  country:
    "No text was sent: the restaurant does not text phones of this country or kind. Tell the guest another way.",
  silent: "No text was sent: this reservation was made with notifyCustomer false.",
  budget: "No text was sent: this key has used up its texts for today. Tell the guest another way.",
  phone_budget:
    "No text was sent: this phone has had too many about bookings in 24 hours. Somebody should call the guest.",
};

/** What makes a text the very same one. */
function textKey({ kind, again }: TextPlan, { id, timeRevision }: Reservation): string {
  return `${id}:${kind}:${timeRevision}${again == null ? "" : `:${again}`}`;
}

/** Whether a text of a reservation tells the time that it has now. */
export const isAbout = (
  text: Pick<Message, "timeRevision">,
  { timeRevision }: Reservation,
): boolean => text.timeRevision === timeRevision;

/** A text as it waits in the outbox. */
const textOf = (
  plan: TextPlan,
  { body, segments }: WireNotification,
  reservation: Reservation,
  { now, random, caller }: OperationContext,
): Message =>
  newMessage({
    id: newId(now, random),
    brand: reservation.brand,
    reservationId: reservation.id,
    timeRevision: reservation.timeRevision,
    kind: plan.kind,
    to: reservation.phone ?? "",
    body,
    segments,
    dueAt: plan.dueAt,
    expiresAt: plan.expiresAt,
    uniqueKey: textKey(plan, reservation),
    createdAt: now,
    createdBy: caller.principal,
  });
