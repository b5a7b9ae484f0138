import type { PhoneUsable } from "../attendance.ts";
import type { Interval } from "../capacity.ts";
import type { Reason } from "../errors.ts";
import type { Occupant } from "../occupancy.ts";
import type { BrandSettings } from "../settings.ts";
import type { Warning } from "../warnings.ts";
import type { FloorWorld } from "./tables.ts";

/** Who starts within this time is at the door: no notice needed, and the pace only warns. */
export const AT_THE_DOOR_MINUTES = 15;

/** Everything that decides about a table, in one value; instants are epoch milliseconds. */
export interface AdmissionRequest {
  readonly startAt: number;
  readonly partySize: number;
  /** Neither phone nor e-mail: at the door this makes a walk-in. */
  readonly contactless: boolean;
  readonly phoneUsable: PhoneUsable;
  /** notifyCustomer was false: no text will ever ask this guest anything. */
  readonly silent: boolean;
  /** requestReview was true: a large party is filed for a person to decide, in every mode. */
  readonly reviewAsked?: boolean;
  /** A manager answers for it: what they may lift warns where it would refuse. */
  readonly overruled?: boolean;
  /** Id of the area that the guest asks for; null: any. */
  readonly area?: string | null;
  /** What an update starts from; null for a create. */
  readonly present: PresentStay | null;
}

/** What a new guest asks for whose phone takes texts, but for what `change` says. */
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
  /** The guest is or was asked whether they come. */
  readonly asked: boolean;
  /** The guest has come: arrived or seated. */
  readonly here: boolean;
  /** A request that the restaurant has not decided yet. */
  readonly pending: boolean;
  /** Set: the people are in the room, and their size is a fact, not a request. */
  readonly seatedAt: number | null;
  /** What it takes now; null where it takes nothing. */
  readonly interval: Interval | null;
  /** Ids of its tables, and whether a person chose them. */
  readonly tables: readonly string[];
  readonly tablePinned: boolean;
  /** Id of the area that the guest asked for; null: any. */
  readonly area: string | null;
}

/** The circumstances: settings, clock, and the seats taken by everybody else. */
export interface AdmissionWorld {
  readonly settings: BrandSettings;
  readonly now: number;
  /** Who asks speaks for a guest: what the restaurant refuses, they cannot file all the same. */
  readonly forGuests?: boolean;
  /**
   * Everybody who takes seats or starts in [from, to), holds included, the reservation itself
   * excluded.
   */
  occupants(from: number, to: number): readonly Occupant[];
  /** Absent where the brand keeps no tables. */
  readonly floor?: FloorWorld | null;
}

/** What one group of rules has to say. */
export interface Verdict {
  readonly reasons: readonly Reason[];
  readonly warnings: readonly Warning[];
}
