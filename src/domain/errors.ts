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

const RETRYABLE: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "RATE_LIMITED",
  "UNAVAILABLE",
  "INTERNAL",
  "TOO_EARLY",
  "HELD_FOR_WAITLIST",
]);

/**
 * A kind is `CODE`, or `CODE.name` if the code has several messages. Facts in `say` are only used to
 * write the message; answers do not contain them.
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
  WEEKDAY_MISMATCH: {
    readonly value: string;
    readonly candidates: readonly string[];
    readonly dated: string;
    readonly weekday: string;
    readonly say: { readonly verdicts: readonly DayVerdict[] };
  };
  "SETTINGS_CONFLICT.stored": {
    readonly brand: string;
    readonly say: { readonly reasons: readonly Reason[] };
  };
}
export type ReasonKind = keyof ReasonFacts;

export interface DayVerdict extends Pick<DomainError, "reasons" | "otherDays"> {
  readonly date: string;
  /** Accepted start nearest to the requested time, as a display time. Null if there is none. */
  readonly nearest: string | null;
}

export type ReasonOf<Kinds extends ReasonKind> = {
  [Kind in Kinds]: ReasonFacts[Kind] & {
    readonly kind: Kind;
    readonly code: CodeOf<Kind> & ErrorCode;
    readonly parameter?: string;
  };
}[Kinds];

/** `src/words` makes the sentence from these facts. */
export type Reason = ReasonOf<ReasonKind>;

type Given<Facts> = Facts & { readonly parameter?: string };

export const reason = <Kind extends ReasonKind>(
  kind: Kind,
  facts: Given<ReasonFacts[Kind]>,
): ReasonOf<Kind> => ({ kind, code: codeOf(kind), ...facts }) as ReasonOf<Kind>;

export interface NoStartToday {
  readonly partySize: number;
  readonly from: number;
  /** Null means until the end of the day. */
  readonly until: number | null;
  readonly zone: string;
}

/** `from` is the index of the first suggestion on another day. */
export interface OtherDays {
  readonly from: number;
  readonly today: NoStartToday;
}

export type Checked<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: Reason };

export const accepted = <T>(value: T): Checked<T> => ({ ok: true, value });

export const refused = <Kind extends ReasonKind>(
  kind: Kind,
  facts: Given<ReasonFacts[Kind]>,
): { readonly ok: false; readonly reason: ReasonOf<Kind> } => ({
  ok: false,
  reason: reason(kind, facts),
});

interface Instead {
  readonly retryAt?: number | null;
  readonly suggestions?: readonly Suggestion[];
  readonly otherDays?: OtherDays | null;
  readonly warnings?: readonly Warning[];
}

export class DomainError extends Error {
  override readonly name = "DomainError";
  readonly code: ErrorCode;
  readonly reasons: readonly [Reason, ...Reason[]];
  readonly retryAt: number | null;
  readonly suggestions: readonly Suggestion[];
  readonly otherDays: OtherDays | null;
  readonly warnings: readonly Warning[];

  constructor(reasons: readonly [Reason, ...Reason[]], instead: Instead = {}) {
    super(reasons.map(({ kind }) => kind).join(", "));
    this.code = reasons[0].code;
    this.reasons = reasons;
    this.retryAt = instead.retryAt ?? null;
    this.suggestions = instead.suggestions ?? [];
    this.otherDays = instead.otherDays ?? null;
    this.warnings = instead.warnings ?? [];
  }

  with(warnings: readonly Warning[]): DomainError {
    const { reasons, retryAt, suggestions, otherDays } = this;
    return new DomainError(reasons, { retryAt, suggestions, otherDays, warnings });
  }

  get retryable(): boolean {
    return RETRYABLE.has(this.code);
  }
}

export function refuseFor(reasons: readonly Reason[]): void {
  const [first, ...others] = reasons;
  if (first !== undefined) throw new DomainError([first, ...others]);
}

export const settingKeysOf = (one: Reason): readonly string[] => [
  ...("path" in one ? [one.path] : []),
  ...("keys" in one ? one.keys : []),
];

export const refusal = <Kind extends ReasonKind>(
  kind: Kind,
  facts: Given<ReasonFacts[Kind]>,
  instead: Instead = {},
): DomainError => new DomainError([reason(kind, facts) as Reason], instead);
