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
const EXPOSED_HEADERS = "WWW-Authenticate, Retry-After, MCP-Protocol-Version";
/** Seconds a browser may remember a preflight. */
const MAX_AGE = "600";

/**
 * Opens an answer to pages of any origin that passed the origin check. Never with credentials: no
 * cookie is read at these paths, so a page has exactly the token that it holds itself.
 */
export function openToPages(headers: Headers): void {
  headers.set("Access-Control-Allow-Origin", "*");
  headers.set("Access-Control-Expose-Headers", EXPOSED_HEADERS);
}

/** The answer to a preflight; it needs no token, browsers send none. */
export const preflight = (methods: readonly string[]): Response =>
  new Response(null, {
    status: 204,
    headers: {
      Allow: methods.join(", "),
      "Access-Control-Allow-Methods": methods.join(", "),
      "Access-Control-Allow-Headers": ALLOWED_HEADERS,
      "Access-Control-Max-Age": MAX_AGE,
    },
  });
