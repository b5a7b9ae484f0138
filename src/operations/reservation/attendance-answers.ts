import { type Caller, NO_BUDGETS, SCOPES } from "../../domain/caller.ts";
import type { MessageState } from "../../domain/message.ts";
import type { Reservation } from "../../domain/reservation.ts";
import type { OperationContext } from "../define.ts";
import type { MachineContext } from "./machine-changes.ts";
import { type Changes, recordChange } from "./record-change.ts";
import { sendNow } from "./texts.ts";

/** A text in one of these states reached the guest, or may have. */
const SENT: readonly MessageState[] = ["sending", "accepted", "delivered", "unknown"];

/**
 * Takes a guest's YES or NO to the attendance question that was last sent to this phone (booking-rules, attendance).
 * YES confirms, also after the deadline while the table is still booked; NO cancels, which frees the seats. Runs inside
 * the write transaction. Answers the reservation, or null where no question is open.
 */
export function answerAttendance(
  answer: "yes" | "no",
  phone: string,
  context: MachineContext,
): Reservation | null {
  const asked = lastAsked(phone, context);
  if (asked === null) return null;
  const operation = operationOf(asked, context);
  context.stores.messages.voidUnsent(asked.id, ["attendance_ask", "follow_up"]);
  if (answer === "yes") {
    const flags = asked.flags.filter((flag) => flag !== "call_to_confirm");
    const changes: Changes = { attendance: "confirmed", flags };
    return recordChange(asked, changes, "confirm_attendance", operation).reservation;
  }
  context.stores.messages.voidUnsent(asked.id);
  const changes: Changes = {
    attendance: "declined",
    status: "cancelled",
    cancelledAt: context.now,
  };
  const { reservation } = recordChange(asked, changes, "decline_attendance", operation);
  if (context.brand.settings.cancelNotification) {
    sendNow("cancellation", reservation, operation, { evenSilent: true });
  }
  return reservation;
}

/** The reservation that the last question to this phone was about, if its answer still counts. */
function lastAsked(phone: string, { brand, stores, now }: MachineContext): Reservation | null {
  const questions = stores.messages
    .list({ brand: brand.slug, phone })
    .filter(({ kind, state }) => isQuestion(kind) && SENT.includes(state))
    .toSorted((a, b) => b.dueAt - a.dueAt);
  for (const { reservationId } of questions) {
    const reservation = reservationId === null ? null : stores.reservations.get(reservationId);
    if (reservation !== null && isOpen(reservation, now)) return reservation;
  }
  return null;
}

const isQuestion = (kind: string): boolean => kind === "attendance_ask" || kind === "follow_up";

const isOpen = ({ status, attendance, startAt }: Reservation, now: number): boolean =>
  status === "booked" && (attendance === "pending" || attendance === "no_reply") && startAt > now;

const operationOf = (reservation: Reservation, context: MachineContext): OperationContext => ({
  ...context,
  caller: guestCaller(reservation, context),
  idempotencyKey: null,
  dryRun: false,
});

/** The guest as the audit log names them. */
const guestCaller = ({ id, name }: Reservation, { brand, stores }: MachineContext): Caller => ({
  kind: "system",
  principal: `guest:${id}`,
  actor: { kind: "guest", id, name },
  environment: stores.instance.environment(),
  brands: [brand.slug],
  scopes: SCOPES,
  tools: null,
  budgets: NO_BUDGETS,
  headerBrand: null,
  role: null,
});
