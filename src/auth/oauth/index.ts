import type { AuthorizeOutcome } from "./authorize.ts";
import type { Consent } from "./consent.ts";

/**
 * The authorization server, endpoint by endpoint. Handlers take a web `Request` and answer a web
 * `Response`; limits by address and cookies are the transport's.
 */
export interface AuthorizationServer {
  /** RFC 8414. */
  metadata(): Promise<object>;
  /** RFC 7517: the public keys that sign sessions and metadata. */
  jwks(): object;
  /** RFC 9728. */
  resourceMetadata(): Promise<object>;
  /** GET (and POST with a form) of /authorize; `browserHash`: SHA-256 of the browser's secret. */
  authorize(request: Request, browserHash: string): Promise<AuthorizeOutcome>;
  readonly consent: Consent;
  token(request: Request): Promise<Response>;
  /** RFC 7591; `address` is the client's, for limits. */
  register(request: Request, address: string): Promise<Response>;
  /** RFC 7592: GET, PUT, DELETE of /register/:id. */
  registration(request: Request, clientId: string): Promise<Response>;
  /** RFC 7009. */
  revoke(request: Request): Promise<Response>;
  /** RFC 7662. */
  introspect(request: Request): Promise<Response>;
  /** RFC 9126. */
  pushedRequest(request: Request): Promise<Response>;
}
