import { DomainError, type Reason } from "../../src/domain/errors.ts";
import { WARNING_CODES, type Warning } from "../../src/domain/warnings.ts";
import { publishReason, publishWarning, sayError } from "../../src/words/render.ts";

/** A reason or warning as an agent gets it: code, sentence and facts. */
export function published(
  one: Reason | Warning | null | undefined,
): Record<string, unknown> & { readonly message: string } {
  if (one === null || one === undefined) throw new Error("There is no reason");
  return isWarning(one) ? publishWarning(one, "agent") : publishReason(one, "agent");
}

/** The sentence of a reason or warning for an agent. */
export const said = (one: Reason | Warning | DomainError | null | undefined): string =>
  one instanceof Error ? sayError(one, "agent") : published(one).message;

const WARNINGS: readonly string[] = WARNING_CODES;
const isWarning = (one: Reason | Warning): one is Warning => WARNINGS.includes(one.code);

/** Calls `act`, which must be refused, and returns the sentence of the refusal for an agent. */
export function refusalBy(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof DomainError) return said(error);
    throw error;
  }
  throw new Error("Nothing was refused");
}
