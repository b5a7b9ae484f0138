import type { Clock } from "../domain/ids.ts";
import { isRecord } from "../domain/json.ts";
import type {
  GatewayEvent,
  ParsedWebhook,
  SmsProvider,
  StatusEvent,
  WebhookRequest,
} from "../domain/sms-provider.ts";
import { fieldsOf, NOT_THE_GATEWAY, refusalOf, wasTaken } from "./gateway-answer.ts";
import { createGatewayLine, GATEWAY_TIMEOUT_MS } from "./gateway-call.ts";
import {
  FORGED,
  instantIn,
  LONGEST_TEXT,
  MALFORMED,
  objectIn,
  standardHeaders,
  standardId,
  standardKey,
  textIn,
} from "./signed-webhook.ts";

export interface WebhookOptions {
  readonly url: string;
  readonly secret: string;
  readonly clock: Clock;
  readonly timeoutMs?: number;
}

const STATUS: ReadonlyMap<string, StatusEvent["status"]> = new Map([
  ["sms.accepted", "accepted"],
  ["sms.delivered", "delivered"],
  ["sms.failed", "failed"],
]);

const HTML_PAGE = /^\s*<(?:!doctype|html)\b/i;

/** The operator's own gateway (Standard Webhooks 1.0). The gateway may ignore `Idempotency-Key`. */
export function createWebhookSms(options: WebhookOptions): SmsProvider {
  const { url, clock, timeoutMs = GATEWAY_TIMEOUT_MS } = options;
  const key = standardKey(options.secret);
  const call = createGatewayLine({ mayBeMute: true });
  return {
    name: "webhook",
    capabilities: { dedupesById: false, deliveryReports: true, inbound: true },
    async send(message) {
      const at = clock();
      const timestamp = new Date(at).toISOString();
      const body = JSON.stringify({ type: "sms.send", timestamp, data: message });
      const headers = {
        "content-type": "application/json",
        "idempotency-key": message.id,
        ...standardHeaders(key, { id: message.id, at, body }),
      };
      const answer = await call({ url, headers, body, timeoutMs });
      const fields = fieldsOf(answer);
      if (!wasTaken(answer)) {
        const code = (fields === null ? null : textIn(fields, "code", { most: 64 })) ?? undefined;
        return refusalOf(answer, { code, optedOut: fields?.["optedOut"] === true });
      }
      if (HTML_PAGE.test(answer.text ?? "")) return NOT_THE_GATEWAY;
      const providerId = (fields === null ? null : textIn(fields, "id")) ?? message.id;
      const segments = fields?.["segments"];
      return {
        status: "accepted",
        providerId,
        ...(typeof segments === "number" ? { segments } : {}),
      };
    },
    parseWebhook: async (request) => Promise.resolve(parse(request, key)),
  };
}

function parse(request: WebhookRequest, key: Buffer): ParsedWebhook {
  const eventId = standardId(key, request);
  if (eventId === null) return FORGED;
  const fields = objectIn(request.body);
  const type = fields === null ? null : textIn(fields, "type");
  const data = fields?.["data"];
  if (fields === null || type === null || !isRecord(data)) return MALFORMED;
  const known = type === "sms.received" || STATUS.has(type);
  if (!known) return { verified: true, events: [] };
  const happened = { eventId, at: instantIn(fields, "timestamp") };
  const event = eventOf(type, data, happened);
  return event === null ? MALFORMED : { verified: true, events: [event] };
}

function eventOf(
  type: string,
  data: Readonly<Record<string, unknown>>,
  { eventId, at }: { readonly eventId: string; readonly at: number | undefined },
): GatewayEvent | null {
  const status = STATUS.get(type);
  if (status === undefined) {
    const from = textIn(data, "from", { most: 64 });
    const body = textIn(data, "body", { most: LONGEST_TEXT, empty: true });
    if (from === null || body === null) return null;
    const to = textIn(data, "to", { most: 64 });
    const event = { type: "inbound", providerEventId: eventId, from, to, body } as const;
    return at === undefined ? event : { ...event, writtenAt: at };
  }
  const id = textIn(data, "id");
  const providerId = textIn(data, "providerId") ?? id;
  if (providerId === null) return null;
  const code = textIn(data, "code", { most: 64 });
  return {
    type: "status",
    status,
    providerId,
    messageId: id,
    code,
    optedOut: data["optedOut"] === true,
  };
}
