import { z } from "zod";
import { addDays, dateOf, startOfDay } from "../../domain/time.ts";
import type { WaitlistEntry } from "../../domain/waitlist.ts";
import { defineOperation, type OperationContext } from "../define.ts";
import { seatAtDoor } from "../desk/seat-walk-in.ts";
import { brandParam, entryIdParam, tableNamesParam, writeParams } from "../params.ts";
import { type WriteResult, writeResultShape } from "../reservation/wire.ts";
import { endOffer, takeOffer } from "../waitlist/end-offer.ts";
import { recordEntryChange } from "../waitlist/record-entry-change.ts";
import { waitingAtDoor } from "./door-result.ts";
import { keptFor, keptTables } from "./keep-table.ts";

const MOST_SEATED = 1000;

const input = z.strictObject({
  brand: brandParam,
  id: entryIdParam,
  tables: tableNamesParam
    .optional()
    .describe(
      "Tables for the party; default: the table kept for the party, or the best free table",
    ),
  ...writeParams,
});
type Input = z.infer<typeof input>;

/** Errors: those of seat_walk_in and of waitingAtDoor(). */
export const seatFromDoor = defineOperation<Input, WriteResult>({
  name: "seat_from_door",
  title: "Seat a party that waits at the door",
  words: { button: "Seat", done: "seated", history: "Seated from the door" },
  scope: "bookings.write",
  role: "host",
  input,
  output: writeResultShape,
  hints: { readOnly: false, destructive: false, idempotent: false, openWorld: false },
  examples: [{ input: { id: "01a1f03ea60027935d40f69e" } }],
  run: seat,
});

function seat({ id, tables }: Input, context: OperationContext): WriteResult {
  const entry = waitingAtDoor(id, context);
  const { name, phone, partySize: numberOfPeople, notes } = entry;
  const kept = takeKept(entry, context);
  const result = seatAtDoor(
    { name, phone, notes, numberOfPeople, tables: tables ?? kept },
    context,
  );
  const bookingId = result.reservation.id;
  const present = context.stores.waitlist.entry(id);
  if (bookingId !== null && present !== null) {
    recordEntryChange(present, { status: "booked", bookingId }, seatFromDoor.name, context);
  }
  return {
    ...result,
    warnings: result.warnings.filter(({ code }) => code !== "WAITING_ENTRY_BOOKED"),
  };
}

function takeKept(entry: WaitlistEntry, context: OperationContext): string[] | undefined {
  const offer = context.stores.waitlist.offerOf(entry.id);
  if (offer === null) return undefined;
  const isKept = keptFor(entry, context) !== null;
  if (isKept) takeOffer(offer, context);
  else endOffer(offer, "expired", context);
  const tables = keptTables(offer, context);
  return isKept && tables.length > 0 ? tables : undefined;
}

export function returnToDoor(
  bookingId: string,
  operation: string,
  context: OperationContext,
): void {
  const { brand, stores, now } = context;
  const zone = brand.settings.timeZone;
  const startsAt = startOfDay(addDays(dateOf(now, zone), -1), zone);
  const seated = stores.waitlist.list({
    brand: brand.slug,
    statuses: ["booked"],
    day: { date: null, startsAt },
    after: null,
    limit: MOST_SEATED,
  });
  const isSeated = (one: WaitlistEntry): boolean =>
    one.kind === "door" && one.bookingId === bookingId && one.latestAt > now;
  for (const entry of seated.filter(isSeated)) {
    stores.waitlist.withdrawAccepted(entry.id);
    recordEntryChange(entry, { status: "waiting", bookingId: null }, operation, context);
  }
}
