import { formFields } from "../domain/form-fields.ts";
import type {
  ParsedWebhook,
  SendResult,
  SmsMessage,
  SmsProvider,
  StatusEvent,
  WebhookRequest,
} from "../domain/sms-provider.ts";
import { fieldsOf, NOT_THE_GATEWAY, refusalOf, wasTaken } from "./gateway-answer.ts";
import {
  basicAuthorization,
  createGatewayLine,
  GATEWAY_TIMEOUT_MS,
  type GatewayAnswer,
  type NoAnswer,
} from "./gateway-call.ts";
import {
  FORGED,
  keyedHash,
  LONGEST_TEXT,
  MALFORMED,
  sameSignature,
  textIn,
} from "./signed-webhook.ts";

export interface TwilioOptions {
  readonly accountSid: string;
  readonly authToken: string;
  /** A number in E.164, a sender's name, or the id of a messaging service (`MG...`). */
  readonly from: string;
  /** Our address for delivery reports. Null if Twilio cannot reach this server. */
  readonly callback: string | null;
  readonly apiOrigin?: string;
  readonly timeoutMs?: number;
}

const OPTED_OUT = "21610";
const LONGEST_VALIDITY_S = 36_000;
/** The callback address holds our id of the text: a report may arrive before we know Twilio's id. */
const OUR_ID = "message";

const STATUS: ReadonlyMap<string, StatusEvent["status"]> = new Map([
  ["accepted", "accepted"],
  ["scheduled", "accepted"],
  ["queued", "accepted"],
  ["sending", "accepted"],
  ["sent", "accepted"],
  ["delivered", "delivered"],
  ["read", "delivered"],
  ["undelivered", "failed"],
  ["failed", "failed"],
  ["canceled", "failed"],
]);

const TAKEN_FOR: ReadonlyMap<string, "stop" | "start"> = new Map([
  ["STOP", "stop"],
  ["START", "start"],
]);

export function createTwilioSms(options: TwilioOptions): SmsProvider {
  const { accountSid, authToken, from, callback } = options;
  const { apiOrigin = "https://api.twilio.com", timeoutMs = GATEWAY_TIMEOUT_MS } = options;
  const url = `${apiOrigin}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`;
  const call = createGatewayLine();

  return {
    name: "twilio",
    capabilities: { dedupesById: false, deliveryReports: callback !== null, inbound: true },
    acknowledgement: {
      contentType: "text/xml; charset=utf-8",
      body: '<?xml version="1.0" encoding="UTF-8"?><Response/>',
    },
    async send(message) {
      const form = new URLSearchParams({
        To: message.to,
        ...senderOf(message.from ?? from),
        Body: message.body,
        ...(callback === null ? {} : { StatusCallback: `${callback}?${OUR_ID}=${message.id}` }),
        ...(message.ttlSeconds < LONGEST_VALIDITY_S
          ? { ValidityPeriod: String(message.ttlSeconds) }
          : {}),
      });
      const headers = {
        authorization: basicAuthorization(accountSid, authToken),
        "content-type": "application/x-www-form-urlencoded",
      };
      return resultOf(message, await call({ url, headers, body: form.toString(), timeoutMs }));
    },
    parseWebhook: async (request) => Promise.resolve(parse(request, authToken)),
  };
}

const senderOf = (from: string): Record<string, string> =>
  /^MG[0-9a-f]{32}$/i.test(from) ? { MessagingServiceSid: from } : { From: from };

function resultOf(message: SmsMessage, answer: GatewayAnswer | NoAnswer): SendResult {
  const body = fieldsOf(answer);
  if (!wasTaken(answer)) {
    const code = typeof body?.["code"] === "number" ? String(body["code"]) : undefined;
    return refusalOf(answer, { code, optedOut: code === OPTED_OUT });
  }
  const sid = body === null ? null : textIn(body, "sid");
  if (sid === null && answer.text !== null) return NOT_THE_GATEWAY;
  // If the answer broke off before Twilio's id (`sid`), our id is enough to match the reports.
  const providerId = sid ?? message.id;
  const segments = Number(body?.["num_segments"] ?? 0);
  return { status: "accepted", providerId, ...(segments > 0 ? { segments } : {}) };
}

const MOST_FIELDS = 200;

function parse({ url, headers, body }: WebhookRequest, authToken: string): ParsedWebhook {
  const text = new TextDecoder().decode(body);
  const form = formFields(text, MOST_FIELDS);
  if (form === null) return FORGED;
  const given = headers.get("x-twilio-signature") ?? "";
  const pairs = signedPairs(form);
  const matching = spellingsOf(url).filter((spelling) =>
    sameSignature(keyedHash("sha1", authToken, [spelling, ...pairs]), given, "base64"),
  );
  if (matching.length === 0) return FORGED;
  const fields = Object.fromEntries(form);
  const providerId = textIn(fields, "MessageSid") ?? textIn(fields, "SmsSid");
  if (providerId === null) return MALFORMED;
  const status = fields["MessageStatus"];
  if (status !== undefined) return { verified: true, events: reportsOf(fields, providerId, url) };
  const from = textIn(fields, "From", { most: 64 });
  const said = textIn(fields, "Body", { most: LONGEST_TEXT, empty: true });
  if (from === null || said === null) return MALFORMED;
  const to = textIn(fields, "To", { most: 64 });
  const takenFor = TAKEN_FOR.get(fields["OptOutType"] ?? "");
  const event = { type: "inbound", providerEventId: providerId, from, to, body: said } as const;
  return { verified: true, events: [takenFor === undefined ? event : { ...event, takenFor }] };
}

function reportsOf(
  fields: Readonly<Record<string, string>>,
  providerId: string,
  url: string,
): StatusEvent[] {
  const status = STATUS.get(fields["MessageStatus"] ?? "");
  if (status === undefined) return [];
  const code = textIn(fields, "ErrorCode", { most: 64 });
  const messageId = new URL(url).searchParams.get(OUR_ID);
  return [{ type: "status", status, providerId, messageId, code, optedOut: code === OPTED_OUT }];
}

/** After the address, Twilio signs each field's name and values, sorted by name. */
function signedPairs(form: URLSearchParams): string[] {
  const values = new Map<string, Set<string>>();
  for (const [name, value] of form) {
    values.set(name, (values.get(name) ?? new Set()).add(value));
  }
  return [...values]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, given]) => [...given].toSorted().map((value) => name + value));
}

/** Twilio may sign the address with or without the port. */
function spellingsOf(url: string): string[] {
  const { protocol, port, host, hostname } = new URL(url);
  const other = port !== "" ? hostname : `${hostname}:${protocol === "https:" ? 443 : 80}`;
  return [url, url.replace(`//${host}`, () => `//${other}`)];
}
