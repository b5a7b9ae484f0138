import type { Reservation } from "../../domain/reservation.ts";
import { addDays, dateOf } from "../../domain/time.ts";
import type { WaitlistEntry } from "../../domain/waitlist.ts";
import { type Warning, warning } from "../../domain/warnings.ts";
import type { OperationContext } from "../define.ts";
import { endOffer, freeHold, takeOffer } from "../waitlist/end-offer.ts";
import { recordEntryChange } from "../waitlist/record-entry-change.ts";

/**
 * Ends the wait of a guest who has just booked a start that they waited for. If a table was held
 * for the same phone at that time, the booking uses it up.
 */
export function bookWaitingEntry(reservation: Reservation, context: OperationContext): Warning[] {
  const known = entriesNear(reservation, context);
  const isOffered = known.some(({ status }) => status === "offered");
  const offered = isOffered ? offeredEntries(reservation, context) : [];
  // If the offer turns out to have expired, its guest waits again.
  const near = isOffered ? entriesNear(reservation, context) : known;
  const waiting = near.filter((entry) => waitsFor(reservation, entry));
  return [...offered, ...waiting].map((entry) => {
    const changes = { status: "booked", bookingId: reservation.id } as const;
    recordEntryChange(entry, changes, "create_booking", context);
    return warning("WAITING_ENTRY_BOOKED", { entryId: entry.id });
  });
}

/**
 * The entry of the phone's live offer if it overlaps the stay. The offer then counts as accepted,
 * and seats that it held beyond the stay go to the waitlist. An offer whose hold has passed expires
 * instead.
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

/** The phone's entries whose wish may be about the reservation's time. */
function entriesNear(
  { brand, phone, startAt }: Reservation,
  { stores, brand: { settings } }: OperationContext,
): readonly WaitlistEntry[] {
  if (phone === null) return [];
  const date = dateOf(startAt, settings.timeZone);
  // The start may be after midnight of the wished date, or in the evening before it, and a window
  // may reach into the next day.
  return stores.waitlist.samePhone(brand, phone, [addDays(date, -2), addDays(date, 1)]);
}

const waitsFor = (
  { startAt }: Reservation,
  { status, earliestAt, latestAt }: WaitlistEntry,
): boolean =>
  (status === "waiting" || status === "paused") && earliestAt <= startAt && startAt <= latestAt;
