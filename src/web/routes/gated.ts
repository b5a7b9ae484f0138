import { openToPages } from "../cors.ts";
import { bodyTooLarge, methodNotAllowed } from "../errors.ts";
import { declaresMoreThan, wholeText, withBoundedBody } from "../request-body.ts";
import type { HttpAppOptions } from "./options.ts";
import type { HttpApp } from "./router.ts";

const MCP_BODY_LIMIT = 1024 * 1024;
const TEST_BODY_LIMIT = 64 * 1024;

export function mountMcp(app: HttpApp, { gate, mcp }: HttpAppOptions): void {
  openToPages(app, "/mcp", ["POST", "OPTIONS"]);
  app.all("/mcp", async (c) => {
    const info = c.get("info");
    if (declaresMoreThan(c.req.raw, MCP_BODY_LIMIT)) return bodyTooLarge(MCP_BODY_LIMIT);
    const admission = await gate(c.req.raw, info.address);
    if (!admission.ok) return admission.response;
    info.note({ principal: admission.caller.principal });
    const body = await wholeText(c.req.raw, MCP_BODY_LIMIT);
    if (body === null) return bodyTooLarge(MCP_BODY_LIMIT);
    // Access may have been revoked while the body arrived.
    const present = await gate(c.req.raw, info.address);
    return present.ok ? mcp(c.req.raw, body, present.caller, info) : present.response;
  });
}

/** Mounts the paths of the test environment, if any. Any caller that `gate` admits may use them. */
export function mountTestInterface(app: HttpApp, { gate, testInterface }: HttpAppOptions): void {
  for (const [path, routes] of Map.groupBy(testInterface?.routes ?? [], (route) => route.path)) {
    app.all(path, async (c) => {
      const route = routes.find(({ method }) => method === c.req.method);
      const methods = routes.map(({ method }) => method);
      if (route === undefined) return methodNotAllowed(c.req.method, path, methods);
      if (declaresMoreThan(c.req.raw, TEST_BODY_LIMIT)) return bodyTooLarge(TEST_BODY_LIMIT);
      const admission = await gate(c.req.raw, c.get("info").address);
      if (!admission.ok) return admission.response;
      const request = await withBoundedBody(c.req.raw, TEST_BODY_LIMIT);
      return request === null ? bodyTooLarge(TEST_BODY_LIMIT) : route.handle(request);
    });
  }
}
