import { routePath } from "hono/route";
import { TooManyPieces } from "../auth/bounded-body.ts";
import { DomainError } from "../domain/errors.ts";
import { sayError } from "../words/render.ts";
import { createClientAddress } from "./client-address.ts";
import { countedStream } from "./counted-stream.ts";
import { refusal } from "./errors.ts";
import { HEALTH_PATHS } from "./routes/health.ts";
import { METRICS_PATH } from "./routes/metrics.ts";
import type { HttpAppOptions } from "./routes/options.ts";
import type { HttpApp, Peer } from "./routes/router.ts";
import { shownPath } from "./shown-path.ts";

/** For answers that are not pages. Pages set these headers themselves. */
const STRICTEST = {
  "Referrer-Policy": "no-referrer",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
};

/** Requested every few seconds, so logged at level debug. */
const QUIET_PATHS = [...HEALTH_PATHS, METRICS_PATH];

/** Sent as Retry-After if the database is unavailable. */
const RETRY_AFTER_S = 5;

export function observe(app: HttpApp, options: HttpAppOptions): void {
  const { origin, log, trustedProxies, counted = null, closing = () => false } = options;
  const addressOf = createClientAddress(trustedProxies);
  const secure = origin.startsWith("https:");
  app.use(async (c, next) => {
    const started = performance.now();
    const id = crypto.randomUUID();
    const fields: Record<string, unknown> = {};
    // Undefined in tests, which call the app without a server.
    const peer = (c.env as Peer | undefined)?.requestIP?.(c.req.raw);
    const address = addressOf(c.req.raw, peer?.address);
    c.set("info", { id, address, note: (more) => void Object.assign(fields, more) });
    await next();
    const streamed = counted === null ? c.res : countedStream(c.res, counted.streamOpened);
    if (streamed !== c.res) c.res = streamed;
    const { headers, status } = c.res;
    headers.set("X-Request-Id", id);
    headers.set("X-Content-Type-Options", "nosniff");
    headers.set("X-Frame-Options", "DENY");
    for (const [name, value] of Object.entries(STRICTEST)) {
      if (!headers.has(name)) headers.set(name, value);
    }
    if (secure) headers.set("Strict-Transport-Security", "max-age=31536000");
    if (closing()) headers.set("Connection", "close");
    const ms = Math.round((performance.now() - started) * 10) / 10;
    const { method, path } = c.req;
    // The query is not logged, because clients may put secrets in it.
    const shown = shownPath(path);
    const line = { requestId: id, method, path: shown, status, ms, address, ...fields };
    if (QUIET_PATHS.includes(path)) log.debug("request", line);
    else log.info("request", line);
    counted?.answered({ route: routeOf(routePath(c, -1)), method, status, ms });
  });
  app.onError((error, c) => {
    if (error.name === "AbortError" && c.req.raw.signal.aborted) return hungUp();
    if (error instanceof TooManyPieces) return refusal(413, "invalid_request", error.message);
    const requestId = c.get("info")?.id;
    if (error instanceof DomainError && error.code === "UNAVAILABLE") {
      log.warn("request_failed", { requestId, error });
      const headers = { "Retry-After": String(RETRY_AFTER_S) };
      return refusal(503, "temporarily_unavailable", sayError(error, "agent"), { headers });
    }
    log.error("request_failed", { requestId, error });
    return refusal(
      500,
      "internal",
      `Internal error. Quote request ${requestId} when you report it.`,
    );
  });
}

/** The client closed the connection while sending. Status 499 is for the log, as in nginx. */
const hungUp = (): Response => new Response(null, { status: 499 });

/** A pattern with `*` also matches paths that do not exist, so metrics count it as "other". */
const routeOf = (pattern: string): string => (pattern.includes("*") ? "other" : pattern);
