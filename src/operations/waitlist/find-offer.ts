import type { WaitlistOffer } from "../../domain/waitlist.ts";
import type { Stores } from "../../storage/stores.ts";

/**
 * The offer to this phone, in whatever brand, that nobody has answered or ended; its hold may have
 * passed.
 */
export const liveOfferOf = (phone: string, stores: Stores): WaitlistOffer | null =>
  stores.offers.liveOfPhone(phone);

/** The newest offer to this phone whatever became of it: what a YES that comes late is about. */
export const lastOfferOf = (phone: string, stores: Stores): WaitlistOffer | null =>
  stores.offers.lastOfPhone(phone);
