import { DomainError } from "../../domain/errors.ts";
import { inputOf } from "../../operations/call/form-input.ts";
import type { Operation } from "../../operations/define.ts";
import type { DeskVisit, Outcome } from "./desk-visit.ts";
import { doneFlash } from "./done-flash.ts";
import { makingFor } from "./new-secrets.ts";

export async function doOperation(
  visit: Pick<DeskVisit, "desk" | "caller" | "signedIn" | "brand" | "secrets">,
  operation: Operation,
  fields: URLSearchParams,
): Promise<Outcome> {
  const { desk, caller } = visit;
  const making = makingFor(operation.name, visit);
  const terms = { ...termsOf(fields), ...(making === null ? {} : { secret: making.kept }) };
  return outcomeOf(operation, fields, async () => {
    const input = inputOf(operation, fields);
    const { structured, replayed } = await desk.invoke(operation, input, caller, terms);
    const flash = doneFlash(operation, structured);
    return { flash, next: making?.made(structured, replayed) ?? null };
  });
}

export async function outcomeOf(
  { name }: Pick<Operation, "name">,
  typed: URLSearchParams,
  write: () => Promise<Omit<Outcome & { readonly ok: true }, "ok">>,
): Promise<Outcome> {
  try {
    return { ok: true, ...(await write()) };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { ok: false, refused: { operation: name, error, typed } };
  }
}

function termsOf(fields: URLSearchParams) {
  const shown = fields.get("revision") ?? "";
  const reason = fields.get("overrideReason");
  const wanted = reason !== null && (reason.trim() !== "" || fields.get("override") === "true");
  return {
    revision: /^\d{1,9}$/.test(shown) ? Number(shown) : null,
    override: wanted ? { reason } : null,
  };
}
