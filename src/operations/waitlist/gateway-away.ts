import { MINUTE } from "../../domain/time.ts";
import type { SlotFreed, WaitlistOffer } from "../../domain/waitlist.ts";
import type { OperationContext } from "../define.ts";

// A gateway that is away took the text of no offer: that says nothing of the guest. The seats are
// tried again when it may be back, with one guest at a time, and what nobody was told of does not
// count against anybody by then.

const AGAIN_MS = 10 * MINUTE;

type House = Pick<OperationContext, "stores" | "now">;

/**
 * Until when seats are left alone whose last offer the gateway did not take; null: it took it, or
 * may be back.
 */
export function awayUntil({ offerId }: SlotFreed, { stores, now }: House): number | null {
  const offer = offerId === null ? null : stores.offers.get(offerId);
  if (offer === null || !stores.offers.isUntold(offer)) return null;
  const againAt = offer.createdAt + AGAIN_MS;
  return offer.createdAt <= now && now < againAt ? againAt : null;
}

/** What an entry was offered, but for what the gateway did not take a while ago. */
export const countedOffers = (entryId: string, { stores, now }: House): WaitlistOffer[] =>
  stores.offers
    .ofEntry(entryId)
    .filter((one) => one.createdAt > now - AGAIN_MS || !stores.offers.isUntold(one));
