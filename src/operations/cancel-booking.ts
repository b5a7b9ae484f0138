import { z } from "zod";
import { defineOperation, type OperationContext } from "./define.ts";
import { brandParam, reasonParam, reservationIdParam, writeParams } from "./params.ts";
import { cancelReservation } from "./reservation/cancel-reservation.ts";
import { EXAMPLE_RESERVATION } from "./reservation/example-records.ts";
import { checkMove } from "./reservation/move-reservation.ts";
import { unchanged } from "./reservation/record-change.ts";
import { type WriteResult, writeResultShape } from "./reservation/wire.ts";
import { findReservation, writeResult, writeText } from "./reservation/write-result.ts";

const input = z.strictObject({
  brand: brandParam,
  id: reservationIdParam,
  reason: reasonParam.optional(),
  ...writeParams,
});

export const cancelBooking = defineOperation({
  name: "cancel_booking",
  title: "Cancel a reservation",
  scope: "bookings.write",
  description:
    "Cancels a reservation and frees its seats, which are offered to matching waiting guests by SMS. The guest gets " +
    "a cancellation SMS where the restaurant has those switched on. undo_last_change takes it back for 15 minutes " +
    "while the seats are still free.",
  input,
  output: writeResultShape,
  hints: { readOnly: false, destructive: true, idempotent: true, openWorld: true },
  examples: [
    {
      input: { id: "6afe03c027935d40f69e49ab", reason: "Guest called: ill" },
      output: {
        reservation: {
          ...EXAMPLE_RESERVATION,
          status: "cancelled",
          cancelledAt: 1_795_186_800_000,
          updatedAt: 1_795_186_800_000,
          revision: 2,
        },
        changed: true,
        dryRun: false,
        warnings: [],
        notifications: [
          {
            kind: "cancellation",
            recipient: "guest",
            phone: "123",
            body: "Demo Bistro: Ana Lopez, your table for 4 on Fri Nov 20 at 7:30 PM has been cancelled. If that is wrong, please call us.",
            segments: 1,
            dueAt: 1_795_186_800_000,
            state: "queued",
            why: null,
          },
        ],
        waitlist: { willRun: true, waiting: 0 },
        placement: null,
      },
    },
  ],
  run: cancel,
  text: writeText,
});

function cancel(given: z.infer<typeof input>, context: OperationContext): WriteResult {
  const before = findReservation(given.id, context);
  if (checkMove("cancel_booking", before, context).kind === "repeat") {
    return writeResult(unchanged(before), context);
  }
  const { change, texts } = cancelReservation(
    before,
    { operation: "cancel_booking", cause: { kind: "cancelled" }, reason: given.reason ?? null },
    context,
  );
  return writeResult(change, context, texts);
}
