import { get, type HttpApp } from "./router.ts";

/** Whether the instance can take work; `checks` says what was looked at. */
export interface Readiness {
  readonly ready: boolean;
  readonly checks: Readonly<Record<string, boolean>>;
}

/** Asked by any name (a pod's address, a load balancer's): they disclose nothing. */
export const HEALTH_PATHS: readonly string[] = ["/healthz", "/readyz"];

/** Alive, and ready for work. */
export function mountHealth(app: HttpApp, { ready }: { readonly ready: () => Readiness }): void {
  const headers = { "Cache-Control": "no-store" };
  get(app, "/healthz", () => Response.json({ status: "ok" }, { headers }));
  get(app, "/readyz", () => {
    const { ready: isReady, checks } = ready();
    const body = { status: isReady ? "ready" : "not_ready", checks };
    return Response.json(body, { status: isReady ? 200 : 503, headers });
  });
}
