import { z } from "zod";
import { defineOperation } from "../define.ts";
import { brandParam, reservationIdParam, writeParams } from "../params.ts";
import { moveReservation } from "../reservation/move-reservation.ts";
import { type WriteResult, writeResultShape } from "../reservation/wire.ts";
import { writeResult } from "../reservation/write-result.ts";

const input = z.strictObject({ brand: brandParam, id: reservationIdParam, ...writeParams });

/** Error: TOO_EARLY before the service closes. */
export const markCame = defineOperation<z.infer<typeof input>, WriteResult>({
  name: "mark_came",
  title: "Record after closing that the guest came",
  words: { button: "Came", done: "came", history: "Came, marked after closing" },
  scope: "bookings.write",
  role: "host",
  input,
  output: writeResultShape,
  hints: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
  examples: [{ input: { id: "01a1f03ea60027935d40f69e" } }],
  run({ id }, context) {
    const { change, ...rest } = moveReservation("mark_came", id, context);
    return writeResult(change, context, rest);
  },
});
