import type { Reservation } from "../../domain/reservation.ts";
import { addDays, dateOf } from "../../domain/time.ts";
import type { WaitlistEntry } from "../../domain/waitlist.ts";
import { type Warning, warning } from "../../domain/warnings.ts";
import type { OperationContext } from "../define.ts";
import { endOffer, freeHold, takeOffer } from "../waitlist/end-offer.ts";
import { recordEntryChange } from "../waitlist/record-entry-change.ts";

/**
 * A guest who waited for a start like this one has it now: the entry leaves the waitlist with the
 * booking, and a table that was held for the same phone in that time is taken by it.
 */
export function bookWaitingEntry(reservation: Reservation, context: OperationContext): Warning[] {
  const known = entriesNear(reservation, context);
  const isOffered = known.some(({ status }) => status === "offered");
  const offered = isOffered ? offeredEntries(reservation, context) : [];
  // An offer that is over lets its guest wait again.
  const near = isOffered ? entriesNear(reservation, context) : known;
  const waiting = near.filter((entry) => waitsFor(reservation, entry));
  return [...offered, ...waiting].map((entry) => {
    const changes = { status: "booked", bookingId: reservation.id } as const;
    recordEntryChange(entry, changes, "create_booking", context);
    return warning("WAITING_ENTRY_BOOKED", { entryId: entry.id });
  });
}

/**
 * The entry whose offer overlaps the stay; the offer counts as accepted, so that its hold ends.
 * What it held beyond the stay is left to the waitlist. One whose time has passed was let pass.
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

/** The entries of its phone with wishes about the time of a reservation. */
function entriesNear(
  { brand, phone, startAt }: Reservation,
  { stores, brand: { settings } }: OperationContext,
): readonly WaitlistEntry[] {
  if (phone === null) return [];
  const date = dateOf(startAt, settings.timeZone);
  // The start may lie past midnight of the wished date, or in the evening before it, and the window
  // of a wish may reach into the next day.
  return stores.waitlist.samePhone(brand, phone, [addDays(date, -2), addDays(date, 1)]);
}

const waitsFor = (
  { startAt }: Reservation,
  { status, earliestAt, latestAt }: WaitlistEntry,
): boolean =>
  (status === "waiting" || status === "paused") && earliestAt <= startAt && startAt <= latestAt;
