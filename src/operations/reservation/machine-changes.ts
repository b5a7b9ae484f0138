import type { Message } from "../../domain/message.ts";
import { mayBeAsked, questionsOf } from "../../domain/questions.ts";
import type { Reservation } from "../../domain/reservation.ts";
import { withCallFlag } from "../../domain/reservation-states.ts";
import { asSystem, type MachineContext } from "../call/acting-as.ts";
import { cancelReservation } from "./cancel-reservation.ts";
import { askedOf } from "./questions.ts";
import { recordChange } from "./record-change.ts";
import { isAbout } from "./text-rows.ts";
import { queueQuestions } from "./texts.ts";

// Callers of these functions must have read the reservation in the same transaction.

const LOOK_BACK = 100;

export function completeAutomatically(reservation: Reservation, context: MachineContext): void {
  if (reservation.status !== "seated") return;
  const completed = { status: "completed", completedAt: context.now } as const;
  recordChange(reservation, completed, "complete_automatically", asSystem(context));
}

export function declinePending(reservation: Reservation, context: MachineContext): void {
  if (reservation.status !== "pending") return;
  const declined = { operation: "decline_request", cause: { kind: "declined" } } as const;
  cancelReservation(reservation, declined, asSystem(context));
}

/** A question that cannot be sent now is skipped, not sent later. */
export function askGuest(reservation: Reservation, context: MachineContext): void {
  const { nextQuestionAt, id } = reservation;
  const { brand, now, stores } = context;
  if (nextQuestionAt === null) return;
  const asked = askedOf(reservation, stores.messages.ofReservation(id));
  const questions = questionsOf(reservation, brand.settings, nextQuestionAt, asked);
  const due = questions.filter(({ dueAt }) => dueAt <= now);
  queueQuestions(reservation, due, asSystem(context));
  stores.reservations.setNextQuestion(id, questions[due.length]?.dueAt ?? null);
}

export function recordNoReply(reservation: Reservation, context: MachineContext): void {
  if (reservation.status !== "booked" || reservation.attendance !== "pending") return;
  const { now, brand } = context;
  if (!mayBeAsked(reservation, brand.settings)) {
    recordChange(reservation, { attendance: "not_required" }, "stop_asking", asSystem(context));
    return;
  }
  // A deadline that passed while the reservation was cancelled does not count.
  const since = statusSince(reservation, context);
  const { messages } = context.stores;
  const answered = new Set(messages.answered(reservation.id));
  const questions = messages
    .ofReservation(reservation.id)
    .filter((text) => isQuestion(text, reservation));
  const asked = questions
    .filter(({ state }) => state === "delivered")
    .some((text) => since < text.expiresAt && text.expiresAt <= now);
  const isSilent = questions.every(({ uniqueKey }) => !answered.has(uniqueKey));
  const system = asSystem(context);
  const unanswered = { attendance: "no_reply", flags: withCallFlag(reservation.flags) } as const;
  const { reservation: silent } = recordChange(reservation, unanswered, "record_no_reply", system);
  if (!asked || !isSilent || reservation.startAt <= now) return;
  if (brand.settings.attendance.onNoReply !== "release") return;
  const released = { operation: "release_unconfirmed", cause: { kind: "released" } } as const;
  cancelReservation(silent, released, system);
}

/** When the status last changed (an undo counts, rule S11), in epoch milliseconds. */
export function statusSince(
  { id, status, createdAt }: Reservation,
  { stores }: Pick<MachineContext, "stores">,
): number {
  const changes = stores.audit.ofReservation(id, LOOK_BACK);
  return changes.find(({ after }) => after["status"] === status)?.at ?? createdAt;
}

const isQuestion = (text: Message, reservation: Reservation): boolean =>
  (text.kind === "attendance_ask" || text.kind === "follow_up") &&
  text.to === reservation.phone &&
  isAbout(text, reservation);
