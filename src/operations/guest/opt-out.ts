import type { MachineContext } from "../reservation/machine-changes.ts";
import { recordChange } from "../reservation/record-change.ts";
import { endOffer } from "../waitlist/end-offer.ts";
import { asGuest } from "./guest-caller.ts";

/**
 * Takes a guest's STOP: nothing is sent to this phone any more, and a table that was held for it
 * goes to the next guest. `call`: the word may have been meant for a reservation with one of the
 * brands of `contexts`, so somebody should ring. Runs inside the write transaction.
 */
export function optOut(
  phone: string,
  call: boolean,
  contexts: readonly MachineContext[],
  house: Omit<MachineContext, "brand">,
): void {
  const { stores, now } = house;
  stores.optOuts.add(phone, now);
  const offer = stores.offers.liveOfPhone(phone);
  const brand = offer === null ? null : stores.brands.get(offer.brand);
  if (offer !== null && brand !== null) endOffer(offer, "withdrawn", { ...house, brand });
  if (call) for (const context of contexts) flagForCall(phone, context);
}

/** Puts what this phone has booked on the list of guests to ring. */
function flagForCall(phone: string, context: MachineContext): void {
  const { stores, brand, now } = context;
  for (const reservation of stores.guests.upcoming(brand.slug, phone, now)) {
    if (reservation.flags.includes("call_to_confirm")) continue;
    const flags = [...reservation.flags, "call_to_confirm"] as const;
    recordChange(reservation, { flags }, "ask_for_call", asGuest(reservation, context));
  }
}
