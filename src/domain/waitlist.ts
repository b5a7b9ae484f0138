import { ENTRY_FIELDS, type EntryStatus } from "./entry-fields.ts";
import { type FieldsWith, initialOf, type RecordOf } from "./fields.ts";

export type { EntryStatus, PassedOver } from "./entry-fields.ts";
export { ENTRY_STATUSES } from "./entry-fields.ts";

export const ON_LIST: readonly EntryStatus[] = ["waiting", "offered", "paused"];
export const isOnList = ({ status }: Pick<WaitlistEntry, "status">): boolean =>
  ON_LIST.includes(status);

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

export const isLive = ({ state }: Pick<WaitlistOffer, "state">): boolean =>
  state === "queued" || state === "sent";

/** The guest accepts any start in [earliestAt, latestAt]. */
export interface WaitlistEntry extends RecordOf<typeof ENTRY_FIELDS> {}

type Preset = FieldsWith<typeof ENTRY_FIELDS, "initial">;

export const newEntry = (
  given: Omit<WaitlistEntry, Preset | "updatedAt"> & Partial<Pick<WaitlistEntry, Preset>>,
): WaitlistEntry => ({
  ...initialOf(ENTRY_FIELDS),
  ...given,
  updatedAt: given.createdAt,
});

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
  /** Table ids, separated by spaces. Empty if there are none. */
  readonly tables: string;
  /** When the guest sent an answer that staff must read. Null if the guest sent none. */
  readonly answeredAt: number | null;
  /** Id of a SlotFreed. Null if the offer needed no freed seats. */
  readonly cause: string | null;
}

/** Values of SlotFreed.cause when nobody gave up seats. */
export const WIDENED = "settings_widened";
export const ASKED_AGAIN = "guest_asked_again";

/** Seats that became free in [from, to). */
export interface SlotFreed {
  readonly id: string;
  readonly brand: string;
  readonly from: number;
  readonly to: number;
  /** The operation that freed the seats, or WIDENED or ASKED_AGAIN. */
  readonly cause: string;
  readonly offerId: string | null;
  readonly createdAt: number;
  readonly doneAt: number | null;
}
