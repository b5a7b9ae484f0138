import type { Clock, RandomBytes } from "../../domain/ids.ts";
import type { Log } from "../../log.ts";
import type { ClientRow } from "../../storage/oauth-client-store.ts";
import type { Stores } from "../../storage/stores.ts";
import type { Writer } from "../../storage/writer.ts";
import { errorResponse, OAuthError } from "./errors.ts";
import type { Form } from "./form.ts";
import { readForm } from "./form.ts";

export interface Lifetimes {
  readonly accessMs: number;
  readonly refreshIdleMs: number;
  /** A grant ends after this time, even if its tokens are refreshed. */
  readonly grantMs: number;
}

export interface Endpoint {
  readonly stores: Stores;
  readonly writer: Pick<Writer, "write">;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly log: Log;
  readonly issuer: string;
  readonly lifetimes: Lifetimes;
}

export type AuthenticateClient = (request: Request, form: Form) => Promise<ClientRow>;

/** All tokens are for this one resource (RFC 8707). */
export const resourceOf = (issuer: string): string => `${issuer}/mcp`;

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

export function refusal(
  endpoint: string,
  error: unknown,
  options: Pick<Endpoint, "log">,
): Response {
  if (!(error instanceof OAuthError)) throw error;
  noteRefusal(endpoint, error, options);
  return errorResponse(error);
}

export function noteRefusal(
  endpoint: string,
  { code, message, detail }: OAuthError,
  { log }: Pick<Endpoint, "log">,
): void {
  log.info("oauth_refused", { endpoint, code, reason: message, detail });
}

export const uncached = (body: object | null, status = 200): Response => {
  const headers = { "Cache-Control": "no-store", Pragma: "no-cache" };
  return body === null
    ? new Response(null, { status, headers })
    : Response.json(body, { status, headers });
};
