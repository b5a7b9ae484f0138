import { z } from "zod";
import { defineTool, type OperationContext } from "./define.ts";
import { brandParam, notifyParam, reasonParam, reservationIdParam, writeParams } from "./params.ts";
import { cancelReservation } from "./reservation/cancel-reservation.ts";
import { exampleText, exampleWrite } from "./reservation/example-records.ts";
import { checkMove } from "./reservation/move-reservation.ts";
import {
  notToldLine,
  type ToldResult,
  toldResultShape,
  withNotTold,
} from "./reservation/not-told.ts";
import { unchanged } from "./reservation/record-change.ts";
import { findReservation, writeResult, writeTextWith } from "./reservation/write-result.ts";

const input = z.strictObject({
  brand: brandParam,
  id: reservationIdParam,
  reason: reasonParam.optional(),
  cancelledBy: z
    .enum(["guest", "restaurant"])
    .describe(
      "Who wanted the cancellation. guest: the SMS thanks the guest; restaurant: the SMS says to call if it is wrong",
    )
    .optional(),
  notifyCustomer: notifyParam.optional(),
  ...writeParams,
});

export const cancelBooking = defineTool({
  name: "cancel_booking",
  title: "Cancel a reservation",
  words: { button: "Cancel reservation", done: "cancelled", history: "Cancelled" },
  scope: "bookings.write",
  description:
    "Cancels a reservation and frees its seats, which are offered to matching waiting guests by SMS. The guest gets " +
    "a cancellation SMS if the restaurant sends them and notifyCustomer is not false. undo_last_change can undo the " +
    "cancellation for 15 minutes if the seats are still free.",
  input,
  output: toldResultShape,
  hints: { readOnly: false, destructive: true, idempotent: true, openWorld: true },
  examples: [
    {
      input: { id: "01a1f03ea60027935d40f69e", reason: "Guest called: ill" },
      output: {
        ...exampleWrite(
          {
            status: "cancelled",
            cancelledAt: 1_795_186_800_000,
            updatedAt: 1_795_186_800_000,
            revision: 2,
          },
          {
            notifications: [
              exampleText(
                "cancellation",
                1_795_186_800_000,
                "your table for 4 on Fri Nov 20 at 7:30 PM has been cancelled. If that is wrong, please call us.",
              ),
            ],
            waitlist: { willRun: true, waiting: 0 },
          },
        ),
        notTold: null,
      },
    },
  ],
  run: cancel,
  text: (result, context) => writeTextWith(notToldLine(result), result, context),
});

function cancel(given: z.infer<typeof input>, context: OperationContext): ToldResult {
  const before = findReservation(given.id, context);
  if (checkMove("cancel_booking", before, context).kind === "repeat") {
    return { ...writeResult(unchanged(before), context), notTold: null };
  }
  const { cancelledBy = context.caller.forGuests === true ? "guest" : "restaurant" } = given;
  const unsaid = given.notifyCustomer === false;
  const cause = { kind: "cancelled", unsaid, guestAsked: cancelledBy === "guest" } as const;
  const { change, texts } = cancelReservation(
    before,
    { operation: "cancel_booking", cause, reason: given.reason ?? null },
    context,
  );
  return withNotTold(writeResult(change, context, texts), "cancelled", unsaid, context);
}
