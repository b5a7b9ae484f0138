import type { Seat } from "../domain/admission/tables.ts";
import type { AuditRow } from "../domain/audit.ts";
import type { DomainError, ErrorCode, Reason } from "../domain/errors.ts";
import { codeOf } from "../domain/kind-code.ts";
import type { Skip } from "../domain/reasons/waitlist.ts";
import type { Warning, WarningCode } from "../domain/warnings.ts";
import type { ReasonSentences, Sentence, WarningSentences } from "./catalogue.ts";
import { reasons as agentReasons } from "./en/agent/reasons.ts";
import { refusedMove } from "./en/agent/reservation.ts";
import { warnings as agentWarnings } from "./en/agent/warnings.ts";
import { COMPROMISED } from "./en/both/access.ts";
import { mistakeOf, noStartToday } from "./en/both/input.ts";
import { tableNamed, whyTable } from "./en/both/seating.ts";
import { skips } from "./en/both/skips.ts";
import { reasons as hostReasons } from "./en/host/reasons.ts";
import { warnings as hostWarnings } from "./en/host/warnings.ts";
import { must, quoted } from "./en/phrases.ts";

/** "agent": callers of tools and users of the command line. "host": users of pages. */
export type Reader = "agent" | "host";

const REASONS: Readonly<Record<Reader, ReasonSentences>> = {
  agent: agentReasons,
  host: hostReasons,
};
const WARNINGS: Readonly<Record<Reader, WarningSentences>> = {
  agent: agentWarnings,
  host: hostWarnings,
};

export function sayReason(reason: Reason, reader: Reader): string {
  const sentenceOf = (one: Reason): string => sayReason(one, reader);
  return filled(REASONS[reader][reason.kind] as Sentence<Reason>, reason, sentenceOf);
}

export function sayBesideField(reason: Reason): string {
  if (reason.kind === "INVALID_INPUT.parameter") return `M${must(reason.say.expected).slice(1)}.`;
  if (reason.kind === "INVALID_INPUT.value" && reason.say.value !== undefined) {
    return `Must be ${reason.expected}, not ${quoted(reason.say.value)}.`;
  }
  return sayReason(reason, "host");
}

export const sayWarning = (warning: Warning, reader: Reader): string =>
  filled(WARNINGS[reader][warning.kind] as Sentence<Warning>, warning, sayNothing);

/** If the error suggests other days, adds that no start is free today. */
export const sayError = (
  { reasons, otherDays }: Pick<DomainError, "reasons" | "otherDays">,
  reader: Reader,
): string =>
  [
    ...reasons.map((one) => sayReason(one, reader)),
    ...(otherDays === null ? [] : [noStartToday(otherDays.today)]),
  ].join(" ");

/** Gives hosts no reason for a table that they chose or kept, because they know the reason. */
export const sayWhyTable = ({ why, name, moves }: Seat, covers: number, reader: Reader): string =>
  reader === "host" && (why.kind === "chosen" || why.kind === "kept")
    ? tableNamed(name)
    : whyTable(why, name, covers, moves.length);

export { type NotTold, notTold as sayNotTold } from "./en/agent/texts.ts";
export { noStartToday as sayNoStartToday } from "./en/both/input.ts";
export {
  noTables as sayNoTables,
  tablesGiven as sayTablesGiven,
} from "./en/both/seating.ts";
export { shutOut as sayShutOut } from "./en/both/settings.ts";

export type Published<Code> = { code: Code; message: string; [fact: string]: unknown };

export const publishReason = (reason: Reason, reader: Reader): Published<ErrorCode> => ({
  ...publish(reason, sayReason(reason, reader)),
  ...factsInWords(reason),
});

function factsInWords(reason: Reason): object {
  switch (reason.kind) {
    case "INVALID_INPUT.parameter":
      return { expected: must(reason.say.expected).replace(/^must (?:be )?/, "") };
    case "INVALID_TRANSITION.reservation":
      return refusedMove(reason.say);
    case "TIMESTAMP_MISMATCH":
    case "TIMESTAMP_MISMATCH.alone":
      return { cause: mistakeOf(reason) };
    default:
      return {};
  }
}

export function publishPassedOver(
  why: Reason | Skip,
  reader: Reader,
): { readonly code: string; readonly message: string } {
  const sentence = (skips as Partial<Record<string, Sentence<Reason | Skip>>>)[why.kind];
  const code = "code" in why ? why.code : codeOf(why.kind);
  if (sentence !== undefined) return { code, message: filled(sentence, why, sayNothing) };
  return { code, message: sayReason(why as Reason, reader) };
}

/** Whether an imported reason is of a known kind and has the facts for its sentence. */
export function canSayPassedOver(why: { readonly kind: string }): boolean {
  try {
    return typeof publishPassedOver(why as Reason | Skip, "agent").message === "string";
  } catch {
    return false;
  }
}

/** The reason that a person typed, or else why the system acted. Null: neither is known. */
export function sayWhy({ reason, after }: Pick<AuditRow, "reason" | "after">): string | null {
  const { because } = after as { readonly because?: keyof typeof COMPROMISED };
  return reason ?? (because === undefined ? null : COMPROMISED[because]);
}

export const publishWarning = (warning: Warning, reader: Reader): Published<WarningCode> =>
  publish(warning, sayWarning(warning, reader));

/** Facts in `say` are not published. */
function publish<Code>(
  one: { readonly kind: string; readonly code: Code },
  message: string,
): Published<Code> {
  const { kind: _kind, say: _say, code, ...facts } = one as typeof one & { say?: unknown };
  return { code, message, ...facts };
}

/** Warnings and skips never quote a reason in their sentences, so nothing calls this. */
const sayNothing = (): string => "";

const filled = <Facts>(
  sentence: Sentence<Facts>,
  facts: Facts,
  sentenceOf: (reason: Reason) => string,
): string => (typeof sentence === "string" ? sentence : sentence(facts, sentenceOf));
