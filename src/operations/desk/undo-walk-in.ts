import { z } from "zod";
import { refusal } from "../../domain/errors.ts";
import { cancelBooking } from "../cancel-booking.ts";
import { defineOperation, type OperationContext } from "../define.ts";
import { returnToDoor } from "../door/seat-from-door.ts";
import { brandParam, reservationIdParam, writeParams } from "../params.ts";
import { type WriteResult, writeResultShape } from "../reservation/wire.ts";
import { findReservation } from "../reservation/write-result.ts";
import { changeToUndo, undo as undoChange } from "../undo-last-change.ts";
import { isWalkInSeating } from "./seat-walk-in.ts";

const input = z.strictObject({ brand: brandParam, id: reservationIdParam, ...writeParams });
type Input = z.infer<typeof input>;

export const undoWalkIn = defineOperation<Input, WriteResult>({
  name: "undo_walk_in",
  title: "Undo a walk-in",
  words: { done: "removed" },
  scope: "bookings.write",
  input,
  output: writeResultShape,
  hints: { readOnly: false, destructive: true, idempotent: false, openWorld: true },
  examples: [{ input: { id: "01a1f03ea60027935d40f69e" } }],
  run: undo,
});

function undo({ id }: Input, context: OperationContext): WriteResult {
  const present = findReservation(id, context);
  const { row } = changeToUndo(present, context);
  if (!isWalkInSeating(present, row)) {
    throw refusal("NOTHING_TO_UNDO", { id, say: { is: "no_walk_in" } });
  }
  undoChange({ id }, context, "leaves");
  const { notTold: _notTold, ...cancelled } = cancelBooking.run(
    cancelBooking.input.parse({ id }),
    context,
  );
  returnToDoor(id, undoWalkIn.name, context);
  const warnings = cancelled.warnings.filter(({ code }) => code !== "NO_SMS");
  return { ...cancelled, warnings };
}
