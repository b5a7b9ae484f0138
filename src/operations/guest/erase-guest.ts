import type { RandomBytes } from "../../domain/ids.ts";
import type { Reservation } from "../../domain/reservation.ts";
import { isExpected } from "../../domain/reservation-states.ts";
import type { Brand } from "../../domain/settings.ts";
import { isOnList } from "../../domain/waitlist.ts";
import type { Stores } from "../../storage/stores.ts";
import { GUEST_ERASED } from "../../words/en/agent/answers.ts";
import { asSystem, type MachineContext } from "../call/acting-as.ts";
import { recordChange } from "../reservation/record-change.ts";
import { endOffer } from "../waitlist/end-offer.ts";
import { recordEntryChange } from "../waitlist/record-entry-change.ts";
import {
  type Cleared,
  forgetEntry,
  forgetReservation,
  NOTHING_CLEARED,
  plus,
} from "./forget-guest.ts";

export interface Erased extends Cleared {
  readonly inboundTexts: number;
  readonly answers: number;
  readonly cancelled: number;
  readonly offersWithdrawn: number;
}

export interface Erasing {
  readonly stores: Stores;
  readonly random: RandomBytes;
  readonly now: number;
  readonly brands: readonly Brand[];
}

export const ERASE = "erase_guest";

export function upcomingOf(phone: string, { stores, brands, now }: Erasing): Reservation[] {
  return brands
    .flatMap(({ slug }) => stores.guestTraces.reservations(slug, phone))
    .map((id) => stores.reservations.get(id))
    .filter((found) => found !== null)
    .filter(({ status, endAt }) => ACTIVE.has(status) && endAt > now);
}

const ACTIVE: ReadonlySet<string> = new Set(["booked", "pending", "arrived", "seated"]);

/**
 * Clears the guest's data in `erasing.brands`. Cancels upcoming reservations without a text; the reservation
 * of a guest who is here now continues without the name. Opt-outs and no-shows are kept under a keyed hash of
 * the phone. `changes`: for each brand, the sequence numbers of the audit rows that contain the phone.
 */
export function eraseGuest(
  phone: string,
  changes: ReadonlyMap<string, readonly number[]>,
  erasing: Erasing,
): Erased {
  const { stores, brands } = erasing;
  const parts = brands.map((brand) =>
    eraseIn(brand, phone, changes.get(brand.slug) ?? [], erasing),
  );
  const total = parts.reduce(plus, NOTHING_ERASED);
  return { ...total, inboundTexts: total.inboundTexts + clearInbound(phone, stores, brands) };
}

function eraseIn(
  brand: Brand,
  phone: string,
  changes: readonly number[],
  { stores, random, now }: Erasing,
): Erased {
  const context: MachineContext = { brand, now, stores, random };
  const { guestTraces, guestData } = stores;
  const entries = guestTraces.entries(brand.slug, phone);
  const offersWithdrawn = entries.filter((id) => endWaiting(id, context)).length;
  const reservations = guestTraces.reservations(brand.slug, phone);
  const cancelled = reservations.filter((id) => cancelSilently(id, context)).length;
  const cleared = [
    ...entries.map((id) => forgetEntry(id, { stores, now })),
    ...reservations.map((id) => forgetReservation(id, { stores, now })),
  ].reduce(plus, NOTHING_CLEARED);
  stores.textAudience.forget(brand.slug, phone);
  const texts = count(guestTraces.textsTo(brand.slug, phone), (id) => guestData.clearText(id));
  const others = count(changes, (sequence) => guestData.clearChange(sequence));
  const ids = [...entries, ...reservations];
  const answers = guestTraces.clearAnswers(brand.slug, { phone, ids }, GUEST_ERASED);
  return {
    ...NOTHING_ERASED,
    ...plus(cleared, { ...NOTHING_CLEARED, texts, changes: others }),
    answers,
    cancelled,
    offersWithdrawn,
  };
}

const count = <T>(list: readonly T[], of: (one: T) => number): number =>
  list.reduce((total, one) => total + of(one), 0);

function endWaiting(id: string, context: MachineContext): boolean {
  const { stores } = context;
  const offer = stores.waitlist.offerOf(id);
  const withdrawn = offer !== null && endOffer(offer, "withdrawn", context);
  const entry = stores.waitlist.entry(id);
  if (entry !== null && isOnList(entry)) {
    recordEntryChange(entry, { status: "left" }, ERASE, asSystem(context));
  }
  return withdrawn;
}

function cancelSilently(id: string, context: MachineContext): boolean {
  const { stores, now } = context;
  const reservation = stores.reservations.get(id);
  if (reservation === null || reservation.endAt <= now) return false;
  if (!isExpected(reservation)) return false;
  stores.messages.voidUnsent(id);
  const changes = { status: "cancelled", cancelledAt: now } as const;
  return recordChange(reservation, changes, ERASE, asSystem(context)).changed;
}

/** Keeps the guest's texts if a brand outside `erased` knows the phone: they may be for that brand. */
function clearInbound(phone: string, stores: Stores, erased: readonly Brand[]): number {
  const { guestTraces, guestData } = stores;
  const slugs = new Set(erased.map(({ slug }) => slug));
  const known = stores.brands
    .names()
    .filter(({ slug }) => !slugs.has(slug))
    .some(
      ({ slug }) =>
        guestTraces.reservations(slug, phone).length > 0 ||
        guestTraces.entries(slug, phone).length > 0,
    );
  return known ? 0 : count(guestTraces.textsFrom(phone), (id) => guestData.clearInbound(id));
}

const NOTHING_ERASED: Erased = {
  ...NOTHING_CLEARED,
  inboundTexts: 0,
  answers: 0,
  cancelled: 0,
  offersWithdrawn: 0,
};
