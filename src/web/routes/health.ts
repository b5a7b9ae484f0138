import { refusal } from "../errors.ts";
import { get, type HttpApp } from "./router.ts";

/** Whether the instance can take work; `checks` says what was looked at. */
export interface Readiness {
  readonly ready: boolean;
  readonly checks: Readonly<Record<string, boolean>>;
}

export interface HealthOptions {
  readonly ready: () => Readiness | Promise<Readiness>;
  /** What only this instance can answer to a challenge; left out where nobody needs to know. */
  readonly identify?: (challenge: string) => string;
}

/** Asked by any name (a pod's address, a load balancer's): they disclose nothing. */
export const HEALTH_PATHS: readonly string[] = ["/healthz", "/readyz"];

const HEADERS = { "Cache-Control": "no-store" };
const CHALLENGE = /^[\w-]{16,64}$/;

/** Alive, and ready for work. */
export function mountHealth(app: HttpApp, { ready, identify }: HealthOptions): void {
  get(app, "/healthz", (request) => {
    const challenge = new URL(request.url).searchParams.get("challenge");
    if (challenge === null || identify === undefined) {
      return Response.json({ status: "ok" }, { headers: HEADERS });
    }
    if (!CHALLENGE.test(challenge)) {
      return refusal(400, "invalid_request", "A challenge has 16 to 64 letters, digits, - and _.");
    }
    return Response.json({ status: "ok", proof: identify(challenge) }, { headers: HEADERS });
  });
  get(app, "/readyz", async () => {
    const { ready: isReady, checks } = await ready();
    const body = { status: isReady ? "ready" : "not_ready", checks };
    return Response.json(body, { status: isReady ? 200 : 503, headers: HEADERS });
  });
}
