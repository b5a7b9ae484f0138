import type { PhoneUsable } from "../../domain/attendance.ts";
import type { Message } from "../../domain/message.ts";
import {
  QUESTION_KINDS,
  type Question,
  type QuestionKind,
  questionsOf,
} from "../../domain/questions.ts";
import type { Reservation } from "../../domain/reservation.ts";
import type { OperationContext } from "../define.ts";
import { isAbout, notificationOf } from "./text-rows.ts";
import type { WireNotification } from "./wire.ts";
import { phoneUsable } from "./world.ts";

// Questions and reminders are planned: the reservation stores when the next one is due. Its text is
// written only then, with the settings of that moment (`askGuest`).

type Needed = Pick<OperationContext, "brand" | "stores">;

/**
 * The kinds of questions about the reservation's current time that are in the outbox or were sent.
 */
export const askedOf = (
  reservation: Reservation,
  texts: readonly Message[],
): ReadonlySet<QuestionKind> =>
  new Set(
    QUESTION_KINDS.filter((kind) =>
      texts.some(
        (text) => text.kind === kind && text.state !== "void" && isAbout(text, reservation),
      ),
    ),
  );

/** The reservation with a newly planned `nextQuestionAt`. */
export function withNextQuestion(
  reservation: Reservation,
  { brand, stores, now }: Needed & Pick<OperationContext, "now">,
): Reservation {
  const { id, status, revision } = reservation;
  const isNew = revision === 1;
  const texts = isNew || status !== "booked" ? [] : stores.messages.ofReservation(id);
  // Unsent questions are withdrawn by the change and planned again.
  const sent = texts.filter(({ state }) => state !== "due" && state !== "held");
  const asked = askedOf(reservation, sent);
  // While the clock is in doubt, nothing counts as too late.
  const from = stores.clock.endingsAt(now);
  const [next] = questionsOf(reservation, brand.settings, from, asked);
  return { ...reservation, nextQuestionAt: next?.dueAt ?? null };
}

/**
 * The planned questions of a new or changed reservation, for the answer. `told`: the texts that the
 * change itself sends.
 */
export function plannedQuestions(
  reservation: Reservation,
  context: Needed,
  { told, usable, isNew }: ChangeTold,
): WireNotification[] {
  const texts = isNew ? [] : context.stores.messages.ofReservation(reservation.id);
  const isTold = told.some(({ state }) => state === "queued");
  return planned(reservation, texts, context, { isTold, usable }).map(([, text]) => text);
}

/** What is already known about the texts of a change. */
interface ChangeTold {
  readonly told: readonly WireNotification[];
  readonly usable: PhoneUsable;
  /** The reservation is new and has no earlier texts. */
  readonly isNew: boolean;
}

/** A text that is planned but not in the outbox yet. */
export interface PlannedText
  extends Pick<
    Message,
    | "brand"
    | "reservationId"
    | "entryId"
    | "offerId"
    | "kind"
    | "to"
    | "body"
    | "segments"
    | "dueAt"
    | "state"
    | "createdAt"
  > {
  readonly id: null;
}

/** The planned questions of a reservation; `texts`: those already in the outbox. */
export function plannedTexts(
  reservation: Reservation,
  texts: readonly Message[],
  context: Needed,
): PlannedText[] {
  const { brand, id: reservationId, phone, updatedAt } = reservation;
  return planned(reservation, texts, context).map(([{ kind, dueAt }, { body, segments }]) => ({
    id: null,
    brand,
    reservationId,
    entryId: null,
    offerId: null,
    kind,
    to: phone ?? "",
    body,
    segments,
    dueAt,
    state: "due",
    createdAt: updatedAt,
  }));
}

/** Every text about a reservation: first those in the outbox, then the planned ones. */
export function textsOf(
  reservation: Reservation,
  context: Needed,
): readonly (Message | PlannedText)[] {
  const texts = context.stores.messages.ofReservation(reservation.id);
  return [...texts, ...plannedTexts(reservation, texts, context)];
}

/** Each planned question, with the text that it would have now. */
function planned(
  reservation: Reservation,
  texts: readonly Message[],
  context: Needed,
  { isTold = false, usable }: { isTold?: boolean; usable?: PhoneUsable } = {},
): (readonly [Question, WireNotification])[] {
  const { nextQuestionAt, phone } = reservation;
  const { brand, stores } = context;
  if (nextQuestionAt === null || phone === null) return [];
  if ((usable ?? phoneUsable(phone, context)) !== "yes") return [];
  const asked = askedOf(reservation, texts);
  const questions = questionsOf(reservation, brand.settings, nextQuestionAt, asked);
  const firstText = !isTold && !stores.messages.everTexted(phone, brand.slug);
  return questions.map((question, index) => [
    question,
    notificationOf(question, reservation, context, firstText && index === 0),
  ]);
}

/** The figures of the outbox, planned questions included. */
export function outboxFigures({ stores, now }: Pick<OperationContext, "stores" | "now">) {
  const figures = stores.figures.outbox(now);
  let { due, scheduled, oldestDueAt } = figures;
  for (const { brand: slug, nextQuestionAt, ...reservation } of stores.reservations.planned()) {
    const settings = stores.brands.get(slug)?.settings;
    if (settings === undefined) continue;
    for (const { dueAt } of questionsOf(reservation, settings, nextQuestionAt)) {
      if (dueAt > now) scheduled += 1;
      else {
        due += 1;
        oldestDueAt = Math.min(dueAt, oldestDueAt ?? dueAt);
      }
    }
  }
  return { ...figures, due, scheduled, oldestDueAt };
}
