import { z } from "zod";
import type { OperationContext } from "../define.ts";
import { brandParam, reservationIdParam, writeParams } from "../params.ts";
import { type Mark, moveReservation } from "./move-reservation.ts";
import type { WriteResult } from "./wire.ts";
import { writeResult } from "./write-result.ts";

/** What the four mark operations take. */
export const markInput = z.strictObject({
  brand: brandParam,
  id: reservationIdParam,
  ...writeParams,
});

/** What the four mark operations do: the move and its answer; the guest is sent nothing. */
export function runMark(
  move: Mark,
  given: z.infer<typeof markInput>,
  context: OperationContext,
): WriteResult {
  const { change, ...rest } = moveReservation(move, given.id, context);
  return writeResult(change, context, rest);
}
