import { newId } from "../../domain/ids.ts";
import type { WaitlistEntry, WaitlistOffer } from "../../domain/waitlist.ts";
import type { OperationContext } from "../define.ts";
import { asGuest } from "../guest/guest-caller.ts";
import { asHouse, type MachineContext } from "../reservation/machine-changes.ts";
import { type EntryChanges, recordEntryChange } from "./record-entry-change.ts";

/** How an offer ends that nobody took. */
export type OfferEnd = "declined" | "expired" | "withdrawn" | "failed";

/**
 * A guest who let as many offers in a row pass without a word is asked no more until somebody puts
 * them back.
 */
const SILENT_OFFERS = 2;

/**
 * Ends a live offer that was not taken: the seats are free again and left to the waitlist in the
 * same transaction, and the guest waits on, or pauses after two offers without a word. Runs inside
 * the write transaction. False where the offer was over already, so that a second NO changes
 * nothing. `by` is who withdraws it, the house unless given.
 */
export function endOffer(
  { id }: Pick<WaitlistOffer, "id">,
  state: OfferEnd,
  context: MachineContext,
  by?: OperationContext,
): boolean {
  const { stores } = context;
  const offer = stores.offers.get(id);
  if (offer === null || !stores.offers.settle(offer, state)) return false;
  const entry = stores.waitlist.entry(offer.entryId);
  if (entry?.status === "offered") {
    const acting = by ?? (state === "declined" ? asGuest(entry, context) : asHouse(context));
    recordEntryChange(entry, after(entry, state), OPERATIONS[state], acting);
  }
  freeHold(offer, `offer_${state}`, context);
  return true;
}

const OPERATIONS: Record<OfferEnd, string> = {
  declined: "decline_offer",
  expired: "expire_offer",
  withdrawn: "withdraw_offer",
  failed: "fail_offer",
};

function after(entry: WaitlistEntry, state: OfferEnd): EntryChanges {
  switch (state) {
    case "declined":
      return { status: "waiting", silentOffers: 0 };
    case "expired": {
      const silentOffers = entry.silentOffers + 1;
      return { status: silentOffers < SILENT_OFFERS ? "waiting" : "paused", silentOffers };
    }
    case "withdrawn":
      return { status: "waiting" };
    case "failed":
      return { status: "waiting", offersSent: Math.max(0, entry.offersSent - 1) };
  }
}

/** Leaves the seats of an offer that is over to the waitlist, as far as they lie ahead. */
export function freeHold(offer: WaitlistOffer, cause: string, context: MachineContext): void {
  const { now, stores, random } = context;
  const from = Math.max(now, offer.startAt);
  if (from >= offer.endAt) return;
  stores.slotFreed.insert({
    id: newId(now, random),
    brand: offer.brand,
    from,
    to: offer.endAt,
    cause,
    offerId: offer.id,
    createdAt: now,
    doneAt: null,
  });
}
