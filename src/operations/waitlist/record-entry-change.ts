import type { WaitlistEntry } from "../../domain/waitlist.ts";
import { audit, difference } from "../call/audit.ts";
import type { OperationContext } from "../define.ts";

export type EntryChanges = Partial<Omit<WaitlistEntry, "id" | "brand" | "createdAt" | "updatedAt">>;

export function recordEntryChange(
  before: WaitlistEntry,
  changes: EntryChanges,
  operation: string,
  context: OperationContext,
  reason: string | null = null,
): { readonly entry: WaitlistEntry; readonly changed: boolean } {
  const differing = difference(before, changes);
  if (differing === null) return { entry: before, changed: false };
  const entry: WaitlistEntry = { ...before, ...changes, updatedAt: context.now };
  context.stores.waitlist.update(entry);
  audit({ entryId: entry.id }, operation, differing, reason, context);
  return { entry, changed: true };
}

export function recordEntry(
  entry: WaitlistEntry,
  operation: string,
  context: OperationContext,
): void {
  context.stores.waitlist.insert(entry);
  const { name, phone, partySize, date, earliestAt, latestAt, priority } = entry;
  const after = { name, phone, partySize, date, earliestAt, latestAt, priority };
  audit({ entryId: entry.id }, operation, { before: {}, after }, null, context);
}
