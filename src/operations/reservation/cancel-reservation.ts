import type { Reservation } from "../../domain/reservation.ts";
import type { TextCause } from "../../domain/texts-after.ts";
import type { OperationContext } from "../define.ts";
import { type Change, type Changes, recordChange } from "./record-change.ts";
import { renewTexts, type TextsOutcome } from "./texts.ts";

export interface Cancelled {
  readonly change: Change;
  readonly texts: TextsOutcome;
}

/** The caller must have checked that the reservation may be cancelled. */
export function cancelReservation(
  before: Reservation,
  {
    operation,
    cause,
    reason = null,
    ...changes
  }: {
    readonly operation: string;
    readonly cause: TextCause;
    readonly reason?: string | null;
  } & Pick<Changes, "attendance">,
  context: OperationContext,
): Cancelled {
  const cancelled: Changes = { ...changes, status: "cancelled", cancelledAt: context.now };
  const change = recordChange(before, cancelled, operation, context, reason);
  return { change, texts: renewTexts(before, change.reservation, cause, context) };
}
