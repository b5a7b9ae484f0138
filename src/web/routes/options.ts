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

export interface HttpAppOptions {
  /** Public origin without a trailing slash. */
  readonly origin: string;
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins: readonly string[];
  readonly trustedProxies: readonly string[];
  readonly version: string;
  readonly log: Log;
  readonly gate: Gate;
  readonly mcp: McpHandler;
  readonly operations?: readonly Tool[];
  readonly ready: () => Readiness | Promise<Readiness>;
  /** Computes the proof that /healthz returns for a challenge. Only this instance can compute it. */
  readonly identify?: (challenge: string) => string;
  readonly counted?: Pick<Metrics, "answered" | "streamOpened"> | null;
  readonly metrics?: MetricsPage | null;
  readonly closing?: () => boolean;
  readonly smsHooks: SmsHooks;
  readonly oauth?: AuthorizationServer | null;
  /** Null in test databases. */
  readonly oauthLimits?: OAuthLimits | null;
  readonly authPages?: AuthPages;
  readonly session?: SessionEndpoint;
  readonly dashboard?: Dashboard;
  readonly guestPages?: GuestPages;
  readonly calendarFeeds?: CalendarFeeds;
  /** Only in test databases. */
  readonly testInterface?: TestInterface;
}

export type McpHandler = (
  request: Request,
  body: string,
  caller: Caller,
  info: RequestInfo,
) => Promise<Response>;

export interface Readiness {
  readonly ready: boolean;
  readonly checks: Readonly<Record<string, boolean>>;
}

export interface MetricsPage {
  readonly text: () => string;
  /** Null if only programs on this machine may read the metrics. */
  readonly token: string | null;
}
