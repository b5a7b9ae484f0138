import { ENTRY_FIELDS, type EntryStatus } from "./entry-fields.ts";
import { type FieldsWith, initialOf, type RecordOf } from "./fields.ts";

export type { EntryStatus, PassedOver } from "./entry-fields.ts";
export { ENTRY_STATUSES } from "./entry-fields.ts";

/** States of guests who are still on the list. */
export const ON_LIST: readonly EntryStatus[] = ["waiting", "offered", "paused"];
/** Whether a guest is still on the list. */
export const isOnList = ({ status }: Pick<WaitlistEntry, "status">): boolean =>
  ON_LIST.includes(status);

/** Whether a guest has a place in the queue; a guest with an offer keeps it. */
export const isQueued = ({ status }: Pick<WaitlistEntry, "status">): boolean =>
  status === "waiting" || status === "offered";

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

/**
 * A guest waiting for a table: any start in [earliestAt, latestAt] is fine. Instants are epoch
 * milliseconds.
 */
export interface WaitlistEntry extends RecordOf<typeof ENTRY_FIELDS> {}

/** Fields of a new entry that may be left out. */
type Preset = FieldsWith<typeof ENTRY_FIELDS, "initial">;

/** A new entry. */
export const newEntry = (
  given: Omit<WaitlistEntry, Preset | "updatedAt"> & Partial<Pick<WaitlistEntry, Preset>>,
): WaitlistEntry => ({
  ...initialOf(ENTRY_FIELDS),
  ...given,
  updatedAt: given.createdAt,
});

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
  /** Since when a text from the guest waits for a person to read it; null: none does. */
  readonly answeredAt: number | null;
  /** The id of the freed seats (slot_freed) that it was made from. */
  readonly cause: string | null;
}

/**
 * Causes of a window in which no single table came free: settings were widened, or a guest can be
 * asked again about earlier seats.
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
  /** The offer whose end freed it, so that the next guest is asked; null if it was no offer. */
  readonly offerId: string | null;
  readonly createdAt: number;
  readonly doneAt: number | null;
}
