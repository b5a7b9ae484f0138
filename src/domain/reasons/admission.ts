/** A start with which the same call would be accepted. `timestamp` is epoch milliseconds. */
export interface Suggestion {
  readonly date: string;
  readonly time: string;
  readonly timestamp: number;
}

/** A limit that would be exceeded: at worst `present` of `limit` are taken in [from, to). */
export interface Exceeded {
  readonly limited: "seats" | "parties" | "paceCovers" | "paceParties";
  readonly from: number;
  readonly to: number;
  readonly present: number;
  readonly needed: number;
  readonly limit: number;
  /** How many of `present` are only held for waiting guests, and until when at the latest. */
  readonly held: number;
  readonly heldUntil: number | null;
}

/** A party that takes the seats in question, as far as known. */
export interface Taken {
  readonly id: string;
  /** Null: the rule that found it knows no names. */
  readonly name: string | null;
  readonly startAt: number;
  readonly partySize: number;
  /** True: an offer to a waiting guest; false: a reservation. */
  readonly offered: boolean;
}

/** What a sentence about instants needs: the brand's zone. */
export interface InZone {
  readonly zone: string;
  /** Starts that would be possible once the other reasons are settled. */
  readonly roomAt?: readonly number[];
}

/** The parties that have the missing seats or tables. `more`: how many are not named. */
export interface TakenBy {
  readonly taken?: readonly Taken[];
  readonly more?: number;
}

/** A limit that would be exceeded, as it is published. */
export interface Full extends Exceeded {
  readonly since?: readonly string[];
  readonly say: InZone & TakenBy & { readonly covers: number };
}

/** The tables and combinations that fit a party. None of them is free for its stay. */
export interface TablesFull {
  /** Tables and combinations that fit the party; 0: the size never gets a table. */
  readonly places: number;
  /** How many of these have parties whose tables a person chose. */
  readonly pinned: number;
  /** When the first one is free for the whole stay; null: not within the day. */
  readonly freeAt: number | null;
  /** The name of the area that was asked for, if no other will do; null: any. */
  readonly area: string | null;
  readonly say: InZone & {
    readonly covers: number;
    readonly from: number;
    readonly to: number;
    /** A person chose its tables, and they no longer suit it. */
    readonly pinned: boolean;
  };
}

/** Tables that are blocked, or taken by others, at the time of a party. */
export interface TableTaken {
  /** Their names. */
  readonly tables: readonly string[];
  /** A reservation, or an offer to a waiting guest; null: a block. */
  readonly by: {
    readonly id: string;
    readonly name: string;
    readonly numberOfPeople: number;
  } | null;
  readonly from: number;
  readonly until: number;
  /** Free tables for the party, best first. */
  readonly instead: readonly (readonly string[])[];
  /** Whether the two parties could exchange tables; `refused`: asked for, but not possible. */
  readonly say: InZone & { readonly swap: "possible" | "refused" | null };
}

/** A start of the evening before: dinner of Friday at 12:30 AM is on Saturday's date. */
interface PastMidnight {
  readonly didYouMean?: Suggestion;
  /** `service`: the one that runs past midnight. */
  readonly say: InZone & { readonly startAt: number; readonly service: string | null };
}

/** What is wrong with a large party, and what may be done about it. */
export interface LargeParty {
  readonly numberOfPeople: number;
  readonly largeFrom: number;
  readonly say: {
    readonly why: "decides_itself" | "enlarged" | "too_late";
    readonly reviewHours: number;
    /** What the caller can do. A caller that acts for guests can only ask the guest to call. */
    readonly cure: "request" | "declined" | "book" | "change" | "guest_calls";
  };
}

/** A limit that was exceeded deliberately. */
export interface OverLimit extends Pick<Exceeded, "from" | "to" | "limit" | "limited"> {
  readonly covers: number;
  readonly since?: readonly string[];
  readonly say: InZone &
    TakenBy &
    Pick<Exceeded, "present" | "held" | "heldUntil"> & { readonly partySize: number };
}

/** Reasons of admission against a party. */
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
  /** A party at the door may exceed the pace, but one on the waitlist is not called in to do so. */
  "PACE_FULL.over_limit": OverLimit;
  PARTY_EXCEEDS_PACE: Full;
  HELD_FOR_WAITLIST: {
    readonly heldCovers: number;
    readonly heldUntil: number;
    readonly since?: readonly string[];
    readonly say: InZone & TakenBy & { readonly covers: number; readonly from: number };
  };
}
