import { type CodeOf, codeOf } from "./kind-code.ts";
import type { AccessReasons } from "./reasons/access.ts";
import type { AccountReasons } from "./reasons/account.ts";
import type { AdmissionReasons, Suggestion } from "./reasons/admission.ts";
import type { CallReasons } from "./reasons/call.ts";
import type { DeskReasons } from "./reasons/desk.ts";
import type { InputReasons } from "./reasons/input.ts";
import type { ReservationReasons } from "./reasons/reservation.ts";
import type { SettingsReasons } from "./reasons/settings.ts";
import type { WaitlistReasons } from "./reasons/waitlist.ts";
import type { Warning } from "./warnings.ts";

/** Every code of a refusal: a closed union that each transport maps once. */
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
  "TABLES_FULL",
  "TABLE_TAKEN",
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
export type { Suggestion };

/** Codes for which the very same call may succeed later. */
const RETRYABLE: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "RATE_LIMITED",
  "UNAVAILABLE",
  "INTERNAL",
  "TOO_EARLY",
  "HELD_FOR_WAITLIST",
]);

/**
 * Every kind of reason with its facts. A kind is the code, followed by a dot and a name if several
 * sentences share a code. Facts are published beside the code, except those in `say`, which only
 * the sentence needs.
 */
export interface ReasonFacts
  extends CallReasons,
    InputReasons,
    AdmissionReasons,
    ReservationReasons,
    WaitlistReasons,
    SettingsReasons,
    DeskReasons,
    AccessReasons,
    AccountReasons {
  /** A date with a wrong weekday. `verdicts`: the result of the call on each day it may mean. */
  WEEKDAY_MISMATCH: {
    readonly value: string;
    readonly candidates: readonly string[];
    readonly dated: string;
    readonly weekday: string;
    readonly say: { readonly verdicts: readonly DayVerdict[] };
  };
  /** A brand's stored settings are invalid. */
  "SETTINGS_CONFLICT.stored": {
    readonly brand: string;
    readonly say: { readonly reasons: readonly Reason[] };
  };
}
export type ReasonKind = keyof ReasonFacts;

/** Why a call is refused on one of the days that its date may mean. */
export interface DayVerdict extends Pick<DomainError, "reasons" | "otherDays"> {
  /** Local date. */
  readonly date: string;
  /** The nearest start that is accepted that day, as a display time. */
  readonly nearest: string | null;
}

/** A reason of one of these kinds. `parameter`: the argument or field that it is about. */
export type ReasonOf<Kinds extends ReasonKind> = {
  [Kind in Kinds]: ReasonFacts[Kind] & {
    readonly kind: Kind;
    readonly code: CodeOf<Kind> & ErrorCode;
    readonly parameter?: string;
  };
}[Kinds];

/** One thing that is wrong, as facts; `src/words` turns it into a sentence for a reader. */
export type Reason = ReasonOf<ReasonKind>;

/** The facts of a kind, as passed to `reason`. */
type Given<Facts> = Facts & { readonly parameter?: string };

/** Builds a reason. */
export const reason = <Kind extends ReasonKind>(
  kind: Kind,
  facts: Given<ReasonFacts[Kind]>,
): ReasonOf<Kind> => ({ kind, code: codeOf(kind), ...facts }) as ReasonOf<Kind>;

/** How long there is no table today for a party on its way. Instants are epoch milliseconds. */
export interface NoTableToday {
  readonly partySize: number;
  readonly from: number;
  /** Null: for the rest of the day. */
  readonly until: number | null;
  readonly zone: string;
}

/** What is said about today before the suggestions of other days. `from`: where these begin. */
export interface OtherDays {
  readonly from: number;
  readonly today: NoTableToday;
}

/** The result of checking one value: the value as understood, or why it is refused. */
export type Checked<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: Reason };

/** Wraps an accepted value. */
export const accepted = <T>(value: T): Checked<T> => ({ ok: true, value });

/** Wraps a refusal. */
export const refused = <Kind extends ReasonKind>(
  kind: Kind,
  facts: Given<ReasonFacts[Kind]>,
): { readonly ok: false; readonly reason: ReasonOf<Kind> } => ({
  ok: false,
  reason: reason(kind, facts),
});

/** What a refusal has besides its reasons. */
interface Instead {
  readonly retryAt?: number | null;
  readonly suggestions?: readonly Suggestion[];
  readonly otherDays?: OtherDays | null;
  readonly warnings?: readonly Warning[];
}

/**
 * A refusal: all reasons at once, whether waiting helps, and what would be accepted instead. Its
 * message is for the log and names the kinds; `src/words` has the sentences.
 */
export class DomainError extends Error {
  override readonly name = "DomainError";
  readonly code: ErrorCode;
  readonly reasons: readonly [Reason, ...Reason[]];
  readonly retryAt: number | null;
  readonly suggestions: readonly Suggestion[];
  readonly otherDays: OtherDays | null;
  /** What should be known before the call is made again. */
  readonly warnings: readonly Warning[];

  /** `reasons`: at least one, in the order of the checks; the error has the code of the first. */
  constructor(reasons: readonly [Reason, ...Reason[]], instead: Instead = {}) {
    super(reasons.map(({ kind }) => kind).join(", "));
    this.code = reasons[0].code;
    this.reasons = reasons;
    this.retryAt = instead.retryAt ?? null;
    this.suggestions = instead.suggestions ?? [];
    this.otherDays = instead.otherDays ?? null;
    this.warnings = instead.warnings ?? [];
  }

  /** The same refusal with these warnings. */
  with(warnings: readonly Warning[]): DomainError {
    const { reasons, retryAt, suggestions, otherDays } = this;
    return new DomainError(reasons, { retryAt, suggestions, otherDays, warnings });
  }

  get retryable(): boolean {
    return RETRYABLE.has(this.code);
  }
}

/** Throws a DomainError with all of these reasons; does nothing if there is none. */
export function refuseFor(reasons: readonly Reason[]): void {
  const [first, ...others] = reasons;
  if (first !== undefined) throw new DomainError([first, ...others]);
}

/** The settings that a reason is about, by key. */
export const placesIn = (one: Reason): readonly string[] => [
  ...("path" in one ? [one.path] : []),
  ...("keys" in one ? one.keys : []),
];

/** A refusal with a single reason. */
export const refusal = <Kind extends ReasonKind>(
  kind: Kind,
  facts: Given<ReasonFacts[Kind]>,
  instead: Instead = {},
): DomainError => new DomainError([reason(kind, facts) as Reason], instead);
