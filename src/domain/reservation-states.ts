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

/** Whether a party with a table, or a request for one, has not come yet. */
export const isExpected = ({ status }: { readonly status: Status }): boolean =>
  status === "booked" || status === "pending";

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

/** The same flags, and that somebody should call the guest. */
export const toCall = (flags: readonly StoredFlag[]): readonly StoredFlag[] =>
  flags.includes("call_to_confirm") ? flags : [...flags, "call_to_confirm"];
