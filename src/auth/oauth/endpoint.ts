import type { Clock, RandomBytes } from "../../domain/ids.ts";
import type { Log } from "../../log.ts";
import type { ClientRow } from "../../storage/oauth-client-store.ts";
import type { Stores } from "../../storage/stores.ts";
import type { Writer } from "../../storage/writer.ts";
import { errorResponse, OAuthError } from "./errors.ts";
import type { Form } from "./form.ts";
import { readForm } from "./form.ts";

/** How long what is issued lives, in milliseconds. */
export interface Lifetimes {
  readonly accessMs: number;
  /** A refresh token that is not used for so long has expired. */
  readonly refreshIdleMs: number;
  /** Nothing of a grant outlives this, however often it is refreshed. */
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

/**
 * Who is at the endpoint, by the method its registration names; throws OAuthError `invalid_client`.
 */
export type AuthenticateClient = (request: Request, form: Form) => Promise<ClientRow>;

/** The one resource that tokens are for (RFC 8707). */
export const resourceOf = (issuer: string): string => `${issuer}/mcp`;

/**
 * An endpoint that takes a form and answers JSON. Refusals go out in the protocol's words; their
 * detail stays in the log.
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

/** A refusal as the answer of an endpoint; anything else is thrown on. */
export function refusal(
  endpoint: string,
  error: unknown,
  options: Pick<Endpoint, "log">,
): Response {
  if (!(error instanceof OAuthError)) throw error;
  noteRefusal(endpoint, error, options);
  return errorResponse(error);
}

/** Tells the log why, detail included. */
export function noteRefusal(
  endpoint: string,
  { code, message, detail }: OAuthError,
  { log }: Pick<Endpoint, "log">,
): void {
  log.info("oauth_refused", { endpoint, code, reason: message, detail });
}

/** An answer of an endpoint that must never be kept by anybody in between (RFC 6749, 5.1). */
export const uncached = (body: object | null, status = 200): Response => {
  const headers = { "Cache-Control": "no-store", Pragma: "no-cache" };
  return body === null
    ? new Response(null, { status, headers })
    : Response.json(body, { status, headers });
};
