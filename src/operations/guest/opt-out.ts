import type { MachineContext } from "../reservation/machine-changes.ts";
import { recordChange } from "../reservation/record-change.ts";
import { endOffer } from "../waitlist/end-offer.ts";
import { asGuest } from "./guest-caller.ts";

/**
 * Takes a guest's STOP, or a gateway's word that the phone is blocked: nothing is sent to it any
 * more, and a table that was held for it goes to the next guest. False where the guest has said
 * START since: a gateway may bring the older word later. `saidAt` in epoch milliseconds; null: just
 * now. Runs inside the write transaction.
 */
export function optOut(
  phone: string,
  saidAt: number | null,
  house: Omit<MachineContext, "brand">,
): boolean {
  const { stores, now } = house;
  if (saidAt !== null && stores.inboundTexts.saidSince(phone, "opted_in", saidAt + 1)) return false;
  stores.optOuts.add(phone, saidAt ?? now);
  const offer = stores.offers.liveOfPhone(phone);
  const brand = offer === null ? null : stores.brands.get(offer.brand);
  if (offer !== null && brand !== null) endOffer(offer, "withdrawn", { ...house, brand });
  return true;
}

/**
 * Puts what this phone has booked on the list of guests to ring: their word may have been meant for
 * a reservation with one of the brands of `contexts`.
 */
export function askForCall(phone: string, contexts: readonly MachineContext[]): void {
  for (const context of contexts) {
    const { stores, brand, now } = context;
    const ahead = stores.clock.endingsAt(now);
    for (const reservation of stores.guests.upcoming(brand.slug, phone, ahead)) {
      if (reservation.flags.includes("call_to_confirm")) continue;
      const flags = [...reservation.flags, "call_to_confirm"] as const;
      recordChange(reservation, { flags }, "ask_for_call", asGuest(reservation, context));
    }
  }
}
