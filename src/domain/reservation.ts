export const STATUSES = [
  "booked",
  "pending",
  "arrived",
  "seated",
  "completed",
  "no_show",
  "cancelled",
] as const;
export type Status = (typeof STATUSES)[number];

export const ATTENDANCE_STATES = [
  "not_required",
  "pending",
  "confirmed",
  "declined",
  "no_reply",
] as const;
export type AttendanceState = (typeof ATTENDANCE_STATES)[number];

export const SOURCES = ["tool", "dashboard", "waitlist", "import"] as const;
export type Source = (typeof SOURCES)[number];

/** Flags kept with the reservation; `sms_off` is not kept, it follows the opt-out list. */
export const STORED_FLAGS = [
  "large",
  "walk_in",
  "call_to_confirm",
  "over_limit",
  "alert",
  "no_alert",
] as const;
export type StoredFlag = (typeof STORED_FLAGS)[number];

/** The three note tabs of a reservation. */
export const NOTE_FIELDS = ["notes", "foodDrinkNotes", "seatingNotes"] as const;
export type NoteField = (typeof NOTE_FIELDS)[number];

/** A reservation as it is kept. Instants are epoch milliseconds; `serviceDate` is YYYY-MM-DD. */
export interface Reservation {
  readonly id: string;
  readonly brand: string;
  readonly name: string;
  readonly phone: string | null;
  readonly email: string | null;
  readonly partySize: number;
  /** Booked start. */
  readonly startAt: number;
  /** Start + turn + buffer as they were when start or size was last written. */
  readonly endAt: number;
  readonly serviceDate: string;
  readonly service: string | null;
  readonly status: Status;
  readonly attendance: AttendanceState;
  readonly notes: string;
  readonly foodDrinkNotes: string;
  readonly seatingNotes: string;
  /**
   * False: the guest is never texted about this reservation, but for a cancellation where the brand
   * sends those.
   */
  readonly notifyCustomer: boolean;
  readonly source: Source;
  readonly flags: readonly StoredFlag[];
  readonly arrivedAt: number | null;
  readonly seatedAt: number | null;
  readonly completedAt: number | null;
  readonly cancelledAt: number | null;
  readonly createdAt: number;
  /** The principal that made it: twin calls of one principal are recognised by it. */
  readonly createdBy: string;
  readonly updatedAt: number;
  /** 1 at create, one more with every change. */
  readonly revision: number;
  /** One more with every move and every other phone; part of a text's unique key and of a link. */
  readonly timeRevision: number;
}
