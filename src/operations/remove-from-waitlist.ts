import { z } from "zod";
import { refusal } from "../domain/errors.ts";
import { defineTool, type OperationContext } from "./define.ts";
import { brandParam, entryIdParam, reasonParam, writeParams } from "./params.ts";
import { EXAMPLE_ENTRY } from "./reservation/example-records.ts";
import { noOffersWarning } from "./reservation/no-gateway.ts";
import { publishWarnings } from "./reservation/wire.ts";
import { endOffer } from "./waitlist/end-offer.ts";
import { recordEntryChange } from "./waitlist/record-entry-change.ts";
import { entryResultShape, entryText, findEntry, wireEntry } from "./waitlist/wire-entry.ts";

const input = z.strictObject({
  brand: brandParam,
  id: entryIdParam,
  reason: reasonParam.optional(),
  ...writeParams,
});

export const removeFromWaitlist = defineTool({
  name: "remove_from_waitlist",
  title: "Take a guest off the waitlist",
  words: { button: "Withdraw", done: "Off the waitlist", history: "Removed from the waitlist" },
  scope: "bookings.write",
  description:
    "Removes a guest from the waitlist: the guest gets no more offers and no SMS about this. A table that was " +
    "offered to the guest is then offered to the next waiting guest by SMS.",
  input,
  output: entryResultShape,
  hints: { readOnly: false, destructive: true, idempotent: true, openWorld: true },
  examples: [
    {
      input: { id: "01a1f050f58027935d40f69e", reason: "Found a table elsewhere" },
      output: {
        entry: { ...EXAMPLE_ENTRY, status: "left", position: null },
        changed: true,
        dryRun: false,
        warnings: [],
      },
    },
  ],
  run: remove,
  text: entryText,
});

function remove(
  given: z.infer<typeof input>,
  context: OperationContext,
): z.infer<typeof entryResultShape> {
  const present = findEntry(given.id, context);
  const { status, id } = present;
  if (status === "booked" || status === "lapsed") {
    const { bookingId } = present;
    throw refusal("INVALID_TRANSITION.entry_removed", { status, bookingId, say: { id } });
  }
  const offer = context.stores.waitlist.offerOf(id);
  if (offer !== null) endOffer(offer, "withdrawn", context, context);
  const { entry, changed } = recordEntryChange(
    findEntry(id, context),
    { status: "left" },
    "remove_from_waitlist",
    context,
    given.reason ?? null,
  );
  const warnings =
    offer === null ? [] : noOffersWarning({ from: offer.startAt, to: offer.endAt }, context);
  return {
    entry: wireEntry(entry, context),
    changed,
    dryRun: context.dryRun,
    warnings: publishWarnings(warnings, context),
  };
}
