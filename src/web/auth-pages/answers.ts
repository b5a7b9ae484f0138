import { pageHeaders } from "../page-headers.ts";
import { type Content, page } from "./page.tsx";

/** No `form-action`: it would make browsers block the redirect from the consent form to the app. */
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

/** The answer to HEAD for a page whose GET changes data. */
export const headAnswer = (): Response => new Response(null, { headers: PAGE_HEADERS });

export const seeOther = (location: string, cookie?: string): Response =>
  new Response(null, {
    status: 303,
    headers: {
      ...PAGE_HEADERS,
      Location: location,
      ...(cookie === undefined ? {} : { "Set-Cookie": cookie }),
    },
  });
