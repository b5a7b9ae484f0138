import type { ErrorCode, Reason } from "../errors.ts";

/** Reasons that a manager may override (rule C24). */
const LIFTABLE: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "CAPACITY_FULL",
  "PARTIES_FULL",
  "TABLES_FULL",
  "PACE_FULL",
  "PARTY_EXCEEDS_PACE",
  "HELD_FOR_WAITLIST",
  "LARGE_PARTY_REVIEW",
  "NOTICE_TOO_SHORT",
  "SLOT_REUSED",
]);

export const isLiftable = (reason: Reason): boolean =>
  LIFTABLE.has(reason.code) || reason.kind === "OUTSIDE_SERVICE.after_last_seating";
