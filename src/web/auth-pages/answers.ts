import { pageHeaders } from "../page-headers.ts";
import { type Content, page } from "./page.tsx";

/**
 * No `form-action`: browsers apply it to the whole redirect chain after a form, and the last
 * redirect leads to an app.
 */
const PAGE_HEADERS = pageHeaders(["style-src 'self'", "img-src data:"], "no-referrer");

export async function pageAnswer({
  status = 200,
  headers = {},
  ...content
}: Content & {
  readonly status?: number;
  readonly headers?: Record<string, string>;
}): Promise<Response> {
  return new Response(String(await page(content)), {
    status,
    headers: { ...PAGE_HEADERS, "Content-Type": "text/html; charset=utf-8", ...headers },
  });
}

/** Answers HEAD for a page that changes something when it is shown. */
export const lookAhead = (): Response => new Response(null, { headers: PAGE_HEADERS });

/** RFC 9110, section 15.4.4. */
export const seeOther = (location: string, cookie?: string): Response =>
  new Response(null, {
    status: 303,
    headers: {
      ...PAGE_HEADERS,
      Location: location,
      ...(cookie === undefined ? {} : { "Set-Cookie": cookie }),
    },
  });
