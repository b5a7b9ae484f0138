import { z } from "zod";
import { type DomainError, ERROR_CODES, type Suggestion } from "../../domain/errors.ts";
import { visibleIn, visibleText } from "../../domain/visible-text.ts";
import {
  publishReason,
  type Reader,
  sayError,
  sayNoTableToday,
  sayReason,
} from "../../words/render.ts";
import { suggestionShape } from "../reservation/wire.ts";

/** The `error` of a refused call. */
export const errorShape = z.strictObject({
  code: z.enum(ERROR_CODES),
  message: z.string(),
  reasons: z.array(z.looseObject({ code: z.enum(ERROR_CODES), message: z.string() })),
  retryable: z.boolean().describe("The very same call may succeed later"),
  retryAt: z.number().nullable().describe("When, epoch milliseconds, where it is known"),
  suggestions: z
    .array(suggestionShape)
    .describe("The same call with one of these as date, time and timestamp is accepted"),
});

/** A refusal as callers see it. */
export function errorBody(
  error: DomainError,
  reader: Reader = "agent",
): { error: z.infer<typeof errorShape> } {
  return {
    error: visibleIn({
      code: error.code,
      message: sayError(error, reader),
      reasons: error.reasons.map((reason) => publishReason(reason, reader)),
      retryable: error.retryable,
      retryAt: error.retryAt,
      suggestions: error.suggestions.map((suggestion) => ({ ...suggestion })),
    }),
  };
}

/** Starts as lines; their values can be passed on as they are. */
export const listed = (starts: readonly Suggestion[]): string[] =>
  starts.map(
    ({ date, time, timestamp }) => `- date "${date}", time "${time}", timestamp ${timestamp}`,
  );

/** The refusal as text, complete on its own: on errors many clients show the model nothing else. */
export function errorText(error: DomainError): string {
  const lines = error.reasons.map((reason) => `${reason.code}: ${sayReason(reason, "agent")}`);
  const today = error.otherDays?.from ?? error.suggestions.length;
  const near = error.suggestions.slice(0, today);
  if (near.length > 0) lines.push("The same call is accepted with any of these:", ...listed(near));
  if (error.otherDays !== null) {
    const others = listed(error.suggestions.slice(today));
    lines.push(
      `${sayNoTableToday(error.otherDays.today)} On another day the same call is accepted with:`,
      ...others,
    );
  }
  if (error.retryable) {
    const when = error.retryAt === null ? "" : ` from timestamp ${error.retryAt} on`;
    lines.push(`The same call may succeed later${when}; nothing was changed.`);
  }
  return visibleText(lines.join("\n"));
}
