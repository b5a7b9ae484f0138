import { createHash } from "node:crypto";
import { isRecord } from "../domain/json.ts";
import type {
  GatewayEvent,
  ParsedWebhook,
  SmsProvider,
  StatusEvent,
  WebhookRequest,
} from "../domain/sms-provider.ts";
import { fieldsOf, NOT_THE_GATEWAY, refusalOf, wasTaken } from "./gateway-answer.ts";
import { basicAuthorization, createGatewayLine, GATEWAY_TIMEOUT_MS } from "./gateway-call.ts";
import {
  FORGED,
  instantIn,
  isFresh,
  keyedHash,
  LONGEST_TEXT,
  MALFORMED,
  objectIn,
  sameSignature,
  textIn,
} from "./signed-webhook.ts";

export interface SmsgateOptions {
  /** The gateway's address, without `/messages`. */
  readonly url: string;
  readonly user: string;
  readonly password: string;
  readonly signingKey: string;
  readonly timeoutMs?: number;
}

const KNOWN_ID = 409;
const SHORTEST_TTL_S = 5;

const STATUS: ReadonlyMap<string, StatusEvent["status"]> = new Map([
  ["sms:sent", "accepted"],
  ["sms:delivered", "delivered"],
  ["sms:failed", "failed"],
  ["sms:cancelled", "failed"],
]);

/** SMS Gateway for Android: a phone sends the texts. */
export function createSmsgateSms(options: SmsgateOptions): SmsProvider {
  const { user, password, signingKey, timeoutMs = GATEWAY_TIMEOUT_MS } = options;
  const url = `${options.url.replace(/\/+$/, "")}/messages`;
  const headers = {
    authorization: basicAuthorization(user, password),
    "content-type": "application/json",
  };
  const call = createGatewayLine();
  return {
    name: "smsgate",
    capabilities: { dedupesById: true, deliveryReports: true, inbound: true },
    async send({ id, to, body: text, ttlSeconds }) {
      const body = JSON.stringify({
        id,
        textMessage: { text },
        phoneNumbers: [to],
        ttl: Math.max(SHORTEST_TTL_S, ttlSeconds),
        withDeliveryReport: true,
      });
      const answer = await call({ url, headers, body, timeoutMs });
      const known = "status" in answer && answer.status === KNOWN_ID;
      if (!known && !wasTaken(answer)) return refusalOf(answer);
      const named = fieldsOf(answer)?.["id"] !== undefined;
      // If the connection broke before the end of the answer's body, trust the HTTP status.
      if (known || named || answer.text === null) return { status: "accepted", providerId: id };
      return NOT_THE_GATEWAY;
    },
    parseWebhook: async (request) => Promise.resolve(parse(request, signingKey)),
  };
}

function parse({ headers, body, receivedAt }: WebhookRequest, signingKey: string): ParsedWebhook {
  const timestamp = headers.get("x-timestamp") ?? "";
  const expected = keyedHash("sha256", signingKey, [body, timestamp]);
  const given = headers.get("x-signature") ?? "";
  if (!isFresh(timestamp, receivedAt) || !sameSignature(expected, given, "hex")) return FORGED;
  const fields = objectIn(body);
  const name = fields === null ? null : textIn(fields, "event");
  if (fields === null || name === null) return MALFORMED;
  if (name !== "sms:received" && !STATUS.has(name)) return { verified: true, events: [] };
  const payload = fields["payload"];
  if (!isRecord(payload)) return MALFORMED;
  const event = eventOf(name, payload, textIn(fields, "id"));
  return event === null ? MALFORMED : { verified: true, events: [event] };
}

function eventOf(
  name: string,
  payload: Readonly<Record<string, unknown>>,
  eventId: string | null,
): GatewayEvent | null {
  const messageId = textIn(payload, "messageId");
  const status = STATUS.get(name);
  if (status !== undefined) {
    if (messageId === null) return null;
    const reason = textIn(payload, "reason", { most: 1000 })?.slice(0, 64) ?? null;
    const code = name === "sms:cancelled" ? "cancelled" : reason;
    return {
      type: "status",
      status,
      providerId: messageId,
      messageId,
      code,
      optedOut: false,
    };
  }
  // Older versions of the app send `phoneNumber` instead of `sender`.
  const from =
    textIn(payload, "sender", { most: 64 }) ?? textIn(payload, "phoneNumber", { most: 64 });
  const body = textIn(payload, "message", { most: LONGEST_TEXT, empty: true });
  if (from === null || body === null) return null;
  const to = textIn(payload, "recipient", { most: 64 });
  const receivedAt = textIn(payload, "receivedAt");
  const known = messageId !== null && receivedAt !== null;
  if (!known && eventId === null) return null;
  // Some versions of the app report a text twice, with different event ids but the same content.
  const providerEventId = known ? digest([messageId, receivedAt, from, body]) : (eventId ?? "");
  // The time when the network received the text. The phone may get the text much later.
  const writtenAt = instantIn(payload, "receivedAt");
  const event = { type: "inbound", providerEventId, from, to, body } as const;
  return writtenAt === undefined ? event : { ...event, writtenAt };
}

const digest = (parts: readonly string[]): string =>
  createHash("sha256").update(JSON.stringify(parts)).digest("hex");
