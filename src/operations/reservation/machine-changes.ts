import type { Message } from "../../domain/message.ts";
import { mayBeAsked, questionsOf } from "../../domain/questions.ts";
import type { Reservation } from "../../domain/reservation.ts";
import { toCall } from "../../domain/reservation-states.ts";
import { asSystem, type MachineContext } from "../call/acting-as.ts";
import { cancelReservation } from "./cancel-reservation.ts";
import { askedOf } from "./questions.ts";
import { recordChange } from "./record-change.ts";
import { isAbout } from "./text-rows.ts";
import { queueQuestions } from "./texts.ts";

// Changes that the system makes when they are due. Each runs inside a write transaction, on a
// reservation read in that transaction, and is named in the audit log like any operation.

/** How many changes to search for the one that gave a reservation its status. */
const LOOK_BACK = 100;

/** A party still marked as seated long after its end must have left. */
export function completeAutomatically(reservation: Reservation, context: MachineContext): void {
  if (reservation.status !== "seated") return;
  const completed = { status: "completed", completedAt: context.now } as const;
  recordChange(reservation, completed, "complete_automatically", asSystem(context));
}

/** Declines a request that nobody answered in time, and tells the guest that nothing is booked. */
export function declinePending(reservation: Reservation, context: MachineContext): void {
  if (reservation.status !== "pending") return;
  const declined = { operation: "decline_request", cause: { kind: "declined" } } as const;
  cancelReservation(reservation, declined, asSystem(context));
}

/**
 * Queues the questions that are due, worded according to the current settings, and plans the next
 * one. If the phone takes no texts now, the question is skipped; the next one may be possible.
 */
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

/**
 * A guest did not answer by the deadline: somebody should call. If the brand releases such tables,
 * the reservation is cancelled, but only before its start, if a question that named a passed
 * deadline was reported delivered, and if the guest texted nothing since. Once the brand has
 * stopped asking, nobody has to answer.
 */
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
  // A guest who texted something is not silent: somebody reads it and calls.
  const isSilent = questions.every(({ uniqueKey }) => !answered.has(uniqueKey));
  const system = asSystem(context);
  const unanswered = { attendance: "no_reply", flags: toCall(reservation.flags) } as const;
  const { reservation: silent } = recordChange(reservation, unanswered, "record_no_reply", system);
  if (!asked || !isSilent || reservation.startAt <= now) return;
  if (brand.settings.attendance.onNoReply !== "release") return;
  const released = { operation: "release_unconfirmed", cause: { kind: "released" } } as const;
  cancelReservation(silent, released, system);
}

/**
 * Since when a reservation has had its status, epoch milliseconds. One that a manager restored
 * counts from then on (rule S11).
 */
export function statusSince(
  { id, status, createdAt }: Reservation,
  { stores }: Pick<MachineContext, "stores">,
): number {
  const changes = stores.audit.ofReservation(id, LOOK_BACK);
  return changes.find(({ after }) => after["status"] === status)?.at ?? createdAt;
}

/**
 * Whether a text is a question about this reservation. A question expires at the deadline it names;
 * after a move it is about another evening, and if the phone was corrected it asked somebody else.
 */
const isQuestion = (text: Message, reservation: Reservation): boolean =>
  (text.kind === "attendance_ask" || text.kind === "follow_up") &&
  text.to === reservation.phone &&
  isAbout(text, reservation);
