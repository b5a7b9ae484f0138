import { z } from "zod";
import { refusal } from "../../domain/errors.ts";
import type { WaitlistEntry } from "../../domain/waitlist.ts";
import type { OperationContext } from "../define.ts";
import { warningShape } from "../reservation/wire.ts";
import { findEntry } from "../waitlist/wire-entry.ts";

/** The answer to a write of the door list. */
export const doorResultShape = z.strictObject({
  entry: z.strictObject({ id: z.string().nullable(), name: z.string() }),
  quotedMinutes: z.int().nullable(),
  readyUntil: z.number().nullable(),
  changed: z.boolean(),
  dryRun: z.boolean(),
  warnings: z.array(warningShape),
});
export type DoorResult = z.infer<typeof doorResultShape>;

export const doorResult = (
  { id, name, quotedMinutes, readyUntil }: WaitlistEntry,
  changed: boolean,
  { dryRun }: OperationContext,
  warnings: DoorResult["warnings"] = [],
): DoorResult => ({ entry: { id, name }, quotedMinutes, readyUntil, changed, dryRun, warnings });

/** A party that waits at the door. Errors: NOT_FOUND; INVALID_TRANSITION if it no longer waits. */
export function waitingAtDoor(id: string, context: OperationContext): WaitlistEntry {
  const entry = findEntry(id, context);
  const { status, bookingId, kind } = entry;
  if (kind !== "door") throw refusal("NOT_FOUND.entry", { id, say: { brand: entry.brand } });
  if (status === "waiting") return entry;
  throw refusal("INVALID_TRANSITION.entry_removed", { status, bookingId, say: { id } });
}
