import { formFields, MOST_FIELDS } from "../domain/form-fields.ts";
import { withBoundedBody, withWholeBody } from "./request-body.ts";

/** A percent-encoded note of 4,000 characters takes up to 36 KB. */
const FORM_LIMIT_BYTES = 256 * 1024;

export const UNREADABLE_FORM =
  `This form is not from one of our pages, or it is larger than ${FORM_LIMIT_BYTES / 1024} KB or has more than ${MOST_FIELDS} fields. ` +
  "Nothing was done. Go back, reload the page and try again.";

/**
 * Reads the whole form into memory. Look up the sender only afterwards, because the sender may lose a
 * role while the form arrives. A form that is too long is dropped, so that `formOf` returns null.
 */
export async function wholeRequest(request: Request): Promise<Request> {
  if (request.method !== "POST") return request;
  const whole = await withWholeBody(request, FORM_LIMIT_BYTES);
  if (whole !== null) return whole;
  const { url, signal } = request;
  return new Request(url, { method: "POST", headers: withoutBody(request.headers), signal });
}

function withoutBody(given: Headers): Headers {
  const headers = new Headers(given);
  for (const name of ["content-length", "content-type"]) headers.delete(name);
  return headers;
}

/** Null if the body is too long, has too many fields or is not a form. */
export async function formOf({
  request,
}: {
  readonly request: Request;
}): Promise<URLSearchParams | null> {
  const bounded = await withBoundedBody(request, FORM_LIMIT_BYTES);
  const type = request.headers.get("content-type") ?? "";
  if (bounded === null || !type.startsWith("application/x-www-form-urlencoded")) return null;
  return formFields(await bounded.text());
}
