import type { Reason } from "./errors.ts";
import type { Skip } from "./reasons/waitlist.ts";

export const ENTRY_STATUSES = ["waiting", "offered", "booked", "left", "lapsed", "paused"] as const;
export type EntryStatus = (typeof ENTRY_STATUSES)[number];

/** States of guests who are still on the list. */
export const ON_LIST: readonly EntryStatus[] = ["waiting", "offered", "paused"];
/** Whether a guest is still on the list. */
export const isOnList = ({ status }: Pick<WaitlistEntry, "status">): boolean =>
  ON_LIST.includes(status);

export const OFFER_STATES = [
  "queued",
  "sent",
  "accepted",
  "declined",
  "expired",
  "withdrawn",
  "failed",
] as const;
export type OfferState = (typeof OFFER_STATES)[number];

/** Whether an offer was neither answered nor ended. */
export const isLive = ({ state }: Pick<WaitlistOffer, "state">): boolean =>
  state === "queued" || state === "sent";

/** Why a start was not offered to an entry. */
export interface PassedOver {
  readonly timestamp: number;
  readonly why: Reason | Skip;
}

/**
 * A guest waiting for a table: any start in [earliestAt, latestAt] would do. Instants are epoch
 * milliseconds.
 */
export interface WaitlistEntry {
  readonly id: string;
  readonly brand: string;
  readonly name: string;
  readonly phone: string;
  readonly partySize: number;
  /** Calendar date of the wished start, YYYY-MM-DD. */
  readonly date: string;
  readonly wishedAt: number;
  readonly earliestAt: number;
  readonly latestAt: number;
  /** A reservation that an acceptance cancels in the same transaction. */
  readonly replaces: string | null;
  /** 0-9, high first. */
  readonly priority: number;
  readonly notes: string;
  readonly source: "tool" | "dashboard";
  readonly status: EntryStatus;
  readonly offersSent: number;
  readonly silentOffers: number;
  /** The reservation that came of it. */
  readonly bookingId: string | null;
  readonly passedOver: readonly PassedOver[];
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A table held for one waiting guest until `holdUntil`. */
export interface WaitlistOffer {
  readonly id: string;
  readonly entryId: string;
  readonly brand: string;
  readonly phone: string;
  readonly partySize: number;
  readonly startAt: number;
  readonly endAt: number;
  readonly state: OfferState;
  readonly createdAt: number;
  readonly sentAt: number | null;
  readonly holdUntil: number;
  /** Ids of the tables that are held, separated by spaces; empty: none. */
  readonly tables: string;
  /** Since when a text of the guest waits for a person who reads it; null: there is none. */
  readonly answeredAt: number | null;
  /** The id of the slot_freed row that it answers. */
  readonly cause: string | null;
}

/**
 * Causes of a window in which no single table came free: settings were widened, or a guest can be
 * asked again about what came free before.
 */
export const WIDENED = "settings_widened";
export const ASKED_AGAIN = "guest_asked_again";

/** Seats that came free in [from, to), for the waitlist to fill. */
export interface SlotFreed {
  readonly id: string;
  readonly brand: string;
  readonly from: number;
  readonly to: number;
  /** The operation that freed it, or one of the causes above. */
  readonly cause: string;
  /** The offer whose end freed it: the next guest is asked first. Null: it was no offer. */
  readonly offerId: string | null;
  readonly createdAt: number;
  readonly doneAt: number | null;
}
