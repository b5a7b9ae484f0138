import { refusal } from "../../domain/errors.ts";
import type { Reservation, Status } from "../../domain/reservation.ts";

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
  throw refusal(
    "INVALID_TRANSITION",
    `Reservation ${id} is ${status} and no request any more, so there is nothing to decide.`,
    { status, operation, possible: [] },
  );
}
