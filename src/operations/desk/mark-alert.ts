import { z } from "zod";
import { flagsWithAlert } from "../../domain/alerts.ts";
import { defineOperation, type OperationContext } from "../define.ts";
import { brandParam, reservationIdParam, writeParams } from "../params.ts";
import { recordChange } from "../reservation/record-change.ts";
import { type WriteResult, writeResultShape } from "../reservation/wire.ts";
import { findReservation, writeResult } from "../reservation/write-result.ts";

const input = z.strictObject({
  brand: brandParam,
  id: reservationIdParam,
  heeded: z
    .enum(["yes", "no"])
    .describe("yes: show the alert, whatever the notes say; no: hide it"),
  ...writeParams,
});
type Input = z.infer<typeof input>;

/** The host's choice overrides the search for alert words in the notes, until a note changes. */
export const markAlert = defineOperation<Input, WriteResult>({
  name: "mark_alert",
  title: "Set or clear the alert",
  words: { done: "alert changed", history: "Alert changed by hand" },
  scope: "bookings.write",
  role: "host",
  input,
  output: writeResultShape,
  hints: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
  examples: [{ input: { id: "01a1f03ea60027935d40f69e", heeded: "no" } }],
  run: mark,
});

function mark({ id, heeded }: Input, context: OperationContext): WriteResult {
  const before = findReservation(id, context);
  const flags = flagsWithAlert(before, heeded === "yes");
  return writeResult(recordChange(before, { flags }, markAlert.name, context), context);
}
