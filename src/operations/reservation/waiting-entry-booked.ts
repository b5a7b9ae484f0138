import type { Reservation } from "../../domain/reservation.ts";
import { addDays, dateOf } from "../../domain/time.ts";
import type { WaitlistEntry } from "../../domain/waitlist.ts";
import { type Warning, warning } from "../../domain/warnings.ts";
import type { OperationContext } from "../define.ts";
import { endOffer, freeHold, takeOffer } from "../waitlist/end-offer.ts";
import { recordEntryChange } from "../waitlist/record-entry-change.ts";

export function bookWaitingEntry(reservation: Reservation, context: OperationContext): Warning[] {
  const known = entriesNear(reservation, context);
  const isOffered = known.some(({ status }) => status === "offered");
  const offered = isOffered ? offeredEntries(reservation, context) : [];
  // Read the entries again, because `offeredEntries` sets the entry of an expired offer to waiting.
  const near = isOffered ? entriesNear(reservation, context) : known;
  const waiting = near.filter((entry) => waitsFor(reservation, entry));
  return [...offered, ...waiting].map((entry) => {
    const changes = { status: "booked", bookingId: reservation.id } as const;
    recordEntryChange(entry, changes, "create_booking", context);
    return warning("WAITING_ENTRY_BOOKED", { entryId: entry.id });
  });
}

/**
 * Accepts the guest's offer if it overlaps the booked stay. If the reservation has another start, end
 * or size than the offer, frees the seats that the offer kept.
 */
function offeredEntries(
  { brand, phone, startAt, endAt, partySize }: Reservation,
  context: OperationContext,
): WaitlistEntry[] {
  const { stores, now } = context;
  const offer = stores.offers.liveOfPhone(phone ?? "");
  if (offer?.brand !== brand) return [];
  if (offer.holdUntil <= stores.clock.endingsAt(now)) {
    endOffer(offer, "expired", context);
    return [];
  }
  if (offer.startAt >= endAt || offer.endAt <= startAt) return [];
  const entry = takeOffer(offer, context);
  const sameSeats =
    offer.startAt === startAt && offer.endAt === endAt && offer.partySize === partySize;
  if (!sameSeats) freeHold(offer, "offer_accepted", context);
  return entry === null ? [] : [entry];
}

function entriesNear(
  { brand, phone, startAt }: Reservation,
  { stores, brand: { settings } }: OperationContext,
): readonly WaitlistEntry[] {
  if (phone === null) return [];
  const date = dateOf(startAt, settings.timeZone);
  // The service and the window of the entry may each run past midnight, so search more than one date.
  return stores.waitlist.samePhone(brand, phone, [addDays(date, -2), addDays(date, 1)]);
}

const waitsFor = (
  { startAt }: Reservation,
  { status, earliestAt, latestAt }: WaitlistEntry,
): boolean =>
  (status === "waiting" || status === "paused") && earliestAt <= startAt && startAt <= latestAt;
