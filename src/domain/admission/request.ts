import type { PhoneUsable } from "../attendance.ts";
import type { Interval } from "../capacity.ts";
import type { Reason } from "../errors.ts";
import type { Occupant } from "../occupancy.ts";
import type { BrandSettings } from "../settings.ts";
import type { Warning } from "../warnings.ts";
import type { FloorWorld } from "./tables.ts";

/**
 * A new party that starts within this time is at the door: the minimum notice does not apply, and
 * exceeding the pace only warns.
 */
export const AT_THE_DOOR_MINUTES = 15;

/** Times are in epoch milliseconds. */
export interface AdmissionRequest {
  readonly startAt: number;
  readonly partySize: number;
  /** True if the guest gave no phone and no e-mail address. At the door, this is a walk-in. */
  readonly contactless: boolean;
  readonly phoneUsable: PhoneUsable;
  readonly silent: boolean;
  readonly reviewAsked?: boolean;
  /** True with a manager's override, so that exceeding a limit only warns. */
  readonly overruled?: boolean;
  /** Area id, or null for any area. */
  readonly area?: string | null;
  /** True if a person has named the tables. */
  readonly sits?: boolean;
  /** For walk-ins, one party that leaves within this time is not counted (rule C26). */
  readonly toleranceMs?: number | undefined;
  readonly present: PresentStay | null;
}

/** By default, the guest has a phone that takes texts. */
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

export interface PresentStay {
  readonly startAt: number;
  readonly endAt: number;
  readonly partySize: number;
  readonly walkIn: boolean;
  /** True if the guest is being asked, or was asked, whether they will come. */
  readonly asked: boolean;
  readonly here: boolean;
  readonly pending: boolean;
  readonly seatedAt: number | null;
  /** Null if the stay takes no seats. */
  readonly interval: Interval | null;
  /** Table ids, chosen by a person if `tablePinned` is true. */
  readonly tables: readonly string[];
  readonly tablePinned: boolean;
  /** Area id, or null for any area. */
  readonly area: string | null;
}

export interface AdmissionWorld {
  readonly settings: BrandSettings;
  readonly now: number;
  readonly forGuests?: boolean;
  /** Everybody who takes seats in [from, to), including holds, except the party itself. */
  occupants(from: number, to: number): readonly Occupant[];
  readonly floor?: FloorWorld | null;
}

export interface Verdict {
  readonly reasons: readonly Reason[];
  readonly warnings: readonly Warning[];
}
