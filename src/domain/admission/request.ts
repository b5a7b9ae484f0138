import type { PhoneUsable } from "../attendance.ts";
import type { Interval } from "../capacity.ts";
import type { Reason } from "../errors.ts";
import type { Occupant } from "../occupancy.ts";
import type { BrandSettings } from "../settings.ts";
import type { Warning } from "../warnings.ts";
import type { FloorWorld } from "./tables.ts";

/** A new party that starts at most this long from now needs no notice and may exceed the pace. */
export const AT_THE_DOOR_MINUTES = 15;

export interface AdmissionRequest {
  readonly startAt: number;
  readonly partySize: number;
  readonly contactless: boolean;
  readonly phoneUsable: PhoneUsable;
  readonly silent: boolean;
  readonly reviewAsked?: boolean;
  readonly overruled?: boolean;
  /** Area id, or null for any area. */
  readonly area?: string | null;
  readonly pinned?: boolean;
  /** A walk-in may use the seats of one party that leaves within this time (rule C26). */
  readonly toleranceMs?: number | undefined;
  readonly present: PresentStay | null;
}

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
  /** True if the guest was asked whether they will come. */
  readonly asked: boolean;
  readonly here: boolean;
  readonly pending: boolean;
  readonly seatedAt: number | null;
  /** Null if the stay takes no seats. */
  readonly interval: Interval | null;
  readonly tables: readonly string[];
  readonly tablePinned: boolean;
  readonly area: string | null;
}

export interface AdmissionWorld {
  readonly settings: BrandSettings;
  readonly now: number;
  readonly forGuests?: boolean;
  /** Stays and holds that overlap [from, to), without the party of the request. */
  occupants(from: number, to: number): readonly Occupant[];
  readonly floor?: FloorWorld | null;
}

export interface Verdict {
  readonly reasons: readonly Reason[];
  readonly warnings: readonly Warning[];
}
