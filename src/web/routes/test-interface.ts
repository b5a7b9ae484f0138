import type { Gate } from "../../auth/gate.ts";
import { bodyTooLarge, methodNotAllowed } from "../errors.ts";
import { declaresMoreThan, withBoundedBody } from "../request-body.ts";
import type { TestInterface } from "../test-interface.ts";
import type { HttpApp } from "./router.ts";

const BODY_LIMIT = 64 * 1024;

/** /test, in test databases only, for whoever holds a key. */
export function mountTestInterface(
  app: HttpApp,
  { gate, testInterface }: { readonly gate: Gate; readonly testInterface?: TestInterface },
): void {
  for (const path of new Set(testInterface?.routes.map((route) => route.path))) {
    const routes = testInterface?.routes.filter((route) => route.path === path) ?? [];
    app.all(path, async (c) => {
      const route = routes.find((candidate) => candidate.method === c.req.method);
      const methods = routes.map((candidate) => candidate.method);
      if (route === undefined) return methodNotAllowed(c.req.method, path, methods);
      if (declaresMoreThan(c.req.raw, BODY_LIMIT)) return bodyTooLarge(BODY_LIMIT);
      const admission = await gate(c.req.raw, c.get("info").address);
      if (!admission.ok) return admission.response;
      const request = await withBoundedBody(c.req.raw, BODY_LIMIT);
      return request === null ? bodyTooLarge(BODY_LIMIT) : route.handle(request);
    });
  }
}
