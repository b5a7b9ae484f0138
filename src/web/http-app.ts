import { Hono } from "hono";
import type { Gate } from "../auth/gate.ts";
import type { Log } from "../log.ts";
import { RESOURCE_METADATA_PATHS } from "./discovery.ts";
import { refusal } from "./errors.ts";
import type { GuestPages } from "./guest/guest-pages.tsx";
import { createHostCheck } from "./host-check.ts";
import { observe } from "./observe.ts";
import { mountGuestPages } from "./routes/guest-pages.ts";
import { HEALTH_PATHS, mountHealth, type Readiness } from "./routes/health.ts";
import { mountLanding } from "./routes/landing.ts";
import { type McpHandler, mountMcp } from "./routes/mcp.ts";
import type { HttpApp, HttpEnv } from "./routes/router.ts";
import { mountSmsHooks } from "./routes/sms-hooks.ts";
import { mountTestInterface } from "./routes/test-interface.ts";
import { mountWellKnown } from "./routes/well-known.ts";
import type { SmsHooks } from "./sms-hooks.ts";
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
  readonly ready: () => Readiness;
  readonly smsHooks: SmsHooks;
  /** The pages behind the links in texts. */
  readonly guestPages?: GuestPages;
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
  app.use(async (c, next) => {
    if (HEALTH_PATHS.includes(c.req.path)) return next();
    return hostCheck(c.req.raw) ?? next();
  });
  mountMcp(app, options);
  mountTestInterface(app, options);
  mountSmsHooks(app, options);
  mountWellKnown(app, options);
  mountGuestPages(app, options);
  mountHealth(app, options);
  mountLanding(app, options);
  nothingElse(app, options);
  return app;
}

/** A path that does not exist is told which ones do. */
function nothingElse(app: HttpApp, { origin, testInterface }: HttpAppOptions): void {
  const paths = ["/", "/mcp", ...HEALTH_PATHS, ...RESOURCE_METADATA_PATHS];
  paths.push(...new Set(testInterface?.routes.map((route) => route.path)));
  app.notFound(() =>
    refusal(404, "not_found", `There is nothing here. The tools are at ${origin}/mcp.`, { paths }),
  );
}
