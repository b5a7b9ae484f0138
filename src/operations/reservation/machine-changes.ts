import { type Caller, NO_BUDGETS } from "../../domain/caller.ts";
import type { RandomBytes } from "../../domain/ids.ts";
import type { Message } from "../../domain/message.ts";
import { questionsOf } from "../../domain/questions.ts";
import type { Reservation } from "../../domain/reservation.ts";
import type { StoredFlag } from "../../domain/reservation-states.ts";
import type { Brand } from "../../domain/settings.ts";
import type { Stores } from "../../storage/stores.ts";
import type { OperationContext } from "../define.ts";
import { cancelReservation } from "./cancel-reservation.ts";
import { askedOf } from "./questions.ts";
import { type Changes, recordChange } from "./record-change.ts";
import { isAbout } from "./text-rows.ts";
import { queueQuestions } from "./texts.ts";

// Changes that the house makes by itself when their time has come. Each runs inside a write
// transaction, on a reservation read in that transaction, and is named in the audit log like any
// operation.

/** Changes that are looked through for the one that gave a reservation its status. */
const LOOK_BACK = 100;

/** What a change by the house needs; `now` in epoch milliseconds. */
export interface MachineContext {
  readonly brand: Brand;
  readonly now: number;
  readonly stores: Stores;
  readonly random: RandomBytes;
}

/** The caller that the house itself is in the audit log. */
export const systemCaller = (stores: Stores): Caller => ({
  kind: "system",
  principal: "system",
  actor: { kind: "system", id: "system", name: "maitred" },
  environment: stores.instance.environment(),
  brands: stores.brands.list().map((brand) => brand.slug),
  scopes: ["bookings.read", "bookings.write"],
  tools: null,
  budgets: NO_BUDGETS,
  headerBrand: null,
  roles: {},
});

/** A party that nobody marked as gone has gone. */
export function completeAutomatically(reservation: Reservation, context: MachineContext): void {
  if (reservation.status !== "seated") return;
  record(
    reservation,
    { status: "completed", completedAt: context.now },
    "complete_automatically",
    context,
  );
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
 * deadline which has passed was reported delivered, and if the guest texted nothing since.
 */
export function recordNoReply(reservation: Reservation, context: MachineContext): void {
  if (reservation.status !== "booked" || reservation.attendance !== "pending") return;
  const { now } = context;
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
  const flags: StoredFlag[] = reservation.flags.includes("call_to_confirm")
    ? [...reservation.flags]
    : [...reservation.flags, "call_to_confirm"];
  record(reservation, { attendance: "no_reply", flags }, "record_no_reply", context);
  if (!asked || !isSilent || reservation.startAt <= now) return;
  if (context.brand.settings.attendance.onNoReply !== "release") return;
  const silent = context.stores.reservations.get(reservation.id);
  const released = { operation: "release_unconfirmed", cause: { kind: "released" } } as const;
  if (silent !== null) cancelReservation(silent, released, asSystem(context));
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

const record = (
  reservation: Reservation,
  changes: Changes,
  operation: string,
  context: MachineContext,
) => recordChange(reservation, changes, operation, asSystem(context));

/**
 * The house acts by itself, whoever's call gave the occasion: no budget of a key pays for a waiting
 * guest's text.
 */
export const asSystem = ({ brand, now, stores, random }: MachineContext): OperationContext => ({
  brand,
  now,
  stores,
  random,
  caller: systemCaller(stores),
  idempotencyKey: null,
  dryRun: false,
});
