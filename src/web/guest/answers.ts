import { calendarFile } from "../../domain/calendar-file.ts";
import type { ReservationView } from "../../operations/guest/guest-view.ts";
import { guestWords } from "../../words/guest.ts";
import { pageHeaders } from "../page-headers.ts";
import type { page } from "./page.tsx";
import { STYLE_SOURCE } from "./style.ts";

/**
 * The page's address is a secret, so browsers must not send it to other sites. With the stricter
 * `no-referrer`, they would send forms with `Origin: null`, which the host check refuses.
 */
const PAGE_HEADERS = pageHeaders(
  [`style-src ${STYLE_SOURCE}`, "img-src data:", "form-action 'self'"],
  "same-origin",
);

export async function pageAnswer(
  markup: ReturnType<typeof page>,
  status: number,
  headers: Record<string, string> = {},
): Promise<Response> {
  return new Response(String(await markup), {
    status,
    headers: { ...PAGE_HEADERS, "Content-Type": "text/html; charset=utf-8", ...headers },
  });
}

export const seeOther = (location: string): Response =>
  new Response(null, { status: 303, headers: { ...PAGE_HEADERS, Location: location } });

export function calendarAnswer(view: ReservationView): Response {
  const { calendar } = guestWords(view.language).pages;
  const file = calendarFile({
    uid: `${view.id}@maitred`,
    sequence: view.sequence,
    updatedAt: view.updatedAt,
    startAt: view.startAt,
    endAt: view.endAt,
    summary: calendar.summary(view.brandName, view.partySize),
    cancelled: view.status === "cancelled" || view.status === "no_show",
  });
  const headers = {
    ...PAGE_HEADERS,
    "Content-Type": "text/calendar; charset=utf-8",
    "Content-Disposition": `attachment; filename="${calendar.file}"`,
  };
  return new Response(file, { headers });
}
