import { isLoopback } from "./host-check.ts";

/**
 * Where a page lives when it was asked for by another loopback name; null: here. Another loopback
 * name is another site to a browser: one name keeps cookies and links together. Only where the
 * origin is loopback itself: a proxy may call us 127.0.0.1 on behalf of any name.
 */
export function homeOf(request: Request, origin: string): Response | null {
  const home = new URL(origin).hostname;
  const { hostname, pathname, search } = new URL(request.url);
  if (!isLoopback(home) || hostname === home || !isLoopback(hostname)) return null;
  return new Response(null, { status: 308, headers: { Location: origin + pathname + search } });
}
