import type { GatewayEvent, ParsedWebhook, SmsProvider } from "../domain/sms-provider.ts";
import { bodyTooLarge, methodNotAllowed, refusal } from "./errors.ts";
import { withBoundedBody } from "./request-body.ts";
import type { HttpApp } from "./routes/router.ts";

export interface SmsHooks {
  /** Null if no gateway is configured. */
  readonly gateway: SmsProvider | null;
  /** Public origin without a trailing slash. Part of the address that gateways sign. */
  readonly origin: string;
  /** Epoch milliseconds. */
  now(): number;
  /**
   * Stores delivery reports and texts from phones. A gateway may send the same event twice; the repeat must
   * change nothing.
   */
  take(provider: string, events: readonly GatewayEvent[]): Promise<void>;
}

const BODY_LIMIT_BYTES = 64 * 1024;

export function mountSmsHooks(app: HttpApp, { smsHooks }: { readonly smsHooks: SmsHooks }): void {
  const path = "/hooks/sms/:provider";
  app.post(path, async (c) => {
    const request = await withBoundedBody(c.req.raw, BODY_LIMIT_BYTES);
    if (request === null) return bodyTooLarge(BODY_LIMIT_BYTES);
    return answerHook(smsHooks, c.req.param("provider"), request);
  });
  app.all(path, (c) => methodNotAllowed(c.req.method, c.req.path, ["POST"]));
}

/** Catches no errors: an error becomes status 500, and the gateway sends the request again. */
async function answerHook(
  { gateway, origin, now, take }: SmsHooks,
  provider: string,
  request: Request,
): Promise<Response> {
  if (gateway?.parseWebhook === undefined || gateway.name !== provider) {
    return refusal(404, "not_found", "No SMS gateway of this name is configured here.");
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
