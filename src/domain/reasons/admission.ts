/** `date` and `time` are for display. */
export interface Suggestion {
  readonly date: string;
  readonly time: string;
  readonly timestamp: number;
}

/**
 * `present`: the most covers or parties that are present at one time. For a pace: how many covers or
 * parties start in [from, to).
 */
export interface Exceeded {
  readonly limited: "seats" | "parties" | "paceCovers" | "paceParties";
  readonly from: number;
  readonly to: number;
  readonly present: number;
  readonly needed: number;
  readonly limit: number;
  /** How many of `present` are held for waiting guests. The last hold ends at `heldUntil`. */
  readonly held: number;
  readonly heldUntil: number | null;
}

export interface Taken {
  readonly id: string;
  readonly name: string | null;
  readonly startAt: number;
  readonly partySize: number;
  readonly offered: boolean;
}

export interface InZone {
  readonly zone: string;
  /** Other starts with room. A reason that does not depend on the time may still forbid them. */
  readonly roomAt?: readonly number[];
}

/** `more`: how many parties `taken` leaves out. */
export interface TakenBy {
  readonly taken?: readonly Taken[];
  readonly more?: number;
}

export interface Full extends Exceeded {
  readonly since?: readonly string[];
  readonly say: InZone & TakenBy & { readonly covers: number };
}

export interface TablesFull {
  /** How many tables and combinations fit the party. If 0, another time does not help. */
  readonly places: number;
  /** How many of `places` are taken by parties whose table a host chose. */
  readonly pinned: number;
  /** Earliest time when a place is free for a whole stay. Null if `places` is 0. */
  readonly freeAt: number | null;
  /** Name of the only area that the party accepts. Null if any will do. */
  readonly area: string | null;
  readonly say: InZone & {
    readonly covers: number;
    readonly from: number;
    readonly to: number;
    /** Whether a host chose this party's own table. */
    readonly pinned: boolean;
  };
}

export interface TableTaken {
  readonly tables: readonly string[];
  /** The reservation or offer that has the tables. Null for a block. */
  readonly by: {
    readonly id: string;
    readonly name: string;
    readonly numberOfPeople: number;
  } | null;
  readonly from: number;
  readonly until: number;
  /** Free places, best first. Each is a list of the names of its tables. */
  readonly instead: readonly (readonly string[])[];
  /** `refused`: the call asked for a swap that is not possible. */
  readonly say: InZone & { readonly swap: "possible" | "refused" | null };
}

interface PastMidnight {
  /** For a start such as 1 AM: the same time a day later, if a service of the asked date is still open then. */
  readonly didYouMean?: Suggestion;
  readonly say: InZone & { readonly startAt: number; readonly service: string | null };
}

export interface LargeParty {
  readonly numberOfPeople: number;
  readonly largeFrom: number;
  readonly say: {
    readonly why: "decides_itself" | "enlarged" | "too_late";
    readonly reviewHours: number;
    readonly cure: "request" | "declined" | "book" | "change" | "guest_calls";
  };
}

/** `covers`: how many people or parties (see `limited`) there would be with this party. */
export interface OverLimit extends Pick<Exceeded, "from" | "to" | "limit" | "limited"> {
  readonly covers: number;
  readonly since?: readonly string[];
  readonly say: InZone &
    TakenBy &
    Pick<Exceeded, "present" | "held" | "heldUntil"> & { readonly partySize: number };
}

export interface AdmissionReasons {
  CLOSED: PastMidnight & { readonly date: string; readonly note: string | null };
  "OUTSIDE_SERVICE.not_open": PastMidnight & {
    readonly date: string;
    readonly note: string | null;
    readonly services: readonly {
      readonly name: string;
      readonly opens: number;
      readonly lastSeating: number;
    }[];
  };
  "OUTSIDE_SERVICE.after_last_seating": {
    readonly service: string;
    readonly lastSeating: number;
    readonly say: InZone & { readonly startAt: number };
  };
  IN_THE_PAST: {
    readonly now: number;
    readonly graceMinutes: number;
    readonly say: InZone & { readonly startAt: number };
  };
  NOTICE_TOO_SHORT: {
    readonly minNoticeMinutes: number;
    readonly earliest: number;
    readonly say: InZone & { readonly startAt: number };
  };
  BEYOND_WINDOW: {
    readonly daysAhead: number;
    readonly bookingWindowDays: number;
    readonly say: InZone & { readonly startAt: number; readonly lastDate: string };
  };
  PARTY_TOO_LARGE: { readonly numberOfPeople: number; readonly maxPartySize: number };
  LARGE_PARTY_REVIEW: LargeParty;
  ATTENDANCE_CONTACT_REQUIRED: {
    readonly numberOfPeople: number;
    readonly phoneRequiredFrom: number;
    readonly say: { readonly optedOut: boolean };
  };
  CAPACITY_FULL: Full;
  PARTIES_FULL: Full;
  TABLES_FULL: TablesFull;
  TABLE_TAKEN: TableTaken;
  PACE_FULL: Full;
  "PACE_FULL.over_limit": OverLimit;
  PARTY_EXCEEDS_PACE: Full;
  HELD_FOR_WAITLIST: {
    readonly heldCovers: number;
    readonly heldUntil: number;
    readonly since?: readonly string[];
    readonly say: InZone & TakenBy & { readonly covers: number; readonly from: number };
  };
}
