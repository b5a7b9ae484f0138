import type { Question } from "../../domain/questions.ts";
import type { Unsent } from "../../domain/reasons/warnings.ts";
import type { Reservation } from "../../domain/reservation.ts";
import {
  type DirectText,
  type TextCause,
  textsAfter,
  type WhyNotSent,
} from "../../domain/texts-after.ts";
import { DAY } from "../../domain/time.ts";
import { type Warning, warning } from "../../domain/warnings.ts";
import type { TextedBefore } from "../../storage/message-store.ts";
import { mayText } from "../call/budgets.ts";
import type { OperationContext } from "../define.ts";
import { plannedQuestions } from "./questions.ts";
import { notificationOf, type TextPlan, textRow } from "./text-rows.ts";
import type { WireNotification } from "./wire.ts";
import { phoneUsable } from "./world.ts";

export interface TextsOutcome {
  readonly notifications: readonly WireNotification[];
  readonly warnings: readonly Warning[];
  /** The reservation, if it was flagged for a call because the guest got too many texts. */
  readonly flagged?: Reservation;
}

/** `before`: null if the reservation is new. */
export function renewTexts(
  before: Reservation | null,
  after: Reservation,
  cause: TextCause,
  context: OperationContext,
  usable = phoneUsable(after.phone, context),
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
  const notSent = text?.notSent ?? null;
  const writer = new TextWriter(reservation, phone.everTexted, context);
  const told = text === null ? [] : writer.answer(text);
  const questions = plannedQuestions(reservation, context, { usable, isNew: before === null });
  return {
    notifications: [...told, ...questions],
    warnings: [
      ...(untold ? [NOBODY_KNOWS] : []),
      ...(notSent === null ? [] : [noSms(notSent, after)]),
    ],
    ...(isFlagged ? { flagged: reservation } : {}),
  };
}

export function queueQuestions(
  reservation: Reservation,
  questions: readonly Question[],
  context: OperationContext,
): void {
  const { phone, brand } = reservation;
  if (questions.length === 0 || phoneUsable(phone, context) !== "yes") return;
  const everTexted = context.stores.messages.everTexted(phone ?? "", brand);
  new TextWriter(reservation, everTexted, context).queue(questions);
}

function textedBefore(
  { id, phone }: Reservation,
  { stores, brand, now }: OperationContext,
): TextedBefore {
  if (phone === null) return { everTexted: false, direct: 0, cancelled: 0 };
  return stores.messages.textedBefore({ phone, brand: brand.slug, since: now - DAY, changing: id });
}

class TextWriter {
  readonly #reservation: Reservation;
  readonly #everTexted: boolean;
  readonly #context: OperationContext;
  #texted = false;

  constructor(reservation: Reservation, everTexted: boolean, context: OperationContext) {
    this.#reservation = reservation;
    this.#everTexted = everTexted;
    this.#context = context;
  }

  answer(text: DirectText): WireNotification[] {
    if (text.notSent === null) return this.queue([text]);
    const why = toWire(text.notSent);
    return [{ ...this.#notificationOf(text), dueAt: null, state: "not_sent", why }];
  }

  queue(plans: readonly TextPlan[]): WireNotification[] {
    const { stores } = this.#context;
    return plans.flatMap((plan) => {
      const notification = this.#notificationOf(plan);
      const text = textRow(plan, notification, this.#reservation, this.#context);
      if (!stores.messages.enqueue(text)) return [];
      this.#texted = true;
      return [notification];
    });
  }

  #notificationOf(plan: TextPlan): WireNotification {
    const firstText = !this.#texted && !this.#everTexted;
    return notificationOf(plan, this.#reservation, this.#context, firstText);
  }
}

const NOBODY_KNOWS = warning("CALL_TO_CONFIRM.never_told", {});

const toWire = (why: WhyNotSent): Unsent => (why === "phone_budget" ? "budget" : why);

const noSms = (why: WhyNotSent, { flags }: Reservation): Warning =>
  warning("NO_SMS", {
    why: toWire(why),
    say: { tooMany: why === "phone_budget", walkIn: flags.includes("walk_in") },
  });
