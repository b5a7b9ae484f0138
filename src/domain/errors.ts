/** Everything a caller can be refused for: a closed union, mapped once by each transport. */
export const ERROR_CODES = [
  "INVALID_INPUT",
  "WEEKDAY_MISMATCH",
  "NONEXISTENT_TIME",
  "TIMESTAMP_MISMATCH",
  "PHONE_INVALID",
  "BRAND_REQUIRED",
  "BRAND_MISMATCH",
  "FORBIDDEN_SCOPE",
  "BRAND_UNKNOWN",
  "FORBIDDEN_TOOL",
  "NOT_FOUND",
  "NOTHING_TO_UPDATE",
  "NOTHING_TO_UNDO",
  "UNDO_EXPIRED",
  "REVISION_CONFLICT",
  "SETTINGS_CONFLICT",
  "NOTICE_TOO_SHORT",
  "IN_THE_PAST",
  "BEYOND_WINDOW",
  "CLOSED",
  "OUTSIDE_SERVICE",
  "PARTY_TOO_LARGE",
  "LARGE_PARTY_REVIEW",
  "ATTENDANCE_CONTACT_REQUIRED",
  "CAPACITY_FULL",
  "PARTIES_FULL",
  "PACE_FULL",
  "PARTY_EXCEEDS_PACE",
  "HELD_FOR_WAITLIST",
  "SLOT_REUSED",
  "INVALID_TRANSITION",
  "TOO_EARLY",
  "IDEMPOTENCY_KEY_REUSED",
  "BUDGET_EXCEEDED",
  "RATE_LIMITED",
  "UNAVAILABLE",
  "INTERNAL",
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/** Codes for which the very same call may succeed later. */
const RETRYABLE: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "RATE_LIMITED",
  "UNAVAILABLE",
  "INTERNAL",
  "TOO_EARLY",
  "HELD_FOR_WAITLIST",
]);

/**
 * One thing that is wrong: a code, a sentence that names the value and the next step, and the
 * numbers behind it.
 */
export interface Reason {
  readonly code: ErrorCode;
  readonly message: string;
  readonly [detail: string]: unknown;
}

/** A place and time that the same call would be accepted at. `timestamp` is epoch milliseconds. */
export interface Suggestion {
  readonly date: string;
  readonly time: string;
  readonly timestamp: number;
}

/** What is said of today before the suggestions of other days, which begin at that position. */
export interface OtherDays {
  readonly from: number;
  readonly words: string;
}

/** The outcome of a check on one value: the value as understood, or why it is refused. */
export type Checked<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: Reason };

/** Wraps an accepted value. */
export const accepted = <T>(value: T): Checked<T> => ({ ok: true, value });

/** Wraps a refusal; `details` are the numbers behind the sentence. */
export const refused = (
  code: ErrorCode,
  message: string,
  details: Record<string, unknown> = {},
): { readonly ok: false; readonly reason: Reason } => ({
  ok: false,
  reason: { code, message, ...details },
});

/**
 * What every refusal tells: all reasons at once, whether waiting helps, and what would be accepted
 * instead.
 */
export class DomainError extends Error {
  override readonly name = "DomainError";
  readonly code: ErrorCode;
  readonly reasons: readonly Reason[];
  readonly retryAt: number | null;
  readonly suggestions: readonly Suggestion[];
  readonly otherDays: OtherDays | null;

  /**
   * `reasons` has at least one entry, in the order in which the rules are checked; the first one
   * names the error.
   */
  constructor(
    reasons: readonly [Reason, ...Reason[]],
    extra: {
      retryAt?: number | null;
      suggestions?: readonly Suggestion[];
      otherDays?: OtherDays | null;
    } = {},
  ) {
    const today = extra.otherDays == null ? [] : [extra.otherDays.words];
    super([...reasons.map((reason) => reason.message), ...today].join(" "));
    this.code = reasons[0].code;
    this.reasons = reasons;
    this.retryAt = extra.retryAt ?? null;
    this.suggestions = extra.suggestions ?? [];
    this.otherDays = extra.otherDays ?? null;
  }

  get retryable(): boolean {
    return RETRYABLE.has(this.code);
  }
}

/** A refusal with a single reason. */
export const refusal = (
  code: ErrorCode,
  message: string,
  details: Record<string, unknown> = {},
  extra: { retryAt?: number | null; suggestions?: readonly Suggestion[] } = {},
): DomainError => new DomainError([{ code, message, ...details }], extra);
