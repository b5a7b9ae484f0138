import type { Gate } from "../../auth/gate.ts";
import type { Caller } from "../../domain/caller.ts";
import { openToPages } from "../cors.ts";
import { bodyTooLarge } from "../errors.ts";
import { declaresMoreThan, withWholeBody } from "../request-body.ts";
import type { HttpApp, RequestInfo } from "./router.ts";

/** Answers a request at /mcp whose caller is known. */
export type McpHandler = (request: Request, caller: Caller, info: RequestInfo) => Promise<Response>;

const BODY_LIMIT = 1024 * 1024;

/** /mcp, in this order: CORS, body limit, gate, body, gate again, protocol. */
export function mountMcp(
  app: HttpApp,
  { gate, mcp }: { readonly gate: Gate; readonly mcp: McpHandler },
): void {
  openToPages(app, "/mcp", ["POST", "OPTIONS"]);
  app.all("/mcp", async (c) => {
    const info = c.get("info");
    if (declaresMoreThan(c.req.raw, BODY_LIMIT)) return bodyTooLarge(BODY_LIMIT);
    const admission = await gate(c.req.raw, info.address);
    if (!admission.ok) return admission.response;
    info.note({ principal: admission.caller.principal });
    const request = await withWholeBody(c.req.raw, BODY_LIMIT);
    if (request === null) return bodyTooLarge(BODY_LIMIT);
    // What let them in may have been taken back while they sent the rest.
    const present = await gate(request, info.address);
    return present.ok ? mcp(request, present.caller, info) : present.response;
  });
}
