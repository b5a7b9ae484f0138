import type { Authority } from "../auth/authority.ts";
import { createBrowserCookies } from "../auth/browser.ts";
import { createConnectedApps } from "../auth/connected-apps.ts";
import { createCsrf } from "../auth/csrf.ts";
import type { OAuthConfig } from "../auth/oauth/index.ts";
import { type AuthPages, createAuthPages } from "./auth-pages/auth-pages.ts";
import { createDashboard, type Dashboard } from "./dashboard/dashboard.ts";
import type { DashboardParts } from "./dashboard/desk-visit.ts";
import { createShownOnce } from "./shown-once.ts";

export interface PagesOptions
  extends Omit<DashboardParts, "cookies" | "csrf" | "sessions" | "pins" | "connectedApps"> {
  readonly authority: Authority;
  readonly config: OAuthConfig;
  /** True for https and loopback. */
  readonly encrypted: boolean;
  /** 32 bytes derived from the instance secret, different for each label. */
  readonly derive: (label: string) => Uint8Array;
}

export function createPages(options: PagesOptions): {
  readonly authPages: AuthPages;
  readonly dashboard: Dashboard;
} {
  const { authority, config, encrypted, derive, environment } = options;
  const connectedApps = createConnectedApps({ ...options, replay: config });
  const cookies = createBrowserCookies({ encrypted, random: options.random });
  const csrf = createCsrf(derive("csrf"));
  const shared = { ...options, ...authority, cookies, csrf, connectedApps };
  const newCodes = createShownOnce(options.clock);
  return {
    authPages: createAuthPages({ ...shared, newCodes }, environment),
    dashboard: createDashboard(shared),
  };
}
