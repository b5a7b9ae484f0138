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

// The reservation stores when its next question or reminder is due. At that time, `askGuest` writes
// the text, with the settings that the restaurant has then.

type Needed = Pick<OperationContext, "brand" | "stores">;

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

export function withNextQuestion(
  reservation: Reservation,
  { brand, stores, now }: Needed & Pick<OperationContext, "now">,
): Reservation {
  const { id, status, revision } = reservation;
  const isNew = revision === 1;
  const texts = isNew || status !== "booked" ? [] : stores.messages.ofReservation(id);
  // A change of the reservation withdraws its unsent questions, so plan these again.
  const sent = texts.filter(({ state }) => state !== "due" && state !== "held");
  const asked = askedOf(reservation, sent);
  const from = stores.clock.endingsAt(now);
  const [next] = questionsOf(reservation, brand.settings, from, asked);
  return { ...reservation, nextQuestionAt: next?.dueAt ?? null };
}

/**
 * Queue other texts before this call. They then count as the phone's first text, which is the one
 * that explains how to opt out.
 */
export function plannedQuestions(
  reservation: Reservation,
  context: Needed,
  { usable, isNew }: { readonly usable: PhoneUsable; readonly isNew: boolean },
): WireNotification[] {
  const texts = isNew ? [] : context.stores.messages.ofReservation(reservation.id);
  return planned(reservation, texts, context, usable).map(([, text]) => text);
}

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

export function textsOf(
  reservation: Reservation,
  context: Needed,
): readonly (Message | PlannedText)[] {
  const texts = context.stores.messages.ofReservation(reservation.id);
  return [...texts, ...plannedTexts(reservation, texts, context)];
}

function planned(
  reservation: Reservation,
  texts: readonly Message[],
  context: Needed,
  usable?: PhoneUsable,
): (readonly [Question, WireNotification])[] {
  const { nextQuestionAt, phone } = reservation;
  const { brand, stores } = context;
  if (nextQuestionAt === null || phone === null) return [];
  if ((usable ?? phoneUsable(phone, context)) !== "yes") return [];
  const asked = askedOf(reservation, texts);
  const questions = questionsOf(reservation, brand.settings, nextQuestionAt, asked);
  const firstText = !stores.messages.everTexted(phone, brand.slug);
  return questions.map((question, index) => [
    question,
    notificationOf(question, reservation, context, firstText && index === 0),
  ]);
}

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
