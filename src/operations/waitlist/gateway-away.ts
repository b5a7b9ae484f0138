import { DAY, MINUTE } from "../../domain/time.ts";
import type { SlotFreed, WaitlistOffer } from "../../domain/waitlist.ts";
import type { OperationContext } from "../define.ts";

// A gateway that is away took the text of no offer: that says nothing of the guest. The seats are
// tried again when it may be back, with one guest at a time, and what nobody was told of does not
// count against anybody by then. One that leaves texts in doubt may have told the guest, who is not
// asked again; but the guests after them are not spent on it one after the other.

const AGAIN_MS = 10 * MINUTE;

type Context = Pick<OperationContext, "stores" | "now">;

/** As many phones in a row whose texts nobody knows to be taken: it is not the phone. */
const IN_A_ROW = 2;

/**
 * Until when seats are left alone whose last offer the gateway did not take; null: it took it, or
 * may be back.
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

/** What an entry was offered, but for what the gateway did not take a while ago. */
export const countedOffers = (entryId: string, { stores, now }: Context): WaitlistOffer[] =>
  stores.offers
    .ofEntry(entryId)
    .filter((one) => one.createdAt > now - AGAIN_MS || !stores.offers.isUntold(one));

/** True where an offer failed of which the guest may have been told all the same. */
const isInDoubt = (offer: WaitlistOffer, { offers }: Context["stores"]): boolean =>
  offer.state === "failed" && offers.wentOut(offer) === "perhaps";

/** True where the gateway has taken, or refused, none of the brand's last texts. */
function takesNothing({ brand }: WaitlistOffer, { stores, now }: Context): boolean {
  const last = stores.figures.lastAsked([brand], now - DAY, IN_A_ROW);
  const phones = new Set(last.map(({ phone }) => phone));
  return phones.size === IN_A_ROW && last.every(({ state }) => !HEARD.has(state));
}

const HEARD: ReadonlySet<string> = new Set(["accepted", "delivered", "failed"]);
