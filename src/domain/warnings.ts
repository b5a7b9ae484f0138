import { type CodeOf, codeOf } from "./kind-code.ts";
import type { WarningFacts } from "./reasons/warnings.ts";

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
  "TABLE_LOST",
  "WAITING_ENTRY_BOOKED",
] as const;
export type WarningCode = (typeof WARNING_CODES)[number];
export type WarningKind = keyof WarningFacts;

type WarningOf<Kind extends WarningKind> = WarningFacts[Kind] & {
  readonly kind: Kind;
  readonly code: CodeOf<Kind> & WarningCode;
};

export type Warning = { [Kind in WarningKind]: WarningOf<Kind> }[WarningKind];

export const warning = <Kind extends WarningKind>(
  kind: Kind,
  facts: WarningFacts[Kind],
): WarningOf<Kind> => ({ kind, code: codeOf(kind), ...facts }) as WarningOf<Kind>;
