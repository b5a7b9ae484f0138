import type { AskPlan, PhoneUsable } from "../../domain/attendance.ts";
import { linksOf, reservationLink } from "../../domain/guest-link.ts";
import { newId } from "../../domain/ids.ts";
import type { Message } from "../../domain/message.ts";
import { costOf, type MessageFacts, renderMessage } from "../../domain/message-text.ts";
import { lastDigits, TEXTED_DIGITS } from "../../domain/phone.ts";
import { nextSendTime } from "../../domain/quiet-hours.ts";
import type { Reservation } from "../../domain/reservation.ts";
import { overDirectBudget } from "../../domain/sms-budget.ts";
import type { TemplateKind, WrittenKind } from "../../domain/text-template.ts";
import { DAY, HOUR } from "../../domain/time.ts";
import type { Warning } from "../../domain/warnings.ts";
import type { TextedBefore } from "../../storage/message-store.ts";
import { mayText } from "../call/budgets.ts";
import type { OperationContext } from "../define.ts";
import type { WireNotification } from "./wire.ts";
import { phoneUsable } from "./world.ts";

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
  readonly again?: number;
}

type WhyNot = Exclude<WireNotification["why"], null>;
/** Two budgets may stop a text: the key's, and the phone's. */
type Cause = WhyNot | "phone_budget";

/** Kinds of which one phone gets so many a day, answers to what its guest did aside. */
const COUNTED: readonly TemplateKind[] = ["confirmation", "update", "request_received"];

/** The wording of a cancellation: nobody had promised a table while it was a request. */
export const cancellationWording = ({ status }: Pick<Reservation, "status">): TemplateKind =>
  status === "pending" ? "request_cancelled" : "cancellation";

/**
 * The texts of one change of a reservation, queued in its transaction. What they all have to know
 * of the phone is asked once: make it anew for each change.
 */
export class ReservationTexts {
  readonly #reservation: Reservation;
  readonly #context: OperationContext;
  #usable: PhoneUsable | null;
  #before: TextedBefore | null = null;
  #texted = false;
  #linked = false;

  /** `usable`: whether its phone takes texts, where that was asked already. */
  constructor(
    reservation: Reservation,
    context: OperationContext,
    usable: PhoneUsable | null = null,
  ) {
    this.#reservation = reservation;
    this.#context = context;
    this.#usable = usable;
  }

