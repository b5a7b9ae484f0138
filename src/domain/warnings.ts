export const WARNING_CODES = [
  "AMBIGUOUS_TIME",
  "POSSIBLE_DUPLICATE",
  "DUPLICATE_CALL",
  "PHONE_UNVERIFIED",
  "NO_SMS",
  "CALL_TO_CONFIRM",
  "LARGE_PARTY",
  "PACE_EXCEEDED",
  "AFTER_LAST_SEATING",
  "OVER_LIMIT",
  "WAITING_ENTRY_BOOKED",
] as const;
export type WarningCode = (typeof WARNING_CODES)[number];

/**
 * Something that was accepted and that the host should know: a code, a sentence, the numbers behind
 * it.
 */
export interface Warning {
  readonly code: WarningCode;
  readonly message: string;
  readonly [detail: string]: unknown;
}
