import { compressed } from "../compressed.ts";
import { pageHeaders } from "../page-headers.ts";
import type { shell } from "./shell.tsx";

export const DESK_HEADERS = pageHeaders(
  [
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'self'",
  ],
  "no-referrer",
);

export async function deskAnswer(
  request: Request,
  markup: ReturnType<typeof shell>,
  status = 200,
): Promise<Response> {
  return compressed(request, String(await markup), {
    status,
    headers: { ...DESK_HEADERS, "Content-Type": "text/html; charset=utf-8" },
  });
}

/** `whole`: the browser must load `location` as a new page, because it is outside the dashboard. */
export function leadTo(request: Request, location: string, { whole = false } = {}): Response {
  const byScript = request.headers.get("hx-request") === "true";
  if (whole && byScript) {
    // An automatic refresh must not leave the page, because typed text would be lost.
    if (request.headers.has("x-live")) return new Response(null, { status: 204 });
    return new Response(null, { headers: { ...DESK_HEADERS, "HX-Redirect": location } });
  }
  return new Response(null, { status: 303, headers: { ...DESK_HEADERS, Location: location } });
}
