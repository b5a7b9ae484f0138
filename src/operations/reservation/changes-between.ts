import { z } from "zod";
import { NOTE_FIELDS, type Reservation } from "../../domain/reservation.ts";
import type { OperationContext } from "../define.ts";
import { toldResultShape } from "./not-told.ts";
import type { WriteResult } from "./wire.ts";
import { asWire } from "./write-result.ts";

const FIELDS = ["date", "time", "numberOfPeople", "area", ...NOTE_FIELDS] as const;

const value = z.union([z.string(), z.int()]).nullable();

export const changeResultShape = z.strictObject({
  ...toldResultShape.shape,
  changes: z.array(z.strictObject({ field: z.enum(FIELDS), from: value, to: value })),
});
export type ChangeResult = z.infer<typeof changeResultShape>;

export function changesBetween(
  before: Reservation,
  { reservation: after, changed }: WriteResult,
  context: OperationContext,
): ChangeResult["changes"] {
  if (!changed) return [];
  const was = asWire(before, context);
  return FIELDS.filter((field) => was[field] !== after[field]).map((field) => {
    return { field, from: was[field], to: after[field] };
  });
}
