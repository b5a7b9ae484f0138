import type { Hono } from "hono";
import { methodNotAllowed } from "../errors.ts";

export interface RequestInfo {
  readonly id: string;
  /** IP address of the client, even behind a trusted proxy. */
  readonly address: string;
  /** Adds fields to the request's log line. They must not contain secrets. */
  note(fields: Record<string, unknown>): void;
}

export interface Peer {
  requestIP?(request: Request): { readonly address: string } | null;
}

export interface HttpEnv {
  Bindings: Peer;
  Variables: { info: RequestInfo };
}

/** Pass Bun's server as the second argument of `fetch`, because the server knows the clients' addresses. */
export type HttpApp = Hono<HttpEnv>;

export function get(
  app: HttpApp,
  path: string,
  answer: (request: Request) => Response | Promise<Response>,
): void {
  app.get(path, (c) => answer(c.req.raw));
  app.all(path, (c) => methodNotAllowed(c.req.method, path, ["GET", "HEAD"]));
}
