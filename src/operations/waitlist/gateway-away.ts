import { DAY, MINUTE } from "../../domain/time.ts";
import type { SlotFreed, WaitlistOffer } from "../../domain/waitlist.ts";
import type { OperationContext } from "../define.ts";

// If an offer ended because the gateway refused its text or is silent, its seats wait ten minutes before they
// are offered again. Otherwise they are offered at once. After a refusal, the same guest may be asked again.

const AGAIN_MS = 10 * MINUTE;

type Context = Pick<OperationContext, "stores" | "now">;

/** The gateway counts as silent if this many texts in a row, to different phones, got no answer. */
const IN_A_ROW = 2;

/** When the freed seats may be offered again. Null if they need not wait for the gateway. */
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

export const countedOffers = (entryId: string, { stores, now }: Context): WaitlistOffer[] =>
  stores.offers
    .ofEntry(entryId)
    .filter((one) => one.createdAt > now - AGAIN_MS || !stores.offers.isUntold(one));

const isInDoubt = (offer: WaitlistOffer, { offers }: Context["stores"]): boolean =>
  offer.state === "failed" && offers.wentOut(offer) === "perhaps";

function isGatewaySilent({ brand }: WaitlistOffer, { stores, now }: Context): boolean {
  const last = stores.figures.lastAsked([brand], now - DAY, IN_A_ROW);
  const phones = new Set(last.map(({ phone }) => phone));
  return phones.size === IN_A_ROW && last.every(({ state }) => !ANSWERED.has(state));
}

const ANSWERED: ReadonlySet<string> = new Set(["accepted", "delivered", "failed"]);
