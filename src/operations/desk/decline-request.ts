import { defineOperation, type OperationContext } from "../define.ts";
import { recordChange, unchanged } from "../reservation/record-change.ts";
import { ReservationTexts } from "../reservation/texts.ts";
import { type WriteResult, writeResultShape } from "../reservation/wire.ts";
import { findReservation, writeResult, writeText } from "../reservation/write-result.ts";
import { type Decision, decisionInput, requirePending } from "./requests.ts";

/** A manager says no to a large party's request: its seats are free again. */
export const declineRequest = defineOperation({
  name: "decline_request",
  title: "Decline a request",
  scope: "bookings.write",
  role: "manager",
  description:
    "Declines the request of a large party: it is cancelled and its seats are offered to matching waiting guests by " +
    "SMS. The guest gets an SMS that nothing is booked where the restaurant has cancellation texts switched on.",
  input: decisionInput,
  output: writeResultShape,
  hints: { readOnly: false, destructive: true, idempotent: true, openWorld: true },
  examples: [{ input: { id: "6afe03c027935d40f69e49ab", reason: "We have a wedding that night" } }],
  form: { submit: "Decline", confirm: "Decline this request?" },
  run: decline,
  text: writeText,
});

function decline(given: Decision, context: OperationContext): WriteResult {
  const before = findReservation(given.id, context);
  if (!requirePending(before, "cancelled", declineRequest.name)) {
    return writeResult(unchanged(before), context);
  }
  context.stores.messages.voidUnsent(before.id);
  const change = recordChange(
    before,
    { status: "cancelled", cancelledAt: context.now },
    declineRequest.name,
    context,
    given.reason ?? null,
  );
  const { reservation } = change;
  if (!context.brand.settings.cancelNotification) return writeResult(change, context);
  const again = reservation.revision;
  const texts = new ReservationTexts(reservation, context).sendNow("cancellation", {
    evenSilent: true,
    again,
    wording: "request_declined",
  });
  return writeResult(change, context, texts);
}
