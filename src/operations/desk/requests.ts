import { z } from "zod";
import { refusal } from "../../domain/errors.ts";
import type { Reservation } from "../../domain/reservation.ts";
import type { Status } from "../../domain/reservation-states.ts";
import { brandParam, reasonParam, reservationIdParam, writeParams } from "../params.ts";
import { writeResultShape } from "../reservation/wire.ts";

const input = z.strictObject({
  brand: brandParam,
  id: reservationIdParam,
  reason: reasonParam.optional(),
  ...writeParams,
});
export type Decision = z.infer<typeof input>;

export const DECISION = {
  scope: "bookings.write",
  role: "manager",
  input,
  output: writeResultShape,
  hints: { readOnly: false, destructive: true, idempotent: true, openWorld: true },
  examples: [{ input: { id: "01a1f03ea60027935d40f69e" } }],
} as const;

/** False if this decision was made before. Error: INVALID_TRANSITION if another decision was made. */
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
