import { withCallFlag } from "../../domain/reservation-states.ts";
import { warning } from "../../domain/warnings.ts";
import { defineOperation, type OperationContext } from "../define.ts";
import { recordChange, unchanged } from "../reservation/record-change.ts";
import { renewTexts } from "../reservation/texts.ts";
import type { WriteResult } from "../reservation/wire.ts";
import { asksFor } from "../reservation/world.ts";
import { findReservation, writeResult } from "../reservation/write-result.ts";
import { DECISION, type Decision, requirePending } from "./requests.ts";

/** Checks no limits: the seats have been kept since the party asked. */
export const approveRequest = defineOperation<Decision, WriteResult>({
  ...DECISION,
  name: "approve_request",
  title: "Approve a request",
  words: { done: "approved", history: "Request approved" },
  run: approve,
});

function approve(given: Decision, context: OperationContext): WriteResult {
  const before = findReservation(given.id, context);
  if (!requirePending(before, "booked", approveRequest.name)) {
    return writeResult(unchanged(before), context);
  }
  const asked = before.attendance === "pending";
  const tooLate = asked && asksFor(before.startAt, context) === null;
  const unasked = { attendance: "not_required", flags: withCallFlag(before.flags) } as const;
  const change = recordChange(
    before,
    { status: "booked", ...(tooLate ? unasked : {}) },
    approveRequest.name,
    context,
    given.reason ?? null,
  );
  const texts = renewTexts(before, change.reservation, { kind: "approved" }, context);
  const warnings = [
    ...texts.warnings,
    ...(tooLate ? [warning("CALL_TO_CONFIRM.too_late", {})] : []),
  ];
  return writeResult(change, context, { ...texts, warnings });
}
