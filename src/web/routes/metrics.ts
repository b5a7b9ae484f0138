import { createHash, timingSafeEqual } from "node:crypto";
import type { Context } from "hono";
import { plainAddress } from "../client-address.ts";
import { methodNotAllowed, refusal } from "../errors.ts";
import { isLoopback } from "../host-check.ts";
import { EXPOSITION_TYPE } from "../metrics/registry.ts";
import type { HttpAppOptions } from "./options.ts";
import type { HttpApp, HttpEnv } from "./router.ts";

export const METRICS_PATH = "/metrics";

/** Headers that proxies add. A request with one of them may come from another machine. */
const OF_PROXIES = ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip"];

/**
 * Without a token, only programs on this machine get an answer, and only if the server's origin is a
 * loopback address. A public server may be behind a proxy on this machine, and all requests then seem to come
 * from this machine.
 */
export function mountMetrics(app: HttpApp, { origin, metrics = null }: HttpAppOptions): void {
  if (metrics === null) return;
  const { text, token } = metrics;
  const isPublic = !isLoopback(new URL(origin).hostname);
  const allowed = (c: Context<HttpEnv>): boolean =>
    token === null ? !isPublic && isFromHere(c) : sends(c.req.raw, token);

  app.get(METRICS_PATH, (c) => {
    if (!allowed(c)) return token === null ? notFromHere(isPublic) : unauthorized();
    const headers = { "Content-Type": EXPOSITION_TYPE, "Cache-Control": "no-store" };
    return new Response(text(), { headers });
  });
  app.all(METRICS_PATH, (c) => methodNotAllowed(c.req.method, METRICS_PATH, ["GET", "HEAD"]));
}

function isFromHere(c: Context<HttpEnv>): boolean {
  const { headers } = c.req.raw;
  if (OF_PROXIES.some((name) => headers.has(name))) return false;
  const address = plainAddress(c.env.requestIP?.(c.req.raw)?.address ?? "");
  return isLoopback(address.includes(":") ? `[${address}]` : address);
}

/** Compares hashes, because timingSafeEqual needs equal lengths. */
function sends({ headers }: Request, token: string): boolean {
  const sent = /^bearer (.+)$/i.exec(headers.get("authorization") ?? "")?.[1] ?? "";
  const hash = (value: string): Buffer => createHash("sha256").update(value).digest();
  return timingSafeEqual(hash(sent), hash(token));
}

const unauthorized = (): Response =>
  refusal(401, "invalid_token", "Send the value of MAITRED_METRICS_TOKEN as a bearer token.", {
    headers: { "WWW-Authenticate": 'Bearer realm="metrics"' },
  });

const notFromHere = (isPublic: boolean): Response =>
  refusal(
    403,
    "forbidden",
    isPublic
      ? "This server has a public origin, so metrics need a token. Set MAITRED_METRICS_TOKEN and restart."
      : "Metrics are only for programs on this machine. To allow others, set MAITRED_METRICS_TOKEN and restart.",
  );
