import { withCallFlag } from "../../domain/reservation-states.ts";
import { asGuest, type MachineContext } from "../call/acting-as.ts";
import { recordChange } from "../reservation/record-change.ts";
import { endOffer } from "../waitlist/end-offer.ts";

/**
 * Stops texts to a phone, because the guest wrote STOP or the gateway reported an opt-out. `saidAt` is
 * when the guest opted out; null means now. Returns false and changes nothing if the guest wrote START
 * after that: texts may arrive out of order.
 */
export function optOut(
  phone: string,
  saidAt: number | null,
  machine: Omit<MachineContext, "brand">,
): boolean {
  const { stores, now } = machine;
  if (saidAt !== null && stores.inboundTexts.saidSince(phone, "opted_in", saidAt + 1)) return false;
  stores.optOuts.add(phone, saidAt ?? now);
  const offer = stores.offers.liveOfPhone(phone);
  const brand = offer === null ? null : stores.brands.get(offer.brand);
  if (offer !== null && brand !== null) endOffer(offer, "withdrawn", { ...machine, brand });
  return true;
}

/** Marks the guest's upcoming reservations for a call: a guest who writes STOP may mean to cancel. */
export function askForCall(phone: string, contexts: readonly MachineContext[]): void {
  for (const context of contexts) {
    const { stores, brand, now } = context;
    const ahead = stores.clock.endingsAt(now);
    for (const reservation of stores.guests.upcoming(brand.slug, phone, ahead)) {
      const flags = withCallFlag(reservation.flags);
      recordChange(reservation, { flags }, "ask_for_call", asGuest(reservation, context));
    }
  }
}
