import { z } from "zod";
import { refusal } from "../../domain/errors.ts";
import { ON_LIST, type WaitlistEntry } from "../../domain/waitlist.ts";
import { defineOperation, type OperationContext } from "../define.ts";
import { brandParam, entryIdParam, reasonParam, writeParams } from "../params.ts";
import { endOffer } from "../waitlist/end-offer.ts";
import { type EntryChanges, recordEntryChange } from "../waitlist/record-entry-change.ts";
import { entryResultShape, findEntry, wireEntry } from "../waitlist/wire-entry.ts";

const input = z.strictObject({
  brand: brandParam,
  id: entryIdParam,
  reason: reasonParam.optional(),
  ...writeParams,
});
export type PauseInput = z.infer<typeof input>;
export type PauseResult = z.infer<typeof entryResultShape>;

export const PAUSING = {
  scope: "bookings.write",
  role: "host",
  input,
  output: entryResultShape,
  hints: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
  examples: [{ input: { id: "01a1f050f58027935d40f69e" } }],
} as const;

/** A paused entry gets no offers. Once resumed, it has its old place in the queue. */
export const pauseEntry = defineOperation<PauseInput, PauseResult>({
  ...PAUSING,
  name: "pause_entry",
  title: "Pause a waiting guest",
  words: { done: "Paused", history: "Waiting paused" },
  run(given, context): PauseResult {
    requireWaiting(findEntry(given.id, context), pauseEntry.name);
    const offer = context.stores.waitlist.offerOf(given.id);
    if (offer !== null) endOffer(offer, "withdrawn", context, context);
    return changed(given, { status: "paused" }, pauseEntry.name, context);
  },
});

export function requireWaiting({ id, status }: WaitlistEntry, operation: string): void {
  if (ON_LIST.includes(status)) return;
  const facts = { status, operation, possible: [], say: { id } };
  throw refusal("INVALID_TRANSITION.entry_over", facts);
}

export function changed(
  { id, reason }: PauseInput,
  changes: EntryChanges,
  operation: string,
  context: OperationContext,
): PauseResult {
  const done = recordEntryChange(
    findEntry(id, context),
    changes,
    operation,
    context,
    reason ?? null,
  );
  return {
    entry: wireEntry(done.entry, context),
    changed: done.changed,
    dryRun: context.dryRun,
    warnings: [],
  };
}
