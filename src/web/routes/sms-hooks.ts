import { bodyTooLarge, methodNotAllowed } from "../errors.ts";
import { withBoundedBody } from "../request-body.ts";
import { answerHook, HOOK_BODY_LIMIT, type SmsHooks } from "../sms-hooks.ts";
import type { HttpApp } from "./router.ts";

/** /hooks/sms/:provider, where gateways report. */
export function mountSmsHooks(app: HttpApp, { smsHooks }: { readonly smsHooks: SmsHooks }): void {
  const path = "/hooks/sms/:provider";
  app.post(path, async (c) => {
    const request = await withBoundedBody(c.req.raw, HOOK_BODY_LIMIT);
    if (request === null) return bodyTooLarge(HOOK_BODY_LIMIT);
    return answerHook(smsHooks, c.req.param("provider"), request);
  });
  app.all(path, (c) => methodNotAllowed(c.req.method, c.req.path, ["POST"]));
}
