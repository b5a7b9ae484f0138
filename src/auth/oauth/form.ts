import { formFields, MOST_FIELDS } from "../../domain/form-fields.ts";
import { readBounded } from "../bounded-body.ts";
import { OAuthError } from "./errors.ts";

/** A parameter without a value counts as absent (RFC 6749, section 3.1). */
export interface Form {
  get(name: string): string | null;
  all(name: string): readonly string[];
  has(name: string): boolean;
  readonly entries: readonly (readonly [name: string, value: string])[];
}

export const FORM_LIMIT = 64 * 1024;
const MEDIA_TYPE = "application/x-www-form-urlencoded";
/** Parameters that may be given more than once (RFC 8707, section 2). */
const REPEATABLE: ReadonlySet<string> = new Set(["resource"]);

/** Throws OAuthError or TooManyPieces. Refuses parameters in the query, because queries are logged. */
export async function readForm(request: Request): Promise<Form> {
  if (new URL(request.url).search !== "") {
    throw new OAuthError(
      "invalid_request",
      "Parameters belong in the body of this request, never in the query of its address.",
    );
  }
  const type = (request.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
  if (type !== MEDIA_TYPE) {
    throw new OAuthError(
      "invalid_request",
      `The Content-Type is ${type === "" ? "missing" : `"${type}"`}; send ${MEDIA_TYPE}.`,
    );
  }
  const body = await readBounded(request.body, FORM_LIMIT);
  if (body === null) throw formTooLarge();
  const fields = formFields(body.toString("utf8"));
  if (fields === null) throw tooManyParameters();
  const form = formOf(fields);
  const [repeated] = repeatedIn(form);
  if (repeated !== undefined) throw repeatedParameter(repeated);
  return form;
}

export function formOf(parameters: URLSearchParams): Form {
  const entries = [...parameters].filter(([, value]) => value !== "");
  const all = (name: string): string[] =>
    entries.filter(([key]) => key === name).map(([, value]) => value);
  return {
    get: (name) => all(name)[0] ?? null,
    all,
    has: (name) => all(name).length > 0,
    entries,
  };
}

/** Parameters that are given more than once, against RFC 6749, section 3.1. */
export function repeatedIn({ entries }: Form): string[] {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const [name] of entries) {
    if (seen.has(name) && !REPEATABLE.has(name)) repeated.add(name);
    seen.add(name);
  }
  return [...repeated];
}

export const repeatedParameter = (name: string): OAuthError =>
  new OAuthError("invalid_request", `${name.slice(0, 80)} is given more than once.`);

const tooManyParameters = (): OAuthError =>
  new OAuthError("invalid_request", `The form has more than ${MOST_FIELDS} parameters.`, {
    status: 413,
  });

export const formTooLarge = (): OAuthError =>
  new OAuthError("invalid_request", `The form is larger than ${FORM_LIMIT} bytes.`, {
    status: 413,
  });
