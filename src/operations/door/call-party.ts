import { z } from "zod";
import { MINUTE } from "../../domain/time.ts";
import type { WaitlistEntry } from "../../domain/waitlist.ts";
import { warning } from "../../domain/warnings.ts";
import { renderReady } from "../../words/guest-answers.ts";
import { publishWarning } from "../../words/render.ts";
import { defineOperation, type OperationContext, readerOf } from "../define.ts";
import { queueStaffText, textableByHand } from "../desk/staff-text.ts";
import { brandParam, entryIdParam, writeParams } from "../params.ts";
import { endOffer } from "../waitlist/end-offer.ts";
import { recordEntryChange } from "../waitlist/record-entry-change.ts";
import { type DoorResult, doorResult, doorResultShape, waitingAtDoor } from "./door-result.ts";
import { keepTable } from "./keep-table.ts";

const HOLD_MS = 10 * MINUTE;

const input = z.strictObject({
  brand: brandParam,
  id: entryIdParam,
  text: z.boolean().default(true).describe("Whether to text the party, if it left a phone number"),
  ...writeParams,
});
type Input = z.infer<typeof input>;

/** The text goes out even in quiet hours (rule W23). Errors: those of waitingAtDoor(). */
export const callParty = defineOperation<Input, DoorResult>({
  name: "call_party",
  title: "Say that the table is ready",
  words: { button: "Table is ready", done: "called", history: "Told that the table is ready" },
  scope: "bookings.write",
  role: "host",
  input,
  output: doorResultShape,
  hints: { readOnly: false, destructive: false, idempotent: true, openWorld: true },
  examples: [{ input: { id: "01a1f03ea60027935d40f69e" } }],
  run: call,
});

function call({ id, text }: Input, context: OperationContext): DoorResult {
  const before = waitingAtDoor(id, context);
  const isCalled = (before.readyUntil ?? 0) > context.now;
  if (isCalled) return doorResult(before, false, context);
  endLastCall(before, context);
  const readyUntil = context.now + HOLD_MS;
  const kept = keepTable(before, readyUntil, context);
  const status = kept === null ? "waiting" : "offered";
  const { entry } = recordEntryChange(before, { readyUntil, status }, callParty.name, context);
  const { phone, name } = entry;
  const usable = textableByHand(phone === "" ? null : phone, context);
  if (text && usable === "yes") {
    const heldUntil = kept === null ? null : readyUntil;
    const body = renderReady(heldUntil, { brand: context.brand, guestName: name });
    queueStaffText(
      { phone, body, reservationId: null, entryId: id, expiresAt: readyUntil },
      context,
    );
  }
  const warnings = [
    ...(kept === null ? [warning("OVER_LIMIT.called", { say: { covers: entry.partySize } })] : []),
    ...(text && usable !== "yes" && usable !== "no_phone"
      ? [warning("NO_SMS.ready", { why: usable })]
      : []),
  ];
  const reader = readerOf(context);
  return doorResult(
    entry,
    true,
    context,
    warnings.map((one) => publishWarning(one, reader)),
  );
}

function endLastCall(entry: WaitlistEntry, context: OperationContext): void {
  const last = context.stores.waitlist.offerOf(entry.id);
  if (last !== null) endOffer(last, "expired", context);
}
