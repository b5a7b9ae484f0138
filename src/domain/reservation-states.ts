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

/** The flags `sms_off` and `no_table` are computed, not stored. */
export const STORED_FLAGS = [
  "large",
  "walk_in",
  "call_to_confirm",
  "over_limit",
  "alert",
  "no_alert",
] as const;
export type StoredFlag = (typeof STORED_FLAGS)[number];

export const withCallFlag = (flags: readonly StoredFlag[]): readonly StoredFlag[] =>
  flags.includes("call_to_confirm") ? flags : [...flags, "call_to_confirm"];
