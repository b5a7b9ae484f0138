import { DAY, MINUTE } from "../../domain/time.ts";
import type { SlotFreed, WaitlistOffer } from "../../domain/waitlist.ts";
import type { OperationContext } from "../define.ts";

// If the gateway is down, an unsent offer says nothing about the guest. The seats are tried again
// when it may be back, with one guest at a time, and offers that reached nobody are not counted. If
// it is unknown whether a text went out, the guest may have read it and is not asked again. But the
// guests behind are not asked one after the other through a gateway that may be down.

const AGAIN_MS = 10 * MINUTE;

type Context = Pick<OperationContext, "stores" | "now">;

/**
 * If the last texts to this many different phones got no answer, the gateway is at fault, not a
 * phone.
 */
const IN_A_ROW = 2;

/**
 * Until when to leave seats alone because the gateway did not take their last offer; null: try now.
 */
export function awayUntil({ offerId }: SlotFreed, { stores, now }: Context): number | null {
  const offer = offerId === null ? null : stores.offers.get(offerId);
  if (offer === null) return null;
  const isAway =
    stores.offers.isUntold(offer) ||
    (isInDoubt(offer, stores) && takesNothing(offer, { stores, now }));
  if (!isAway) return null;
  const againAt = offer.createdAt + AGAIN_MS;
  return offer.createdAt <= now && now < againAt ? againAt : null;
}

/** The offers to an entry, without older ones that the gateway never took. */
export const countedOffers = (entryId: string, { stores, now }: Context): WaitlistOffer[] =>
  stores.offers
    .ofEntry(entryId)
    .filter((one) => one.createdAt > now - AGAIN_MS || !stores.offers.isUntold(one));

/** Whether an offer failed although the guest may have been told. */
const isInDoubt = (offer: WaitlistOffer, { offers }: Context["stores"]): boolean =>
  offer.state === "failed" && offers.wentOut(offer) === "perhaps";

/** Whether the gateway has neither accepted nor refused any of the brand's latest texts. */
function takesNothing({ brand }: WaitlistOffer, { stores, now }: Context): boolean {
  const last = stores.figures.lastAsked([brand], now - DAY, IN_A_ROW);
  const phones = new Set(last.map(({ phone }) => phone));
  return phones.size === IN_A_ROW && last.every(({ state }) => !HEARD.has(state));
}

const HEARD: ReadonlySet<string> = new Set(["accepted", "delivered", "failed"]);
