import type { HttpApp } from "./routes/router.ts";

const ALLOWED_HEADERS = [
  "Authorization",
  "Content-Type",
  "Accept",
  "MCP-Protocol-Version",
  "Mcp-Method",
  "Mcp-Name",
  "Mcp-Session-Id",
  "Last-Event-ID",
  "X-Brand-Slug",
].join(", ");
const EXPOSED_HEADERS = "WWW-Authenticate, Retry-After, MCP-Protocol-Version, Mcp-Session-Id";
const MAX_AGE = "600";

/**
 * Lets pages of other origins call `path`. The handler of `path` must not read cookies: otherwise, any
 * page could act for a person who is signed in here. Does not use Hono's `cors`, which is slow because
 * it copies every response.
 */
export function openToPages(app: HttpApp, path: string, methods: readonly string[]): void {
  const allowed = methods.join(", ");
  app.use(path, async (c, next) => {
    await next();
    c.res.headers.set("Access-Control-Allow-Origin", "*");
    c.res.headers.set("Access-Control-Expose-Headers", EXPOSED_HEADERS);
  });
  app.options(
    path,
    () =>
      new Response(null, {
        status: 204,
        headers: {
          Allow: allowed,
          "Access-Control-Allow-Methods": allowed,
          "Access-Control-Allow-Headers": ALLOWED_HEADERS,
          "Access-Control-Max-Age": MAX_AGE,
        },
      }),
  );
}
