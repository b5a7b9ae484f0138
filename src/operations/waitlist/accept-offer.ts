import { newRequest } from "../../domain/admission/request.ts";
import { type Admission, admit } from "../../domain/admission.ts";
import { serviceAt } from "../../domain/calendar.ts";
import { newId } from "../../domain/ids.ts";
import { newReservation, type Reservation } from "../../domain/reservation.ts";
import { isExpected, type StoredFlag } from "../../domain/reservation-states.ts";
import { isLive, isOnList, type WaitlistEntry, type WaitlistOffer } from "../../domain/waitlist.ts";
import { tablesIn } from "../../storage/reservation-columns.ts";
import { asGuest, type MachineContext } from "../call/acting-as.ts";
import type { OperationContext } from "../define.ts";
import { flagsOf } from "../reservation/admission-flags.ts";
import { cancelReservation } from "../reservation/cancel-reservation.ts";
import { recordCreation } from "../reservation/record-change.ts";
import { renewTexts } from "../reservation/texts.ts";
import { phoneUsable, worldOf } from "../reservation/world.ts";
import { moveTables } from "../seating/move-tables.ts";
import { askAgain } from "./ask-again.ts";
import { endOffer, takeOffer } from "./end-offer.ts";
import { recordEntryChange } from "./record-entry-change.ts";

export type Acceptance =
  | { readonly kind: "booked"; readonly reservation: Reservation; readonly changed: boolean }
  | { readonly kind: "offer_gone"; readonly entry: WaitlistEntry; readonly waiting: boolean };

const ACCEPT = "accept_offer";

/**
 * A YES during the hold books the held table. If the hold is over or the start is no longer within a
 * service, the YES is checked like a new booking.
 */
export function acceptOffer(
  { id }: Pick<WaitlistOffer, "id">,
  context: MachineContext,
): Acceptance {
  const { stores, now, brand } = context;
  const offer = required(stores.offers.get(id), `offer ${id}`);
  const entry = required(stores.waitlist.entry(offer.entryId), `entry ${offer.entryId}`);
  const taken = entry.bookingId === null ? null : stores.reservations.get(entry.bookingId);
  // The entry's reservation was cancelled since, so this YES is too late.
  if (taken?.status === "cancelled") return { kind: "offer_gone", entry, waiting: false };
  if (taken !== null) return { kind: "booked", reservation: taken, changed: false };
  const live = isLive(offer);
  const guest = asGuest(entry, context);
  const held = stores.clock.endingsAt(now) < offer.holdUntil;
  if (live && held && serviceAt(brand.settings, offer.startAt) !== null) {
    takeOffer(offer, context);
    const large = offer.partySize >= brand.settings.largeParty.from;
    const promise: Terms = {
      status: "booked",
      endAt: offer.endAt,
      flags: large ? ["large"] : [],
      tables: tablesIn(offer.tables),
    };
    return { kind: "booked", reservation: book(offer, entry, promise, guest), changed: true };
  }
  if (live) endOffer(offer, held ? "withdrawn" : "expired", context);
  return acceptLate(offer, context);
}

function acceptLate(offer: WaitlistOffer, context: MachineContext): Acceptance {
  const { stores } = context;
  const entry = required(stores.waitlist.entry(offer.entryId), `entry ${offer.entryId}`);
  const guest = asGuest(entry, context);
  const open = isOnList(entry);
  const admission = open ? admitAgain(offer, entry, guest) : null;
  if (admission?.reasons.length === 0 && !admission.overLimit) {
    const other = stores.waitlist.offerOf(entry.id);
    if (other !== null) endOffer(other, "withdrawn", context);
    const { status, endAt } = admission;
    const tables = admission.seat?.tables ?? [];
    const granted = { status, endAt, flags: flagsOf(admission), tables } as const;
    const present = stores.waitlist.entry(entry.id) ?? entry;
    const reservation = book(offer, present, granted, guest);
    moveTables(admission.seat, reservation.id, guest);
    return { kind: "booked", reservation, changed: true };
  }
  // This start may be offered to the guest again, because the guest did answer, but late.
  if (open) stores.offers.excuse(offer.id);
  const status = entry.status === "paused" ? "waiting" : entry.status;
  const heard = open ? recordEntryChange(entry, { status, silentOffers: 0 }, ACCEPT, guest) : null;
  if (heard?.changed === true && status === "waiting") {
    askAgain(heard.entry, offer.createdAt, context);
  }
  return { kind: "offer_gone", entry: heard?.entry ?? entry, waiting: open };
}

function admitAgain(
  { startAt, partySize, phone }: WaitlistOffer,
  { replaces, area }: WaitlistEntry,
  guest: OperationContext,
): Admission {
  const usable = phoneUsable(phone, guest);
  const request = newRequest(startAt, partySize, { phoneUsable: usable, area });
  const own = replaces === null ? { phone } : { phone, id: replaces };
  return admit(request, worldOf(guest, own));
}

interface Terms {
  readonly status: "booked" | "pending";
  readonly endAt: number;
  readonly flags: readonly StoredFlag[];
  readonly tables: readonly string[];
}

function book(
  offer: WaitlistOffer,
  entry: WaitlistEntry,
  terms: Terms,
  guest: OperationContext,
): Reservation {
  if (entry.replaces !== null) cancelReplaced(entry.replaces, entry, guest);
  const reservation = recordCreation(reservationOf(offer, entry, terms, guest), ACCEPT, guest);
  const booked = { status: "booked", bookingId: reservation.id, silentOffers: 0 } as const;
  recordEntryChange(entry, booked, ACCEPT, guest);
  renewTexts(null, reservation, { kind: "booked" }, guest);
  return reservation;
}

function reservationOf(
  { startAt, partySize, phone }: WaitlistOffer,
  { name, notes, area }: WaitlistEntry,
  { status, endAt, flags, tables }: Terms,
  { brand, now, random, caller }: OperationContext,
): Reservation {
  return newReservation(
    {
      id: newId(now, random),
      name,
      phone,
      partySize,
      startAt,
      endAt,
      status,
      attendance: "confirmed",
      notes,
      source: "waitlist",
      flags,
      tables,
      area,
    },
    { brand, service: serviceAt(brand.settings, startAt), now, by: caller.principal },
  );
}

/** If the new and the replaced reservation have the same phone, only the confirmation is texted. */
function cancelReplaced(id: string, { phone }: WaitlistEntry, guest: OperationContext): void {
  const given = guest.stores.reservations.get(id);
  if (given === null || !isExpected(given)) return;
  cancelReservation(given, { operation: ACCEPT, cause: { kind: "replaced", phone } }, guest);
}

function required<Row>(row: Row | null, what: string): Row {
  if (row === null) throw new Error(`There is no ${what}`);
  return row;
}
