import { MIGRATIONS } from "../../../migrations/index.ts";
import type { Stores } from "../../storage/stores.ts";
import type { WriteTest } from "../../storage/write-test.ts";
import { LOOP_PATIENCE_MS } from "../dashboard/health/service-checks.ts";
import { refusal } from "../errors.ts";
import type { HttpAppOptions, Readiness } from "./options.ts";
import { get, type HttpApp } from "./router.ts";

/**
 * `schema` fails if a newer version of maitred has migrated the database. `loop` fails if this process
 * does not run its background loop, even if another process holds the lease and does the loop's work.
 */
export function createReadiness(desk: {
  readonly writeTest: WriteTest;
  readonly instance: Pick<Stores["instance"], "schemaStep">;
  readonly loopSilentMs: () => number;
  readonly accepting: () => boolean;
}): () => Promise<Readiness> {
  return async () => {
    const writer = await desk.writeTest();
    const checks = {
      accepting: desk.accepting(),
      schema: desk.instance.schemaStep() === MIGRATIONS.length,
      loop: desk.loopSilentMs() < LOOP_PATIENCE_MS,
      writer,
    };
    return { ready: Object.values(checks).every(Boolean), checks };
  };
}

/** Answered for any Host header, so that load balancers can ask. The answers contain no secrets. */
export const HEALTH_PATHS: readonly string[] = ["/healthz", "/readyz"];

const HEADERS = { "Cache-Control": "no-store" };
const CHALLENGE = /^[\w-]{16,64}$/;

/** /healthz says that the process is alive, /readyz that it can take requests. */
export function mountHealth(app: HttpApp, { ready, identify }: HttpAppOptions): void {
  get(app, "/healthz", (request) => {
    const challenge = new URL(request.url).searchParams.get("challenge");
    if (challenge === null || identify === undefined) {
      return Response.json({ status: "ok" }, { headers: HEADERS });
    }
    if (!CHALLENGE.test(challenge)) {
      return refusal(400, "invalid_request", "A challenge is 16 to 64 letters, digits, - or _.");
    }
    return Response.json({ status: "ok", proof: identify(challenge) }, { headers: HEADERS });
  });
  get(app, "/readyz", async () => {
    const { ready: isReady, checks } = await ready();
    const body = { status: isReady ? "ready" : "not_ready", checks };
    return Response.json(body, { status: isReady ? 200 : 503, headers: HEADERS });
  });
}
