import type { ErrorCode, Reason } from "../errors.ts";

/** The reasons that a manager may override (rule C24). */
const LIFTED: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
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

/** A manager may let somebody in after the last seating, but only while the service is open. */
export const isLiftable = (reason: Reason): boolean =>
  LIFTED.has(reason.code) || reason.kind === "OUTSIDE_SERVICE.after_last_seating";
