import type { Hono } from "hono";
import { methodNotAllowed } from "../errors.ts";

/** A request, as the code behind the transport sees it. */
export interface RequestInfo {
  readonly id: string;
  /** The client's address, as seen through trusted proxies. */
  readonly address: string;
  /** Adds fields to this request's log line; never secrets. */
  note(fields: Record<string, unknown>): void;
}

/** The environment of a request: Bun's server, which knows the peer. */
export interface Peer {
  requestIP?(request: Request): { readonly address: string } | null;
}

export interface HttpEnv {
  Bindings: Peer;
  Variables: { info: RequestInfo };
}

/** The HTTP surface: `fetch(request, server)` with Bun's server as the second argument. */
export type HttpApp = Hono<HttpEnv>;

/** A path that answers GET and HEAD, and 405 to other methods. */
export function get(
  app: HttpApp,
  path: string,
  answer: (request: Request) => Response | Promise<Response>,
): void {
  app.get(path, (c) => answer(c.req.raw));
  app.all(path, (c) => methodNotAllowed(c.req.method, path, ["GET", "HEAD"]));
}
