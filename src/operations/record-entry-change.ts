import type { FieldValues } from "../domain/audit.ts";
import { newId } from "../domain/ids.ts";
import type { WaitlistEntry } from "../domain/waitlist.ts";
import type { OperationContext } from "./define.ts";
import { sameValue } from "./record-change.ts";

/** Fields of an entry that an operation may set. */
export type EntryChanges = Partial<Omit<WaitlistEntry, "id" | "brand" | "createdAt" | "updatedAt">>;

/** Writes a change of a waitlist entry with its audit row; tells whether anything differed. */
export function recordEntryChange(
  before: WaitlistEntry,
  changes: EntryChanges,
  operation: string,
  context: OperationContext,
  reason: string | null = null,
): { readonly entry: WaitlistEntry; readonly changed: boolean } {
  const old: Record<string, unknown> = {};
  const next: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(changes)) {
    const present = before[field as keyof WaitlistEntry];
    if (sameValue(present, value)) continue;
    old[field] = present;
    next[field] = value;
  }
  if (Object.keys(next).length === 0) return { entry: before, changed: false };
  const entry: WaitlistEntry = { ...before, ...changes, updatedAt: context.now };
  context.stores.waitlist.update(entry);
  auditEntry(entry, operation, { before: old, after: next }, context, reason);
  return { entry, changed: true };
}

/** Writes a new entry with its audit row. */
export function recordEntry(
  entry: WaitlistEntry,
  operation: string,
  context: OperationContext,
): void {
  context.stores.waitlist.insert(entry);
  const { name, phone, partySize, date, earliestAt, latestAt, priority } = entry;
  const after = { name, phone, partySize, date, earliestAt, latestAt, priority };
  auditEntry(entry, operation, { before: {}, after }, context, null);
}

function auditEntry(
  { id, brand }: WaitlistEntry,
  operation: string,
  { before, after }: { before: FieldValues; after: FieldValues },
  context: OperationContext,
  reason: string | null,
): void {
  const { caller, now, stores, random, idempotencyKey } = context;
  stores.audit.insert({
    id: newId(now, random),
    at: now,
    brand,
    reservationId: null,
    entryId: id,
    principal: caller.principal,
    actor: caller.actor,
    operation,
    before,
    after,
    idempotencyKey,
    reason,
  });
}
