import type { Hono } from "hono";
import { methodNotAllowed } from "../errors.ts";

export interface RequestInfo {
  readonly id: string;
  /** The client's address, seen through trusted proxies. */
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

/** Call `fetch(request, server)` with Bun's server. */
export type HttpApp = Hono<HttpEnv>;

/** Answers GET and HEAD; other methods get 405. */
export function get(
  app: HttpApp,
  path: string,
  answer: (request: Request) => Response | Promise<Response>,
): void {
  app.get(path, (c) => answer(c.req.raw));
  app.all(path, (c) => methodNotAllowed(c.req.method, path, ["GET", "HEAD"]));
}
