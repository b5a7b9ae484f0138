import type { TableSearch } from "../domain/seating/search.ts";
import { MINUTE } from "../domain/time.ts";
import type { WaitlistOffer } from "../domain/waitlist.ts";
import { searchWrite } from "../operations/call/search-write.ts";
import { endOffer } from "../operations/waitlist/end-offer.ts";
import type { QueuedOffer } from "../storage/offer-store.ts";
import { earliestIn, type Step } from "./loop.ts";
import type { Machine } from "./sweep.ts";

const BATCH = 200;
const SENT_WITHIN_MS = 2 * MINUTE;

/** After this time, an offer whose text was not sent fails, and the next guest gets one (rule W13). */
const sentBy = ({ createdAt, holdUntil }: WaitlistOffer): number =>
  createdAt + Math.min(SENT_WITHIN_MS, (holdUntil - createdAt) / 2);

type Outcome = "sent" | "failed" | "expired";

function outcomeOf(offer: QueuedOffer, now: number): Outcome | null {
  switch (offer.text) {
    case "accepted":
    case "delivered":
      return "sent";
    case null:
    case "failed":
    case "void":
    case "expired":
      return "failed";
    case "due":
    case "sending":
    case "unknown":
    case "held":
      return now >= sentBy(offer) ? "failed" : null;
  }
}

export function offers(machine: Machine): Step {
  const { stores, random, log } = machine;
  const due = (now: number): readonly (readonly [WaitlistOffer, Outcome])[] => [
    ...stores.offers.queued(BATCH).flatMap((offer) => {
      const outcome = outcomeOf(offer, now);
      return outcome === null ? [] : [[offer, outcome] as const];
    }),
    ...stores.offers
      .holdsOver(now, BATCH)
      .filter(({ state }) => state === "sent")
      .map((offer) => [offer, "expired"] as const),
  ];
  const apply = (id: string, outcome: Outcome, now: number, search: TableSearch): boolean => {
    const offer = stores.offers.get(id);
    const brand = offer === null ? null : stores.brands.get(offer.brand);
    if (offer === null || brand === null) return false;
    if (outcome === "sent") return stores.offers.markSent(id, now);
    return endOffer(offer, outcome, { brand, now, stores, random, search });
  };
  const settle = async (id: string, outcome: Outcome, now: number): Promise<boolean> => {
    try {
      return await searchWrite(machine, (search) => apply(id, outcome, now, search));
    } catch (error) {
      log.warn("offer_failed", { offerId: id, error });
      return false;
    }
  };
  return {
    name: "offers",
    whenWoken: true,
    async run(now) {
      const settled = await Promise.all(
        due(now).map(([{ id }, outcome]) => settle(id, outcome, now)),
      );
      return settled.filter(Boolean).length;
    },
    nextDueAt(after, until) {
      const sending = stores.offers.queued(BATCH).map(sentBy);
      return earliestIn([...sending, stores.offers.nextHoldOverAt()], after, until);
    },
  };
}
