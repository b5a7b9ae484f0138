import { readBounded } from "../auth/bounded-body.ts";

/**
 * The request with its whole body in memory, or null when it is longer than `limit` bytes. A
 * declared length is enough to refuse; a body without one (chunked) is read no further than the
 * limit.
 */
export async function withBoundedBody(request: Request, limit: number): Promise<Request | null> {
  if (declaresMoreThan(request, limit)) return null;
  if (request.headers.has("content-length") || request.body === null) return request;
  const body = await readBounded(request.body, limit);
  if (body === null) return null;
  const { method, headers, signal, url } = request;
  return new Request(url, { method, headers, signal, body });
}

/**
 * Like `withBoundedBody`, but also waits for bodies with a declared length. Callers then look up
 * the sender, whose access may have ended while they sent it.
 */
export async function withWholeBody(request: Request, limit: number): Promise<Request | null> {
  const bounded = await withBoundedBody(request, limit);
  if (bounded === null || bounded.body === null) return bounded;
  const { method, headers, signal, url } = bounded;
  return new Request(url, { method, headers, signal, body: await bounded.arrayBuffer() });
}

/** The body as text, empty if there is none; null: too long. Cheaper than copying the request. */
export async function wholeText(request: Request, limit: number): Promise<string | null> {
  const bounded = await withBoundedBody(request, limit);
  return bounded === null ? null : await bounded.text();
}

/**
 * Whether the body is declared longer than `limit` bytes; the HTTP parser enforces what is
 * declared.
 */
export const declaresMoreThan = (request: Request, limit: number): boolean =>
  Number(request.headers.get("content-length") ?? 0) > limit;
