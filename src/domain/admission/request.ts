import type { PhoneUsable } from "../attendance.ts";
import type { Interval } from "../capacity.ts";
import type { Reason } from "../errors.ts";
import type { Occupant } from "../occupancy.ts";
import type { BrandSettings } from "../settings.ts";
import type { Warning } from "../warnings.ts";
import type { FloorWorld } from "./tables.ts";

/**
 * A start within this time means the guest is at the door: no notice needed, and pace only warns.
 */
export const AT_THE_DOOR_MINUTES = 15;

/** Everything about the request that decides about a table. Instants are epoch milliseconds. */
export interface AdmissionRequest {
  readonly startAt: number;
  readonly partySize: number;
  /** Neither phone nor e-mail; at the door that makes a walk-in. */
  readonly contactless: boolean;
  readonly phoneUsable: PhoneUsable;
  /** notifyCustomer was false: this guest is never texted. */
  readonly silent: boolean;
  /** requestReview was true: a large party becomes a request in every mode. */
  readonly reviewAsked?: boolean;
  /** A manager's override: limits that it lifts cause warnings instead of refusals. */
  readonly overruled?: boolean;
  /** Id of the area that the guest asks for; null: any. */
  readonly area?: string | null;
  /** The party sits down at tables that a person names, so none are looked for. */
  readonly sits?: boolean;
  /**
   * For parties at the door: the last part of each stay, in milliseconds, in which one party may
   * exceed the limit (rule C26).
   */
  readonly toleranceMs?: number | undefined;
  /** The stay before an update; null for a new reservation. */
  readonly present: PresentStay | null;
}

/** The request of a new guest whose phone takes texts, with the changes in `change`. */
export const newRequest = (
  startAt: number,
  partySize: number,
  change: Partial<AdmissionRequest> = {},
): AdmissionRequest => ({
  startAt,
  partySize,
  contactless: false,
  phoneUsable: "yes",
  silent: false,
  present: null,
  ...change,
});

/** The stay as it is before an update. */
export interface PresentStay {
  readonly startAt: number;
  readonly endAt: number;
  readonly partySize: number;
  readonly walkIn: boolean;
  /** The guest is being asked, or was asked, whether they come. */
  readonly asked: boolean;
  /** The guest is here: arrived or seated. */
  readonly here: boolean;
  /** A large party's request that nobody has decided yet. */
  readonly pending: boolean;
  /** Set if the party is seated: then its size is a fact. */
  readonly seatedAt: number | null;
  /** The seats that it takes now; null: none. */
  readonly interval: Interval | null;
  /** Ids of its tables, and whether a person chose them. */
  readonly tables: readonly string[];
  readonly tablePinned: boolean;
  /** Id of the area that the guest asked for; null: any. */
  readonly area: string | null;
}

/** What admission needs to know: settings, clock, and the seats taken by all others. */
export interface AdmissionWorld {
  readonly settings: BrandSettings;
  readonly now: number;
  /** The caller acts for a guest, who cannot ask for what the restaurant refuses. */
  readonly forGuests?: boolean;
  /**
   * All parties that take seats or start in [from, to), holds included, without the reservation
   * itself.
   */
  occupants(from: number, to: number): readonly Occupant[];
  /** Absent if the brand keeps no tables. */
  readonly floor?: FloorWorld | null;
}

/** The result of one group of rules. */
export interface Verdict {
  readonly reasons: readonly Reason[];
  readonly warnings: readonly Warning[];
}
