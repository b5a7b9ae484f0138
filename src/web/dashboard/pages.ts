import { accessPages } from "./access/access-page.tsx";
import { bookPage } from "./book/book-page.tsx";
import type { DeskPage } from "./desk-visit.ts";
import { exportFile } from "./export-file.ts";
import { healthPage } from "./health/health-page.tsx";
import { messagesPage } from "./messages/messages-page.tsx";
import { printPage } from "./print/print-page.tsx";
import { reservationPage } from "./reservation/reservation-page.tsx";
import { settingsPages } from "./settings/settings-page.tsx";
import { tonightPage } from "./tonight/tonight-page.tsx";
import { waitlistPage } from "./waitlist/waitlist-page.tsx";

/** Every page of the dashboard: one line each. The first whose path fits answers. */
export const PAGES: readonly DeskPage[] = [
  tonightPage,
  waitlistPage,
  messagesPage,
  ...settingsPages,
  ...accessPages,
  bookPage,
  reservationPage,
  healthPage,
  printPage,
  exportFile,
];
