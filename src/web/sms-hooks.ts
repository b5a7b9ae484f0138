import type { GatewayEvent, ParsedWebhook, SmsProvider } from "../domain/sms-provider.ts";
import { bodyTooLarge, methodNotAllowed, refusal } from "./errors.ts";
import { withBoundedBody } from "./request-body.ts";
import type { HttpApp } from "./routes/router.ts";

/** What the route for gateways' webhooks needs. */
export interface SmsHooks {
  /** The configured gateway; null: none. */
  readonly gateway: SmsProvider | null;
  /**
   * Public origin without a trailing slash: signatures cover the address that the gateway called.
   */
  readonly origin: string;
  /** The shared clock, epoch milliseconds. */
  now(): number;
  /** Stores what the gateway reports. Repeated reports change nothing. */
  take(provider: string, events: readonly GatewayEvent[]): Promise<void>;
}

/** Reports and texts are short. */
const HOOK_BODY_LIMIT = 64 * 1024;

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

/**
 * Answers a gateway's request: 200 or 204 once everything in it is stored, 403 if the signature is
 * wrong, 400 if a signed request cannot be read, 404 for a gateway that is not configured. An error
 * of ours is a 500, so that the gateway tries again.
 */
async function answerHook(
  { gateway, origin, now, take }: SmsHooks,
  provider: string,
  request: Request,
): Promise<Response> {
  if (gateway?.parseWebhook === undefined || gateway.name !== provider) {
    return refusal(404, "not_found", "No gateway of this name is configured here.");
  }
  const { pathname, search } = new URL(request.url);
  const parsed = await gateway.parseWebhook({
    url: origin + pathname + search,
    headers: request.headers,
    body: new Uint8Array(await request.arrayBuffer()),
    receivedAt: now(),
  });
  if (!parsed.verified) return refused(parsed);
  await take(gateway.name, parsed.events);
  const { acknowledgement } = gateway;
  if (acknowledgement === undefined) return new Response(null, { status: 204 });
  const headers = { "Content-Type": acknowledgement.contentType, "Cache-Control": "no-store" };
  return new Response(acknowledgement.body, { headers });
}

const refused = ({ why }: Extract<ParsedWebhook, { verified: false }>): Response =>
  why === "forged"
    ? refusal(403, "invalid_signature", "The signature is missing, wrong or too old.")
    : refusal(400, "invalid_request", "The signature is right, but the body cannot be read.");
