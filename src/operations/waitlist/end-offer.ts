import type { SlotFreed, WaitlistEntry, WaitlistOffer } from "../../domain/waitlist.ts";
import { asGuest, asSystem, type MachineContext } from "../call/acting-as.ts";
import type { OperationContext } from "../define.ts";
import { askPhoneAgain } from "./ask-again.ts";
import { freeSeats } from "./free-seats.ts";
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
 * nothing. `by` is who withdraws it, the system unless given.
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

/**
 * Ends a live offer whose guest has a table now, and asks their phone about what else it waits for.
 * Runs inside the write transaction. Returns the entry, for the caller to mark as booked.
 */
export function takeOffer(offer: WaitlistOffer, context: MachineContext): WaitlistEntry | null {
  const { stores } = context;
  const unsent = stores.offers.isUnsent(offer);
  stores.offers.settle(offer, "accepted");
  askPhoneAgain(offer.phone, offer.createdAt, context);
  const entry = stores.waitlist.entry(offer.entryId);
  return entry === null || !unsent ? entry : { ...entry, offersSent: entry.offersSent - 1 };
}

/** The guest is not silent: they texted something, if only a person can tell what. */
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
      return { status: "waiting", silentOffers: 0 };
    case "expired": {
      if (answeredAt !== null) return HEARD;
      const silentOffers = entry.silentOffers + 1;
      return { status: silentOffers < SILENT_OFFERS ? "waiting" : "paused", silentOffers };
    }
    case "withdrawn":
    case "failed":
      return { status: "waiting" };
  }
}

/** Leaves the seats of an offer that is over to the waitlist; null where none lie ahead. */
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
