import type { Brand } from "../../domain/settings.ts";
import { accessPages } from "./access/access-page.tsx";
import { bookPage } from "./book/book-page.tsx";
import { knownGuestsPage } from "./book/known-guests.tsx";
import { closingPage } from "./closing/closing-page.tsx";
import type { DeskPage, DeskVisit } from "./desk-visit.ts";
import { exportFile } from "./export-file.ts";
import { floorPage } from "./floor/floor-page.tsx";
import { healthPage } from "./health/health-page.tsx";
import { conversationPage } from "./messages/conversation-page.tsx";
import { messagesPage } from "./messages/messages-page.tsx";
import { monthPage } from "./month/month-page.tsx";
import { pinPage } from "./pin/pin-page.tsx";
import { printPage } from "./print/print-page.tsx";
import { reservationPage } from "./reservation/reservation-page.tsx";
import { settingsPages } from "./settings/settings-page.tsx";
import { tonightPage } from "./tonight/tonight-page.tsx";
import { waitlistPage } from "./waitlist/waitlist-page.tsx";

export const PAGES: readonly DeskPage[] = [
  tonightPage,
  floorPage,
  monthPage,
  pinPage,
  waitlistPage,
  messagesPage,
  conversationPage,
  ...settingsPages,
  ...accessPages,
  bookPage,
  knownGuestsPage,
  closingPage,
  reservationPage,
  healthPage,
  printPage,
  exportFile,
];

export function pageAt({
  url,
  brand,
}: Pick<DeskVisit, "url"> & { readonly brand: Pick<Brand, "slug"> }): {
  readonly page: DeskPage;
  readonly params: Readonly<Record<string, string>>;
} | null {
  const path = url.pathname.slice(`/b/${brand.slug}`.length).replace(/\/$/, "");
  for (const page of PAGES) {
    const params = fit(page.path, path);
    if (params !== null) return { page, params };
  }
  return null;
}

/** "/reservations/:id" and "/reservations/6afe" give { id: "6afe" }. Null if they do not match. */
function fit(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split("/");
  const given = path.split("/");
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const here = given[index] ?? "";
    if (part.startsWith(":")) params[part.slice(1)] = here;
    else if (part !== here) return null;
  }
  return params;
}
