import { ASSET_PATHS, assetAnswer } from "../dashboard/assets.ts";
import type { Dashboard } from "../dashboard/dashboard.ts";
import { NEW_RESTAURANT_PATH } from "../new-restaurant-path.ts";
import { get, type HttpApp } from "./router.ts";

/** The pages of people who are signed in, and the files that these ask for. */
export function mountDashboard(
  app: HttpApp,
  { dashboard }: { readonly dashboard?: Dashboard },
): void {
  if (dashboard === undefined) return;
  for (const path of ASSET_PATHS) get(app, path, assetAnswer);
  app.all("/b/*", (c) => dashboard.answer(c.req.raw, c.get("info").address));
  app.all(NEW_RESTAURANT_PATH, (c) => dashboard.newRestaurant(c.req.raw, c.get("info").address));
}

/** Only forms of our own pages are sent to these. */
export const isDeskPath = (path: string): boolean =>
  path.startsWith("/b/") || path === NEW_RESTAURANT_PATH;
