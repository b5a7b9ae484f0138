import { z } from "zod";
import { type DomainError, ERROR_CODES, type Suggestion } from "../../domain/errors.ts";
import { visibleIn, visibleText } from "../../domain/visible-text.ts";
import {
  ACCEPTED_ON_ANOTHER_DAY,
  ACCEPTED_WITH,
  coded,
  maySucceedLater,
  suggestedStart,
} from "../../words/en/agent/answers.ts";
import {
  publishReason,
  publishWarning,
  sayError,
  sayNoStartToday,
  sayReason,
} from "../../words/render.ts";
import { suggestionShape, warningShape } from "../reservation/wire.ts";

const errorShape = z.strictObject({
  code: z.enum(ERROR_CODES),
  message: z.string(),
  reasons: z.array(z.looseObject({ code: z.enum(ERROR_CODES), message: z.string() })),
  retryable: z.boolean().describe("The same call may succeed later"),
  retryAt: z
    .number()
    .nullable()
    .describe("When the same call may succeed, in epoch milliseconds; null if unknown"),
  suggestions: z
    .array(suggestionShape)
    .describe(
      "Starts that are accepted: repeat the call with the date, time and timestamp of one of them",
    ),
  warnings: z.array(warningShape).describe("What to know before making the call again"),
});

export function errorBody(error: DomainError): { error: z.infer<typeof errorShape> } {
  return {
    error: visibleIn({
      code: error.code,
      message: sayError(error, "agent"),
      reasons: error.reasons.map((reason) => publishReason(reason, "agent")),
      retryable: error.retryable,
      retryAt: error.retryAt,
      suggestions: error.suggestions.map((suggestion) => ({ ...suggestion })),
      warnings: error.warnings.map((one) => publishWarning(one, "agent")),
    }),
  };
}

export const listed = (starts: readonly Suggestion[]): string[] => starts.map(suggestedStart);

/** The whole error, because many clients show the model only this text. */
export function errorText(error: DomainError): string {
  const lines = error.reasons.map((reason) =>
    coded({ code: reason.code, message: sayReason(reason, "agent") }),
  );
  lines.push(...error.warnings.map((one) => coded(publishWarning(one, "agent"))));
  const firstOther = error.otherDays?.from ?? error.suggestions.length;
  const near = error.suggestions.slice(0, firstOther);
  if (near.length > 0) lines.push(ACCEPTED_WITH, ...listed(near));
  if (error.otherDays !== null) {
    const others = listed(error.suggestions.slice(firstOther));
    lines.push(`${sayNoStartToday(error.otherDays.today)} ${ACCEPTED_ON_ANOTHER_DAY}`, ...others);
  }
  if (error.retryable) lines.push(maySucceedLater(error.retryAt));
  return visibleText(lines.join("\n"));
}
