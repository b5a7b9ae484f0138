import { z } from "zod";
import { refusal } from "../../domain/errors.ts";
import type { WaitlistEntry } from "../../domain/waitlist.ts";
import type { OperationContext } from "../define.ts";
import { warningShape } from "../reservation/wire.ts";
import { findEntry } from "../waitlist/wire-entry.ts";
import { keptFor, keptTables } from "./keep-table.ts";

export const doorResultShape = z.strictObject({
  entry: z.strictObject({ id: z.string().nullable(), name: z.string() }),
  quotedMinutes: z.int().nullable(),
  readyUntil: z.number().nullable(),
  tables: z.array(z.string()).describe("Names of the tables kept for the party"),
  changed: z.boolean(),
  dryRun: z.boolean(),
  warnings: z.array(warningShape),
});
export type DoorResult = z.infer<typeof doorResultShape>;

export function doorResult(
  entry: WaitlistEntry,
  changed: boolean,
  context: OperationContext,
  warnings: DoorResult["warnings"] = [],
): DoorResult {
  const { id, name, quotedMinutes, readyUntil } = entry;
  const kept = keptFor(entry, context);
  const tables = kept === null ? [] : keptTables(kept, context);
  const { dryRun } = context;
  return { entry: { id, name }, quotedMinutes, readyUntil, tables, changed, dryRun, warnings };
}

/** Errors: NOT_FOUND, BRAND_MISMATCH; INVALID_TRANSITION if the party no longer waits. */
export function waitingAtDoor(id: string, context: OperationContext): WaitlistEntry {
  const entry = findEntry(id, context);
  const { status, bookingId, kind } = entry;
  if (kind !== "door") throw refusal("NOT_FOUND.entry", { id, say: { brand: entry.brand } });
  if (status === "waiting" || status === "offered") return entry;
  throw refusal("INVALID_TRANSITION.entry_removed", { status, bookingId, say: { id } });
}
