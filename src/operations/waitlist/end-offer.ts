import type { SlotFreed, WaitlistEntry, WaitlistOffer } from "../../domain/waitlist.ts";
import { asGuest, asSystem, type MachineContext } from "../call/acting-as.ts";
import type { OperationContext } from "../define.ts";
import { askPhoneAgain } from "./ask-again.ts";
import { freeSeats } from "./free-seats.ts";
import { type EntryChanges, recordEntryChange } from "./record-entry-change.ts";

export type OfferEnd = "declined" | "expired" | "withdrawn" | "failed";

const PAUSED_AFTER_SILENT = 2;

/**
 * Ends the offer. Frees its seats for the waitlist, unless it was an offer to a party at the door. Returns
 * false if the offer had already ended. `by`: who ended the offer. If missing: the guest for a declined
 * offer, otherwise the system.
 */
export function endOffer(
  { id }: Pick<WaitlistOffer, "id">,
  state: OfferEnd,
  context: MachineContext,
  by?: OperationContext,
): boolean {
  const { stores } = context;
  const offer = stores.offers.get(id);
  if (offer === null) return false;
  const reached = state !== "failed" && !stores.offers.isUnsent(offer);
  if (!stores.offers.settle(offer, state)) return false;
  const entry = stores.waitlist.entry(offer.entryId);
  if (entry?.kind === "door") {
    recordEntryChange(entry, { status: "waiting" }, OPERATIONS[state], by ?? asSystem(context));
    return true;
  }
  if (entry?.status === "offered") {
    const acting = by ?? (state === "declined" ? asGuest(entry, context) : asSystem(context));
    const offersSent = entry.offersSent - (reached ? 0 : 1);
    recordEntryChange(
      entry,
      { ...after(entry, offer, state), offersSent },
      OPERATIONS[state],
      acting,
    );
  }
  const freed = freeHold(offer, `offer_${state}`, context);
  askPhoneAgain(offer.phone, offer.createdAt, context, { offer, freed });
  return true;
}

/** The caller must mark the returned entry as booked. */
export function takeOffer(offer: WaitlistOffer, context: MachineContext): WaitlistEntry | null {
  const { stores } = context;
  const unsent = stores.offers.isUnsent(offer);
  stores.offers.settle(offer, "accepted");
  askPhoneAgain(offer.phone, offer.createdAt, context);
  const entry = stores.waitlist.entry(offer.entryId);
  return entry === null || !unsent ? entry : { ...entry, offersSent: entry.offersSent - 1 };
}

/** What changes in an entry after any text from its guest. */
export const HEARD = { status: "waiting", silentOffers: 0 } as const;

const OPERATIONS: Record<OfferEnd, string> = {
  declined: "decline_offer",
  expired: "expire_offer",
  withdrawn: "withdraw_offer",
  failed: "fail_offer",
};

function after(entry: WaitlistEntry, { answeredAt }: WaitlistOffer, state: OfferEnd): EntryChanges {
  switch (state) {
    case "declined":
      return HEARD;
    case "expired": {
      if (answeredAt !== null) return HEARD;
      const silentOffers = entry.silentOffers + 1;
      return { status: silentOffers < PAUSED_AFTER_SILENT ? "waiting" : "paused", silentOffers };
    }
    case "withdrawn":
    case "failed":
      return { status: "waiting" };
  }
}

/** Null if the offered stay is over. */
export function freeHold(
  offer: WaitlistOffer,
  cause: string,
  context: MachineContext,
): SlotFreed | null {
  const from = Math.max(context.stores.clock.endingsAt(context.now), offer.startAt);
  if (from >= offer.endAt) return null;
  const { brand, endAt, id } = offer;
  return freeSeats({ brand, from, to: endAt, cause, offerId: id }, context);
}