  /**
   * Queues the text that answers what was just done. Where it cannot be sent, it is listed as not
   * sent, with the warning NO_SMS. `dueAt`: later, since nobody has just done it.
   */
  sendNow(
    kind: WrittenKind,
    options: {
      readonly evenSilent?: boolean;
      readonly again?: number;
      readonly dueAt?: number;
      readonly wording?: TemplateKind;
    } = {},
  ): TextsOutcome {
    const { now } = this.#context;
    const plan: TextPlan = {
      kind,
      dueAt: options.dueAt ?? now,
      expiresAt: Math.max(this.#reservation.endAt, now + HOUR),
      ...(options.again === undefined ? {} : { again: options.again }),
      ...(options.wording === undefined ? {} : { wording: options.wording }),
    };
    const cause = this.#whyNotSent(options.evenSilent === true) ?? this.#whyTooMany(kind);
    if (kind === "cancellation" && cause === null && !this.#mustHear()) return NOBODY_KNOWS;
    if (cause === null) return { notifications: this.#queue([plan]), warnings: [] };
    const notification = this.#notificationOf(plan);
    const why = cause === "phone_budget" ? "budget" : cause;
    return {
      notifications: [{ ...notification, dueAt: null, state: "not_sent", why }],
      warnings: [{ code: "NO_SMS", message: NO_SMS[cause], why }],
      ...(cause === "phone_budget" ? { flagged: this.#toCall() } : {}),
    };
  }

  /** The phone has had too many of them. Guests are always answered. */
  #whyTooMany(kind: TemplateKind): Cause | null {
    const { caller, brand } = this.#context;
    if (!COUNTED.includes(kind) || caller.actor.kind === "guest") return null;
    const before = this.#textedBefore();
    if (before === null) return null;
    const { direct, toldLast } = before;
    return overDirectBudget(brand.settings, direct, toldLast !== null) ? "phone_budget" : null;
  }

  /**
   * Whether the guest has to hear of a cancellation. No: the last text said so, or the confirmation
   * was one too many or was lost. One that is overtaken by the cancellation does not count as lost:
   * what a guest is told may not depend on how fast a text leaves (ADR 0044).
   */
  #mustHear(): boolean {
    const { notifyCustomer, source, flags } = this.#reservation;
    const byGuest = this.#context.caller.actor.kind === "guest";
    // Guests who act themselves know of the table; silent and imported ones were told otherwise.
    if (byGuest || !notifyCustomer || source === "import") return true;
    const before = this.#textedBefore();
    if (before === null) return false;
    if (before.toldLast !== null) return before.toldLast !== "cancellation";
    const told = before.direct + before.cancelled;
    if (before.withdrawn === 1) return !overDirectBudget(this.#context.brand.settings, told, false);
    // Nothing was written for this guest: too many texts, or a setting that has changed since.
    return before.written === 0 && !flags.includes("call_to_confirm");
  }

  /** Somebody should ring this guest instead. */
  #toCall(): Reservation {
    const { flags } = this.#reservation;
    if (flags.includes("call_to_confirm")) return this.#reservation;
    const flagged = { ...this.#reservation, flags: [...flags, "call_to_confirm" as const] };
    this.#context.stores.reservations.setFlags(flagged);
    return flagged;
  }

  /** Asked once for a change; null: there is no phone. */
  #textedBefore(): TextedBefore | null {
    const { id, phone, brand, revision } = this.#reservation;
    const { stores, now } = this.#context;
    if (phone === null) return null;
    const reservationId = revision === 1 ? null : id;
    const since = now - DAY;
    this.#before ??= stores.messages.textedBefore({ phone, brand, since, reservationId });
    return this.#before;
  }

  /**
   * Queues the question whether the guest comes, its follow-up and the reminder, as far as they
   * apply.
   */
  planQuestions(plan: Partial<{ [key in keyof AskPlan]: number | null }>): WireNotification[] {
    // A request is not a reservation yet: whether the guest comes is asked once it was approved.
    if (this.#reservation.status !== "booked") return [];
    const { askAt, followUpAt, deadlineAt } = plan;
    const planned: TextPlan[] = [];
    // Who opted out after the question was planned is asked nothing when it is planned again.
    if (this.#phoneUsable() === "yes" && askAt && deadlineAt) {
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
    if (reminderHoursBefore === null || this.#whyNotSent(false) !== null) return null;
    const { startAt } = this.#reservation;
    const dueAt = nextSendTime(quietHours, startAt - reminderHoursBefore * HOUR, timeZone);
    if (dueAt <= stores.clock.endingsAt(now) || dueAt >= startAt) return null;
    return { kind: "reminder", dueAt, expiresAt: startAt };
  }

  #whyNotSent(evenSilent: boolean): WhyNot | null {
    if (!this.#reservation.notifyCustomer && !evenSilent) return "silent";
    const usable = this.#phoneUsable();
    if (usable !== "yes") return usable;
    return mayText(this.#context) ? null : "budget";
  }

  #phoneUsable(): PhoneUsable {
    this.#usable ??= phoneUsable(this.#reservation.phone, this.#context);
    return this.#usable;
  }

  /** The texts as queued, without those of which the very same one was sent before. */
  #queue(plans: readonly TextPlan[]): WireNotification[] {
    const { stores, now } = this.#context;
    const link = reservationLink(this.#reservation);
    return plans.flatMap((plan) => {
      const notification = this.#notificationOf(plan);
      const links = linksOf(notification.body, link);
      const text = textOf(plan, notification, this.#reservation, this.#context);
      if (!stores.messages.enqueue(text, links)) return [];
      this.#texted = true;
      if (links.length > 0 && !this.#linked) stores.guestLinks.issue(link, now);
      this.#linked ||= links.length > 0;
      return [notification];
    });
  }

  #notificationOf(plan: TextPlan): WireNotification {
    const { brand, stores } = this.#context;
    const { phone, name, partySize, startAt } = this.#reservation;
    const wording = plan.wording ?? plan.kind;
    const facts: MessageFacts = {
      brandName: brand.name,
      guestName: name,
      partySize,
      at: startAt,
      zone: brand.settings.timeZone,
      deadlineAt: plan.deadlineAt ?? null,
      template: brand.settings.templates?.[wording],
      firstText: !this.#texted && this.#textedBefore()?.ever === 0,
      sampleLink: stores.guestLinks.sample,
    };
    const body = renderMessage(wording, facts);
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

const NOBODY_KNOWS: TextsOutcome = {
  notifications: [],
  warnings: [
    {
      code: "CALL_TO_CONFIRM",
      message:
        "No text was sent: no text had told this guest of the table. Call them if they know of it another way.",
    },
  ],
};

const NO_SMS: Record<Cause, string> = {
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
  return `${id}:${kind}:${timeRevision}${again === undefined ? "" : `:${again}`}`;
}

type Keyed = Pick<Message, "uniqueKey">;

/** The revision of the time that a text of a reservation tells; NaN: it is another text. */
export const revisionOf = ({ uniqueKey }: Keyed): number => Number(uniqueKey.split(":")[2]);

/** Whether a text of a reservation tells the time that it has now. */
export const isAbout = (text: Keyed, { timeRevision }: Reservation): boolean =>
  revisionOf(text) === timeRevision;

/** A text as it waits in the outbox. */
const textOf = (
  plan: TextPlan,
  { body, segments }: WireNotification,
  reservation: Reservation,
  { now, random, caller }: OperationContext,
): Message => ({
  id: newId(now, random),
  brand: reservation.brand,
  reservationId: reservation.id,
  entryId: null,
  kind: plan.kind,
  to: reservation.phone ?? "",
  body,
  segments,
  dueAt: plan.dueAt,
  expiresAt: plan.expiresAt,
  state: "due",
  attempt: 0,
  providerId: null,
  uniqueKey: textKey(plan, reservation),
  createdAt: now,
  createdBy: caller.principal,
});
