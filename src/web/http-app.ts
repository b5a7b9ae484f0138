import { Hono } from "hono";
import type { Gate } from "../auth/gate.ts";
import type { Caller } from "../domain/caller.ts";
import type { Log } from "../log.ts";
import { createClientAddress } from "./client-address.ts";
import { openToPages, preflight } from "./cors.ts";
import { RESOURCE_METADATA_PATHS, resourceMetadata } from "./discovery.ts";
import { bodyTooLarge, methodNotAllowed, refusal } from "./errors.ts";
import { GUEST_PATHS, type GuestPages, withoutToken } from "./guest/guest-pages.tsx";
import { createHostCheck, isLoopback } from "./host-check.ts";
import { landing } from "./landing.ts";
import { declaresMoreThan, withBoundedBody } from "./request-body.ts";
import { answerHook, HOOK_BODY_LIMIT, type SmsHooks } from "./sms-hooks.ts";
import type { TestInterface } from "./test-interface.ts";

/** One request as the rooms behind the transport see it. */
export interface RequestInfo {
  readonly id: string;
  /** The client's address, trusted proxies looked through. */
  readonly address: string;
  /** Adds fields to this request's log line; never secrets. */
  note(fields: Record<string, unknown>): void;
}

/** Answers a request at /mcp whose caller is known. */
export type McpHandler = (request: Request, caller: Caller, info: RequestInfo) => Promise<Response>;

/** Whether the instance can take work; `checks` says what was looked at. */
export interface Readiness {
  readonly ready: boolean;
  readonly checks: Readonly<Record<string, boolean>>;
}

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

/** The environment of a request: Bun's server, which knows the peer. */
interface Peer {
  requestIP?(request: Request): { readonly address: string } | null;
}
interface Env {
  Bindings: Peer;
  Variables: { info: RequestInfo };
}
/** The HTTP surface: `fetch(request, server)` with Bun's server as the second argument. */
export type HttpApp = Hono<Env>;

const MCP_BODY_LIMIT = 1024 * 1024;
const TEST_BODY_LIMIT = 64 * 1024;
/** For whatever sets no policy of its own: nothing here is a page that loads or leads anywhere. */
const STRICTEST = {
  "Referrer-Policy": "no-referrer",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
};
const HEALTH_PATHS = ["/healthz", "/readyz"];

/**
 * Composes everything that is reached over HTTP. Order at /mcp: host, CORS, body limit, gate,
 * protocol.
 */
export function createHttpApp(options: HttpAppOptions): HttpApp {
  const { origin, gate } = options;
  const app: HttpApp = new Hono<Env>();
  const hostCheck = createHostCheck(options);
  observe(app, options);

  // Health checks come by any name (a pod's address, a load balancer's) and disclose nothing.
  app.use(async (c, next) => {
    if (HEALTH_PATHS.includes(c.req.path)) return next();
    return hostCheck(c.req.raw) ?? next();
  });

  const openPaths = ["/mcp", ...RESOURCE_METADATA_PATHS];
  for (const path of openPaths) {
    const methods = path === "/mcp" ? ["POST", "OPTIONS"] : ["GET", "HEAD", "OPTIONS"];
    app.use(path, async (c, next) => {
      await next();
      openToPages(c.res.headers);
    });
    app.options(path, () => preflight(methods));
  }

  app.all("/mcp", async (c) => {
    const info = c.get("info");
    if (declaresMoreThan(c.req.raw, MCP_BODY_LIMIT)) return bodyTooLarge(MCP_BODY_LIMIT);
    const admission = gate(c.req.raw, info.address);
    if (!admission.ok) return admission.response;
    info.note({ principal: admission.caller.principal });
    const request = await withBoundedBody(c.req.raw, MCP_BODY_LIMIT);
    if (request === null) return bodyTooLarge(MCP_BODY_LIMIT);
    return options.mcp(request, admission.caller, info);
  });

  mountTestInterface(app, options);
  mountSmsHooks(app, options);
  for (const path of RESOURCE_METADATA_PATHS) {
    get(app, path, () =>
      Response.json(resourceMetadata(origin), { headers: { "Cache-Control": "max-age=300" } }),
    );
  }
  mountGuestPages(app, options);
  mountHealth(app, options);
  mountPages(app, options);
  return app;
}

/**
 * Request ids, security headers, one log line for each request, and answers for what went wrong.
 */
