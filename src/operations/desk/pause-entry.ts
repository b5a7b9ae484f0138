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
type Input = z.infer<typeof input>;
type Result = z.infer<typeof entryResultShape>;

/** A guest who asked to be left alone for a while keeps the place in the queue. */
export const pauseEntry = defineOperation<Input, Result>({
  name: "pause_entry",
  title: "Pause a waiting guest",
  words: { done: "Paused", history: "Waiting paused" },
  scope: "bookings.write",
  role: "host",
  input,
  output: entryResultShape,
  hints: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
  examples: [{ input: { id: "6afe087027935d40f69e49ab", reason: "Back in an hour" } }],
  run: pause,
});

/** Puts a paused guest back where they were. */
export const resumeEntry = defineOperation<Input, Result>({
  name: "resume_entry",
  title: "Resume a waiting guest",
  words: { done: "Waiting again", history: "Waiting again" },
  scope: "bookings.write",
  role: "host",
  input,
  output: entryResultShape,
  hints: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
  examples: [{ input: { id: "6afe087027935d40f69e49ab" } }],
  run: resume,
});

function pause(given: Input, context: OperationContext): Result {
  requireWaiting(findEntry(given.id, context), pauseEntry.name);
  const offer = context.stores.waitlist.offerOf(given.id);
  if (offer !== null) endOffer(offer, "withdrawn", context, context);
  return changed(given, { status: "paused" }, pauseEntry.name, context);
}

function resume(given: Input, context: OperationContext): Result {
  const entry = findEntry(given.id, context);
  requireWaiting(entry, resumeEntry.name);
  if (entry.latestAt <= context.now) throw tooLate(entry);
  // Whoever is put back is asked as often as a new guest before they count as silent.
  const back: EntryChanges =
    entry.status === "paused" ? { status: "waiting", silentOffers: 0 } : {};
  return changed(given, back, resumeEntry.name, context);
}

function requireWaiting({ id, status }: WaitlistEntry, operation: string): void {
  if (ON_LIST.includes(status)) return;
  const facts = { status, operation, possible: [], say: { id } };
  throw refusal("INVALID_TRANSITION.entry_over", facts);
}

const tooLate = ({ id, status }: WaitlistEntry) =>
  refusal("INVALID_TRANSITION.entry_too_late", {
    status,
    operation: resumeEntry.name,
    possible: [],
    say: { id },
  });

function changed(
  { id, reason }: Input,
  changes: EntryChanges,
  operation: string,
  context: OperationContext,
): Result {
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
