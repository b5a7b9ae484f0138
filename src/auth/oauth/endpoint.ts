import type { Clock, RandomBytes } from "../../domain/ids.ts";
import type { Log } from "../../log.ts";
import type { ClientRow } from "../../storage/oauth-client-store.ts";
import type { Stores } from "../../storage/stores.ts";
import type { Writer } from "../../storage/writer.ts";
import { errorResponse, OAuthError } from "./errors.ts";
import type { Form } from "./form.ts";
import { readForm } from "./form.ts";

/** Lifetimes of tokens and grants, in milliseconds. */
export interface Lifetimes {
  readonly accessMs: number;
  /** A refresh token expires after being unused for this long. */
  readonly refreshIdleMs: number;
  /** A grant ends after this time, however often it is refreshed. */
  readonly grantMs: number;
}

/** What the endpoints work on. */
export interface Endpoint {
  readonly stores: Stores;
  readonly writer: Pick<Writer, "write">;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly log: Log;
  /** The issuer: our public origin without a trailing slash. */
  readonly issuer: string;
  readonly lifetimes: Lifetimes;
}

/** Authenticates the client that sent a request. Throws OAuthError `invalid_client`. */
export type AuthenticateClient = (request: Request, form: Form) => Promise<ClientRow>;

/** The one resource that tokens are for (RFC 8707). */
export const resourceOf = (issuer: string): string => `${issuer}/mcp`;

/**
 * An endpoint that takes a form and answers JSON. Refusals are answered in the protocol's words;
 * details only go to the log.
 */
export function formEndpoint(
  name: string,
  options: Pick<Endpoint, "log">,
  answer: (request: Request, form: Form) => Promise<Response>,
): (request: Request) => Promise<Response> {
  return async (request) => {
    try {
      return await answer(request, await readForm(request));
    } catch (error) {
      return refusal(name, error, options);
    }
  };
}

/** The answer for an OAuthError, which is logged; other errors are thrown again. */
export function refusal(
  endpoint: string,
  error: unknown,
  options: Pick<Endpoint, "log">,
): Response {
  if (!(error instanceof OAuthError)) throw error;
  noteRefusal(endpoint, error, options);
  return errorResponse(error);
}

/** Logs the reason with its detail. */
export function noteRefusal(
  endpoint: string,
  { code, message, detail }: OAuthError,
  { log }: Pick<Endpoint, "log">,
): void {
  log.info("oauth_refused", { endpoint, code, reason: message, detail });
}

/** An answer that must not be cached anywhere (RFC 6749, 5.1). */
export const uncached = (body: object | null, status = 200): Response => {
  const headers = { "Cache-Control": "no-store", Pragma: "no-cache" };
  return body === null
    ? new Response(null, { status, headers })
    : Response.json(body, { status, headers });
};
