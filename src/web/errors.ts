/** `error`: a code for programs. `description`: a sentence for people. */
export function refusal(
  status: number,
  error: string,
  description: string,
  {
    headers = {},
    ...details
  }: { headers?: Record<string, string>; [detail: string]: unknown } = {},
): Response {
  const body = { error, error_description: description, ...details };
  return Response.json(body, { status, headers: { "Cache-Control": "no-store", ...headers } });
}

/** Status 405 must name the allowed methods (RFC 9110, section 15.5.6). */
export const methodNotAllowed = (
  method: string,
  path: string,
  allowed: readonly string[],
): Response =>
  refusal(405, "method_not_allowed", `${path} accepts ${allowed.join(", ")}, not ${method}.`, {
    headers: { Allow: allowed.join(", ") },
  });

export const bodyTooLarge = (limit: number): Response =>
  refusal(413, "body_too_large", `A request body may have at most ${limit} bytes.`, { limit });
