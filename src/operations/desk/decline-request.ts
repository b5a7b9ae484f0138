import { defineOperation, type OperationContext } from "../define.ts";
import { cancelReservation } from "../reservation/cancel-reservation.ts";
import { unchanged } from "../reservation/record-change.ts";
import type { WriteResult } from "../reservation/wire.ts";
import { findReservation, writeResult } from "../reservation/write-result.ts";
import { DECISION, type Decision, requirePending } from "./requests.ts";

export const declineRequest = defineOperation<Decision, WriteResult>({
  ...DECISION,
  name: "decline_request",
  title: "Decline a request",
  words: { done: "declined", history: "Request declined" },
  run: decline,
});

function decline(given: Decision, context: OperationContext): WriteResult {
  const before = findReservation(given.id, context);
  if (!requirePending(before, "cancelled", declineRequest.name)) {
    return writeResult(unchanged(before), context);
  }
  const { change, texts } = cancelReservation(
    before,
    { operation: declineRequest.name, cause: { kind: "declined" }, reason: given.reason ?? null },
    context,
  );
  return writeResult(change, context, texts);
}
