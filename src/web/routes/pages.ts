import { assetAnswer, assetPaths } from "../asset.ts";
import { AUTH_PAGE_PATHS, type AuthPages } from "../auth-pages/auth-pages.ts";
import { NEW_RESTAURANT_PATH } from "../auth-pages/paths.ts";
import { type CalendarFeeds, FEED_PATH } from "../calendar-feeds.ts";
import type { Dashboard } from "../dashboard/dashboard.ts";
import { GUEST_PATHS, type GuestPages } from "../guest/guest-pages.tsx";
import { get, type HttpApp } from "./router.ts";

/** Answers every method at its paths; `address` is the client's. */
type Pages = (request: Request, address: string) => Response | Promise<Response>;

/** Pages for people and the files they load, and what calendar programs read. */
export function mountPages(
  app: HttpApp,
  {
    authPages,
    dashboard,
    guestPages,
    calendarFeeds,
  }: {
    readonly authPages?: AuthPages;
    readonly dashboard?: Dashboard;
    readonly guestPages?: GuestPages;
    readonly calendarFeeds?: CalendarFeeds;
  },
): void {
  for (const path of assetPaths()) get(app, path, assetAnswer);
  const mounted: readonly (readonly [readonly string[], Pages | undefined])[] = [
    [AUTH_PAGE_PATHS, authPages],
    [["/b/*"], dashboard?.answer],
    [[NEW_RESTAURANT_PATH], dashboard?.newRestaurant],
    [GUEST_PATHS, guestPages],
    [[FEED_PATH], calendarFeeds],
  ];
  for (const [paths, answer] of mounted) {
    if (answer === undefined) continue;
    for (const path of paths) app.all(path, (c) => answer(c.req.raw, c.get("info").address));
  }
}

/** Only forms of our own pages are sent to these. */
export const isDeskPath = (path: string): boolean =>
  path.startsWith("/b/") || path === NEW_RESTAURANT_PATH;
