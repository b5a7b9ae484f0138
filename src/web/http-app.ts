import { Hono } from "hono";
import type { Gate } from "../auth/gate.ts";
import type { AuthorizationServer } from "../auth/oauth/index.ts";
import type { SessionEndpoint } from "../auth/session-endpoint.ts";
import type { Log } from "../log.ts";
import type { Tool } from "../operations/define.ts";
import { type AuthPages, formsFrom } from "./auth-pages/auth-pages.ts";
import { boundBodies } from "./body-limits.ts";
import type { CalendarFeeds } from "./calendar-feeds.ts";
import type { Dashboard } from "./dashboard/dashboard.ts";
import { RESOURCE_METADATA_PATHS, SERVER_METADATA_PATHS } from "./discovery.ts";
import { refusal } from "./errors.ts";
import type { GuestPages } from "./guest/guest-pages.tsx";
import { createHostCheck } from "./host-check.ts";
import type { Metrics } from "./metrics/instance-metrics.ts";
import type { OAuthLimits } from "./oauth-limits.ts";
import { observe } from "./observe.ts";
import { HEALTH_PATHS, mountHealth, type Readiness } from "./routes/health.ts";
import { mountLanding } from "./routes/landing.ts";
import { type McpHandler, mountMcp } from "./routes/mcp.ts";
import { METRICS_PATH, type MetricsPage, mountMetrics } from "./routes/metrics.ts";
import { mountOAuth } from "./routes/oauth.ts";
import { mountOpenApi } from "./routes/openapi.ts";
import { isDeskPath, mountPages } from "./routes/pages.ts";
import type { HttpApp, HttpEnv } from "./routes/router.ts";
import { mountSession } from "./routes/session.ts";
import { mountTestInterface } from "./routes/test-interface.ts";
import { mountWellKnown } from "./routes/well-known.ts";
import { mountSmsHooks, type SmsHooks } from "./sms-hooks.ts";
import type { TestInterface } from "./test-interface.ts";

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
  /** What is described at /openapi.json; left out: nothing is. */
  readonly operations?: readonly Tool[];
  readonly ready: () => Readiness | Promise<Readiness>;
  /** What only this instance can answer to a challenge. */
  readonly identify?: (challenge: string) => string;
  /** Told of every answer; null or left out: nobody counts. */
  readonly counted?: Pick<Metrics, "answered" | "streamOpened"> | null;
  /** What was counted, for those who may read it; null or left out: nobody. */
  readonly metrics?: MetricsPage | null;
  /** True once no new connection is wanted. */
  readonly closing?: () => boolean;
  readonly smsHooks: SmsHooks;
  /** Null or left out: there is no OAuth on this origin. */
  readonly oauth?: AuthorizationServer | null;
  /** Bounds for the endpoints of OAuth; null or left out: none, as in test databases. */
  readonly oauthLimits?: OAuthLimits | null;
  /** Where people sign in and decide. */
  readonly authPages?: AuthPages;
  /** Sign-in of front-of-house apps. */
  readonly session?: SessionEndpoint;
  /** The restaurant's own pages. */
  readonly dashboard?: Dashboard;
  /** The pages behind the links in texts. */
  readonly guestPages?: GuestPages;
  /** Reservations for calendar programs, behind secret addresses. */
  readonly calendarFeeds?: CalendarFeeds;
  /** Present in test databases only. */
  readonly testInterface?: TestInterface;
}

/**
 * Composes everything that is reached over HTTP: who may ask at all, then one file of routes for
 * each surface.
 */
export function createHttpApp(options: HttpAppOptions): HttpApp {
  const app: HttpApp = new Hono<HttpEnv>();
  observe(app, options);
  const hostCheck = createHostCheck(options);
  // Asked by any name; figures only where a token says who asks.
  const anyName = options.metrics?.token == null ? HEALTH_PATHS : [...HEALTH_PATHS, METRICS_PATH];
  app.use(async (c, next) => {
    const forms = isDeskPath(c.req.path) ? "own" : formsFrom(c.req.path);
    const refused = anyName.includes(c.req.path) ? null : hostCheck(c.req.raw, forms);
    return refused ?? (URL.canParse(c.req.url) ? next() : noHost());
  });
  boundBodies(app);
  mountMcp(app, options);
  mountTestInterface(app, options);
  mountSmsHooks(app, options);
  mountWellKnown(app, options);
  mountOAuth(app, options);
  mountSession(app, options);
  mountPages(app, options);
  mountHealth(app, options);
  mountOpenApi(app, options);
  mountMetrics(app, options);
  mountLanding(app, options);
  nothingElse(app, options);
  return app;
}

/** Before anybody reads the address: it was put together from what the Host header says. */
const noHost = (): Response =>
  refusal(400, "invalid_request", "The Host header is no name with a port from 0 to 65535.");

/** A path that does not exist is told which ones do. */
function nothingElse(app: HttpApp, { origin, oauth = null, testInterface }: HttpAppOptions): void {
  const paths = ["/", "/mcp", ...HEALTH_PATHS, ...RESOURCE_METADATA_PATHS];
  if (oauth !== null) paths.push(...SERVER_METADATA_PATHS);
  paths.push(...new Set(testInterface?.routes.map((route) => route.path)));
  app.notFound(() =>
    refusal(404, "not_found", `There is nothing here. The tools are at ${origin}/mcp.`, { paths }),
  );
}
