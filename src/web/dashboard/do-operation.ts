import { DomainError } from "../../domain/errors.ts";
import type { Operation } from "../../operations/define.ts";
import type { DeskVisit, Outcome } from "./desk-visit.ts";
import { inputOf } from "./form-input.ts";
import { doneFlash } from "./toast.tsx";

/** Carries out an operation for the person who sent its form. */
export async function doOperation(
  { desk, caller }: Pick<DeskVisit, "desk" | "caller">,
  operation: Operation,
  fields: URLSearchParams,
): Promise<Outcome> {
  try {
    const input = inputOf(operation, fields);
    const { structured } = await desk.invoke(operation, input, caller, termsOf(fields));
    return { ok: true, flash: doneFlash(operation, structured) };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { ok: false, refused: { operation: operation.name, error, typed: fields } };
  }
}

/** What a form says beside the fields of its operation. */
function termsOf(fields: URLSearchParams) {
  const shown = fields.get("revision") ?? "";
  const reason = fields.get("overrideReason");
  const wanted = reason !== null && (reason.trim() !== "" || fields.get("override") === "true");
  return {
    revision: /^\d{1,9}$/.test(shown) ? Number(shown) : null,
    override: wanted ? { reason } : null,
  };
}
