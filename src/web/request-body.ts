import { readBounded } from "../auth/bounded-body.ts";

/**
 * Null if the body is longer than `limit` bytes. Reads a body without a declared length (chunked)
 * into memory, and leaves other bodies unread.
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
 * Like `withBoundedBody`, but reads every body into memory. Callers must check the sender's rights after
 * the call, because the rights can change while the body arrives.
 */
export async function withWholeBody(request: Request, limit: number): Promise<Request | null> {
  const bounded = await withBoundedBody(request, limit);
  if (bounded === null || bounded.body === null) return bounded;
  const { method, headers, signal, url } = bounded;
  return new Request(url, { method, headers, signal, body: await bounded.arrayBuffer() });
}

/** Null if the body is too long. Cheaper than `withWholeBody`. */
export async function wholeText(request: Request, limit: number): Promise<string | null> {
  const bounded = await withBoundedBody(request, limit);
  return bounded === null ? null : await bounded.text();
}

/** The declared length is enough, because the HTTP parser cuts off a body that is longer than declared. */
export const declaresMoreThan = (request: Request, limit: number): boolean =>
  Number(request.headers.get("content-length") ?? 0) > limit;
