import { assetAnswer, assetPaths } from "../asset.ts";
import { AUTH_PAGE_PATHS } from "../auth-pages/auth-pages.ts";
import { NEW_RESTAURANT_PATH } from "../auth-pages/paths.ts";
import { FEED_PATH } from "../calendar-feeds.ts";
import { GUEST_PATHS } from "../guest/guest-pages.tsx";
import { homeOf } from "../host-check.ts";
import { landing } from "../landing.tsx";
import type { HttpAppOptions } from "./options.ts";
import { get, type HttpApp } from "./router.ts";

type Pages = (request: Request, address: string) => Response | Promise<Response>;

export function mountPages(app: HttpApp, options: HttpAppOptions): void {
  const { origin, version, oauth = null, dashboard } = options;
  for (const path of assetPaths()) get(app, path, assetAnswer);
  const mounted: readonly (readonly [readonly string[], Pages | undefined])[] = [
    [AUTH_PAGE_PATHS, options.authPages],
    [["/b/*"], dashboard?.answer],
    [[NEW_RESTAURANT_PATH], dashboard?.newRestaurant],
    [GUEST_PATHS, options.guestPages],
    [[FEED_PATH], options.calendarFeeds],
  ];
  for (const [paths, answer] of mounted) {
    if (answer === undefined) continue;
    for (const path of paths) app.all(path, (c) => answer(c.req.raw, c.get("info").address));
  }
  get(app, "/", (request) => {
    const isPerson = (request.headers.get("accept") ?? "").includes("text/html");
    if (isPerson && dashboard !== undefined) return dashboard.home(request);
    const facts = { origin, version, oauth: oauth !== null };
    return homeOf(request, origin) ?? landing(request, facts);
  });
}

export const isDeskPath = (path: string): boolean =>
  path.startsWith("/b/") || path === NEW_RESTAURANT_PATH;
