import { type CalendarFeeds, FEED_PATH } from "../calendar-feeds.ts";
import type { HttpApp } from "./router.ts";

/** A brand's reservations for calendar programs. */
export function mountCalendarFeeds(
  app: HttpApp,
  { calendarFeeds }: { readonly calendarFeeds?: CalendarFeeds },
): void {
  if (calendarFeeds === undefined) return;
  app.all(FEED_PATH, (c) => calendarFeeds(c.req.raw, c.get("info").address));
}
