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

// Changes that the system makes when their time has come. Each runs inside a write transaction, on a
// reservation read in that transaction, and is named in the audit log like any operation.

/** Changes that are looked through for the one that gave a reservation its status. */
const LOOK_BACK = 100;

/** A party that nobody marked as gone has gone. */
export function completeAutomatically(reservation: Reservation, context: MachineContext): void {
  if (reservation.status !== "seated") return;
  const completed = { status: "completed", completedAt: context.now } as const;
  recordChange(reservation, completed, "complete_automatically", asSystem(context));
}

/** A request that nobody decided is declined; the guest is told that nothing is booked. */
export function declinePending(reservation: Reservation, context: MachineContext): void {
  if (reservation.status !== "pending") return;
  const declined = { operation: "decline_request", cause: { kind: "declined" } } as const;
  cancelReservation(reservation, declined, asSystem(context));
}

/**
 * Queues the questions whose time has come, as the settings of now word them, and plans the next.
 * A phone that takes no texts now is left out; it may take them by the time of the next.
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
 * A guest did not answer by the deadline: somebody should call. Where the brand releases such
 * tables, the reservation is cancelled, but only before its start, if a question that named a
 * deadline which has passed was reported delivered, and if the guest texted nothing since. Nobody
 * has to answer any more once the brand has stopped asking.
 */
export function recordNoReply(reservation: Reservation, context: MachineContext): void {
  if (reservation.status !== "booked" || reservation.attendance !== "pending") return;
  const { now, brand } = context;
  if (!mayBeAsked(reservation, brand.settings)) {
    recordChange(reservation, { attendance: "not_required" }, "stop_asking", asSystem(context));
    return;
  }
  // A deadline that passed while it was cancelled says nothing about a guest who was brought back.
  const since = statusSince(reservation, context);
  const { messages } = context.stores;
  const answered = new Set(messages.answered(reservation.id));
  const questions = messages
    .ofReservation(reservation.id)
    .filter((text) => isQuestion(text, reservation));
  const asked = questions
    .filter(({ state }) => state === "delivered")
    .some((text) => since < text.expiresAt && text.expiresAt <= now);
  // Whoever texted something since is not silent: somebody reads it, and rings.
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
 * Since when a reservation has the status that it has, epoch milliseconds: what a manager brought
 * back, as by an undo, begins anew (rule S11).
 */
export function statusSince(
  { id, status, createdAt }: Reservation,
  { stores }: Pick<MachineContext, "stores">,
): number {
  const changes = stores.audit.ofReservation(id, LOOK_BACK);
  return changes.find(({ after }) => after["status"] === status)?.at ?? createdAt;
}

/**
 * A question expires at the deadline that it names, and a move makes it a question about another
 * evening. One that went to a phone which was corrected since did not ask this guest.
 */
const isQuestion = (text: Message, reservation: Reservation): boolean =>
  (text.kind === "attendance_ask" || text.kind === "follow_up") &&
  text.to === reservation.phone &&
  isAbout(text, reservation);
