import { newRequest } from "../../domain/admission/request.ts";
import { admit } from "../../domain/admission.ts";
import type { Reservation } from "../../domain/reservation.ts";
import { asGuest, type MachineContext } from "../call/acting-as.ts";
import type { OperationContext } from "../define.ts";
import { moveTables } from "../seating/move-tables.ts";
import { cancelReservation } from "./cancel-reservation.ts";
import { type Changes, recordChange } from "./record-change.ts";
import { renewTexts } from "./texts.ts";
import { bookWaitingEntry } from "./waiting-entry-booked.ts";
import { phoneUsable, worldOf } from "./world.ts";

/** `gone`: the table was released and can no longer be booked. */
export interface Confirmation {
  readonly kind: "confirmed" | "confirmed_late" | "readmitted" | "gone";
  readonly reservation: Reservation;
}

const RELEASE = "release_unconfirmed";

export function isReleased(
  { id, status, attendance, startAt }: Reservation,
  { stores, now }: MachineContext,
): boolean {
  if (status !== "cancelled" || attendance !== "no_reply" || startAt <= stores.clock.endingsAt(now))
    return false;
  return stores.audit.ofReservation(id, 1)[0]?.operation === RELEASE;
}

/** Handles a guest's YES, even a late one (rule T5). */
export function confirmAttendance(reservation: Reservation, context: MachineContext): Confirmation {
  const operation = asGuest(reservation, context);
  if (isReleased(reservation, context)) return readmit(reservation, operation);
  const late = reservation.attendance === "no_reply";
  context.stores.messages.voidUnsent(reservation.id, ["attendance_ask", "follow_up"]);
  const changes: Changes = { attendance: "confirmed", flags: withoutCall(reservation) };
  const change = recordChange(reservation, changes, "confirm_attendance", operation);
  const kind = late && change.changed ? "confirmed_late" : "confirmed";
  return { kind, reservation: change.reservation };
}

const withoutCall = ({ flags }: Reservation): Reservation["flags"] =>
  flags.filter((flag) => flag !== "call_to_confirm");

function readmit(reservation: Reservation, operation: OperationContext): Confirmation {
  const { id, phone, startAt, partySize, notifyCustomer } = reservation;
  const usable = phoneUsable(phone, operation);
  const request = newRequest(startAt, partySize, {
    phoneUsable: usable,
    silent: !notifyCustomer,
    area: reservation.area,
  });
  const admission = admit(request, worldOf(operation, { id, phone }));
  // Admission lets a party that starts within 15 minutes exceed the pace, but a released one must not.
  if (admission.reasons.length > 0 || admission.overLimit) return { kind: "gone", reservation };
  const { status, endAt, seat } = admission;
  const flags = withoutCall(reservation);
  const tables = seat?.tables ?? [];
  const booked = { status, endAt, flags, tables } as const;
  const changes: Changes = { ...booked, attendance: "confirmed", cancelledAt: null };
  const { reservation: back } = recordChange(
    reservation,
    changes,
    "readmit_reservation",
    operation,
  );
  moveTables(seat, id, operation);
  bookWaitingEntry(back, operation);
  renewTexts(reservation, back, { kind: "readmitted" }, operation, usable);
  return { kind: "readmitted", reservation: back };
}

export function cancelByGuest(
  reservation: Reservation,
  operationName: "decline_attendance" | "cancel_booking",
  context: MachineContext,
): void {
  const operation = asGuest(reservation, context);
  const asked = reservation.attendance !== "not_required";
  cancelReservation(
    reservation,
    {
      operation: operationName,
      cause: { kind: "cancelled" },
      ...(asked ? { attendance: "declined" } : {}),
    },
    operation,
  );
}
