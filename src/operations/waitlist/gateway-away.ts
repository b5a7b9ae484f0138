import { DAY, MINUTE } from "../../domain/time.ts";
import type { SlotFreed, WaitlistOffer } from "../../domain/waitlist.ts";
import type { OperationContext } from "../define.ts";

// If the gateway did not accept the text, the offer is not counted against the guest, and its seats
// are offered again later, to one guest at a time. If the text may have been sent, the guest is not asked again, and
// the next guests wait until the gateway answers or ten minutes have passed.

const AGAIN_MS = 10 * MINUTE;

type Context = Pick<OperationContext, "stores" | "now">;

/** The gateway counts as silent once the last texts to this many phones had no answer. */
const IN_A_ROW = 2;

/** Until when the seats wait because the gateway does not answer; null if they need not wait. */
export function awayUntil({ offerId }: SlotFreed, { stores, now }: Context): number | null {
  const offer = offerId === null ? null : stores.offers.get(offerId);
  if (offer === null) return null;
  const isAway =
    stores.offers.isUntold(offer) ||
    (isInDoubt(offer, stores) && isGatewaySilent(offer, { stores, now }));
  if (!isAway) return null;
  const againAt = offer.createdAt + AGAIN_MS;
  return offer.createdAt <= now && now < againAt ? againAt : null;
}

/** Leaves out older offers that the gateway did not accept. */
export const countedOffers = (entryId: string, { stores, now }: Context): WaitlistOffer[] =>
  stores.offers
    .ofEntry(entryId)
    .filter((one) => one.createdAt > now - AGAIN_MS || !stores.offers.isUntold(one));

/** The offer failed, but the guest may have got it. */
const isInDoubt = (offer: WaitlistOffer, { offers }: Context["stores"]): boolean =>
  offer.state === "failed" && offers.wentOut(offer) === "perhaps";

function isGatewaySilent({ brand }: WaitlistOffer, { stores, now }: Context): boolean {
  const last = stores.figures.lastAsked([brand], now - DAY, IN_A_ROW);
  const phones = new Set(last.map(({ phone }) => phone));
  return phones.size === IN_A_ROW && last.every(({ state }) => !ANSWERED.has(state));
}

const ANSWERED: ReadonlySet<string> = new Set(["accepted", "delivered", "failed"]);
