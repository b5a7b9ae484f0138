import { Hono } from "hono";
import { formsFrom } from "./auth-pages/auth-pages.ts";
import { boundBodies } from "./body-limits.ts";
import { refusal } from "./errors.ts";
import { createHostCheck } from "./host-check.ts";
import { observe } from "./observe.ts";
import {
  mountOpenApi,
  mountWellKnown,
  RESOURCE_METADATA_PATHS,
  SERVER_METADATA_PATHS,
} from "./routes/documents.ts";
import { mountMcp, mountTestInterface } from "./routes/gated.ts";
import { HEALTH_PATHS, mountHealth } from "./routes/health.ts";
import { METRICS_PATH, mountMetrics } from "./routes/metrics.ts";
import { mountOAuth } from "./routes/oauth.ts";
import type { HttpAppOptions } from "./routes/options.ts";
import { isDeskPath, mountPages } from "./routes/pages.ts";
import type { HttpApp, HttpEnv } from "./routes/router.ts";
import { mountSession } from "./routes/session.ts";
import { mountSmsHooks } from "./sms-hooks.ts";

export type { HttpAppOptions };

/** The order matters: the first matching route answers. */
const MOUNTS: readonly ((app: HttpApp, options: HttpAppOptions) => void)[] = [
  mountMcp,
  mountTestInterface,
  mountSmsHooks,
  mountWellKnown,
  mountOAuth,
  mountSession,
  mountPages,
  mountHealth,
  mountOpenApi,
  mountMetrics,
  nothingElse,
];

export function createHttpApp(options: HttpAppOptions): HttpApp {
  const app: HttpApp = new Hono<HttpEnv>();
  observe(app, options);
  const hostCheck = createHostCheck(options);
  // If the path for metrics requires a token, it accepts any Host header.
  const anyHost = options.metrics?.token == null ? HEALTH_PATHS : [...HEALTH_PATHS, METRICS_PATH];
  app.use(async (c, next) => {
    const forms = isDeskPath(c.req.path) ? "own" : formsFrom(c.req.path);
    const refused = anyHost.includes(c.req.path) ? null : hostCheck(c.req.raw, forms);
    return refused ?? (URL.canParse(c.req.url) ? next() : noHost());
  });
  boundBodies(app);
  for (const mount of MOUNTS) mount(app, options);
  return app;
}

/** A malformed Host header makes the URL unparsable. */
const noHost = (): Response =>
  refusal(
    400,
    "invalid_request",
    "The Host header must be a host name, optionally with a port from 0 to 65535.",
  );

function nothingElse(app: HttpApp, { origin, oauth = null, testInterface }: HttpAppOptions): void {
  const paths = ["/", "/mcp", ...HEALTH_PATHS, ...RESOURCE_METADATA_PATHS];
  if (oauth !== null) paths.push(...SERVER_METADATA_PATHS);
  paths.push(...new Set(testInterface?.routes.map((route) => route.path)));
  app.notFound(() =>
    refusal(404, "not_found", `There is nothing here. The tools are at ${origin}/mcp.`, { paths }),
  );
}
