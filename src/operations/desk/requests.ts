import { z } from "zod";
import { refusal } from "../../domain/errors.ts";
import type { Reservation } from "../../domain/reservation.ts";
import type { Status } from "../../domain/reservation-states.ts";
import { brandParam, reasonParam, reservationIdParam, writeParams } from "../params.ts";

/** A manager's yes or no to a request; `reason` is kept in its history. */
export const decisionInput = z.strictObject({
  brand: brandParam,
  id: reservationIdParam,
  reason: reasonParam.optional(),
  ...writeParams,
});
export type Decision = z.infer<typeof decisionInput>;

/**
 * Whether a request still waits for a decision; false where it was decided like that before. Error:
 * INVALID_TRANSITION where there is none to decide.
 */
export function requirePending(
  { id, status }: Reservation,
  decided: Status,
  operation: string,
): boolean {
  if (status === "pending") return true;
  if (status === decided) return false;
  const facts = { status, operation, possible: [], say: { id } };
  throw refusal("INVALID_TRANSITION.no_request", facts);
}