function observe(
  app: HttpApp,
  { origin, log, trustedProxies, testInterface }: HttpAppOptions,
): void {
  const addressOf = createClientAddress(trustedProxies);
  const secure = origin.startsWith("https:");
  app.use(async (c, next) => {
    const started = performance.now();
    const id = crypto.randomUUID();
    const fields: Record<string, unknown> = {};
    // Called without a server, as tests may, there is no environment at all.
    const peer = (c.env as Peer | undefined)?.requestIP?.(c.req.raw);
    const address = addressOf(c.req.raw, peer?.address);
    c.set("info", { id, address, note: (more) => void Object.assign(fields, more) });
    await next();
    const { headers, status } = c.res;
    headers.set("X-Request-Id", id);
    headers.set("X-Content-Type-Options", "nosniff");
    headers.set("X-Frame-Options", "DENY");
    for (const [name, value] of Object.entries(STRICTEST)) {
      if (!headers.has(name)) headers.set(name, value);
    }
    if (secure) headers.set("Strict-Transport-Security", "max-age=31536000");
    const ms = Math.round((performance.now() - started) * 10) / 10;
    const { method, path } = c.req;
    // The path alone, without a guest's token: a query may hold what a client should never have put
    // there.
    const line = {
      requestId: id,
      method,
      path: withoutToken(path),
      status,
      ms,
      address,
      ...fields,
    };
    if (HEALTH_PATHS.includes(path)) log.debug("request", line);
    else log.info("request", line);
  });
  app.onError((error, c) => {
    const requestId = c.get("info")?.id;
    log.error("request_failed", { requestId, error });
    return refusal(
      500,
      "internal",
      `Internal error. Quote request ${requestId} when you report it.`,
    );
  });
  const paths = ["/", "/mcp", ...HEALTH_PATHS, ...RESOURCE_METADATA_PATHS];
  paths.push(...new Set(testInterface?.routes.map((route) => route.path)));
  app.notFound(() =>
    refusal(404, "not_found", `There is nothing here. The tools are at ${origin}/mcp.`, { paths }),
  );
}

function mountTestInterface(app: HttpApp, { gate, testInterface }: HttpAppOptions): void {
  for (const path of new Set(testInterface?.routes.map((route) => route.path))) {
    const routes = testInterface?.routes.filter((route) => route.path === path) ?? [];
    app.all(path, async (c) => {
      const route = routes.find((candidate) => candidate.method === c.req.method);
      const methods = routes.map((candidate) => candidate.method);
      if (route === undefined) return methodNotAllowed(c.req.method, path, methods);
      if (declaresMoreThan(c.req.raw, TEST_BODY_LIMIT)) return bodyTooLarge(TEST_BODY_LIMIT);
      const admission = gate(c.req.raw, c.get("info").address);
      if (!admission.ok) return admission.response;
      const request = await withBoundedBody(c.req.raw, TEST_BODY_LIMIT);
      return request === null ? bodyTooLarge(TEST_BODY_LIMIT) : route.handle(request);
    });
  }
}

function mountSmsHooks(app: HttpApp, { smsHooks }: HttpAppOptions): void {
  const path = "/hooks/sms/:provider";
  app.post(path, async (c) => {
    if (declaresMoreThan(c.req.raw, HOOK_BODY_LIMIT)) return bodyTooLarge(HOOK_BODY_LIMIT);
    const request = await withBoundedBody(c.req.raw, HOOK_BODY_LIMIT);
    if (request === null) return bodyTooLarge(HOOK_BODY_LIMIT);
    return answerHook(smsHooks, c.req.param("provider"), request);
  });
  app.all(path, (c) => methodNotAllowed(c.req.method, c.req.path, ["POST"]));
}

function mountGuestPages(app: HttpApp, { guestPages }: HttpAppOptions): void {
  if (guestPages === undefined) return;
  for (const path of GUEST_PATHS) {
    app.all(path, (c) => guestPages(c.req.raw, c.get("info").address));
  }
}

function mountHealth(app: HttpApp, { ready }: HttpAppOptions): void {
  const headers = { "Cache-Control": "no-store" };
  get(app, "/healthz", () => Response.json({ status: "ok" }, { headers }));
  get(app, "/readyz", () => {
    const { ready: isReady, checks } = ready();
    const body = { status: isReady ? "ready" : "not_ready", checks };
    return Response.json(body, { status: isReady ? 200 : 503, headers });
  });
}

function mountPages(app: HttpApp, { origin, version }: HttpAppOptions): void {
  const home = new URL(origin).hostname;
  get(app, "/", (request) => {
    const url = new URL(request.url);
    // Another loopback name is another site to a browser: one name keeps cookies and links
    // together. Only where the origin is loopback itself: a proxy may call us 127.0.0.1 on behalf
    // of any name.
    if (isLoopback(home) && url.hostname !== home && isLoopback(url.hostname)) {
      const headers = { Location: origin + url.pathname + url.search };
      return new Response(null, { status: 308, headers });
    }
    return landing(request, origin, version);
  });
}

/** A path that answers GET and HEAD, and 405 to all else. */
function get(app: HttpApp, path: string, answer: (request: Request) => Response): void {
  app.get(path, (c) => answer(c.req.raw));
  app.all(path, (c) => methodNotAllowed(c.req.method, path, ["GET", "HEAD"]));
}
