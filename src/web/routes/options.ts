import type { Gate } from "../../auth/gate.ts";
import type { AuthorizationServer } from "../../auth/oauth/index.ts";
import type { SessionEndpoint } from "../../auth/session-endpoint.ts";
import type { Caller } from "../../domain/caller.ts";
import type { Log } from "../../log.ts";
import type { Tool } from "../../operations/define.ts";
import type { AuthPages } from "../auth-pages/auth-pages.ts";
import type { CalendarFeeds } from "../calendar-feeds.ts";
import type { Dashboard } from "../dashboard/dashboard.ts";
import type { GuestPages } from "../guest/guest-pages.tsx";
import type { Metrics } from "../metrics/instance-metrics.ts";
import type { OAuthLimits } from "../oauth-limits.ts";
import type { SmsHooks } from "../sms-hooks.ts";
import type { TestInterface } from "../test-interface.ts";
import type { RequestInfo } from "./router.ts";

/** What is served over HTTP. Parts that are left out are not mounted. */
export interface HttpAppOptions {
  /** Public origin without a trailing slash; the only source of absolute addresses. */
  readonly origin: string;
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins: readonly string[];
  readonly trustedProxies: readonly string[];
  readonly version: string;
  readonly log: Log;
  readonly gate: Gate;
  readonly mcp: McpHandler;
  /** Described at /openapi.json. */
  readonly operations?: readonly Tool[];
  readonly ready: () => Readiness | Promise<Readiness>;
  /** Answers a challenge as only this instance can. */
  readonly identify?: (challenge: string) => string;
  /** Counts every answer. */
  readonly counted?: Pick<Metrics, "answered" | "streamOpened"> | null;
  readonly metrics?: MetricsPage | null;
  /** True once the server is being stopped. */
  readonly closing?: () => boolean;
  readonly smsHooks: SmsHooks;
  readonly oauth?: AuthorizationServer | null;
  /** Rate limits of the OAuth endpoints; none in test databases. */
  readonly oauthLimits?: OAuthLimits | null;
  /** Where people sign in and decide. */
  readonly authPages?: AuthPages;
  /** Sign-in of front-of-house apps. */
  readonly session?: SessionEndpoint;
  readonly dashboard?: Dashboard;
  /** The pages behind the links in texts. */
  readonly guestPages?: GuestPages;
  readonly calendarFeeds?: CalendarFeeds;
  /** In test databases only. */
  readonly testInterface?: TestInterface;
}

/** Answers a request at /mcp whose caller is known. */
export type McpHandler = (
  request: Request,
  body: string,
  caller: Caller,
  info: RequestInfo,
) => Promise<Response>;

/** Whether the instance can take work; `checks`: the result of each check. */
export interface Readiness {
  readonly ready: boolean;
  readonly checks: Readonly<Record<string, boolean>>;
}

/** What is served at `/metrics`, and to whom. */
export interface MetricsPage {
  readonly text: () => string;
  /** The token that a scraper must send; null: it must run on this machine. */
  readonly token: string | null;
}
