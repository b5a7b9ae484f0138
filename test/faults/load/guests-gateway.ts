// A simulated SMS gateway. It answers as the gateway's documentation says, sometimes with an error,
// and remembers the texts that it accepted. `inboundText` makes the request for a guest's reply.
import { createHmac } from "node:crypto";
import {
  type Behaviour,
  drops,
  type GatewayCall,
  openGateway,
  replies,
} from "../../sms/fake-gateway.ts";
import { numbersFrom } from "../../support/numbers.ts";

/** If a text comes again with the same id, `webhook` accepts it, and `smsgate` answers 409. */
export type GatewayKind = "webhook" | "smsgate";

export interface TakenText {
  readonly id: string;
  readonly to: string;
  readonly body: string;
}

/** Use with `await using`. */
export interface Guests extends AsyncDisposable {
  readonly kind: GatewayKind;
  readonly url: string;
  /** Accepted texts in order. A text whose id occurs twice was sent twice. */
  readonly taken: TakenText[];
  /** Offers that no guest has answered. */
  readonly offers: TakenText[];
}

const SECRET = "secret";

/** Environment variables that make the product use this gateway. */
export const gatewayVariables = ({ kind, url }: Guests): Record<string, string> =>
  kind === "webhook"
    ? { MAITRED_SMS_PROVIDER: kind, MAITRED_WEBHOOK_URL: url, MAITRED_WEBHOOK_SECRET: SECRET }
    : {
        MAITRED_SMS_PROVIDER: kind,
        MAITRED_SMSGATE_URL: url,
        MAITRED_SMSGATE_USER: "user",
        MAITRED_SMSGATE_PASSWORD: "password",
        MAITRED_SMSGATE_SIGNING_KEY: SECRET,
      };

/** Opens the gateway; `seed` decides which texts get an error. */
export async function openGuests(kind: GatewayKind, seed: number): Promise<Guests> {
  const pick = numbersFrom(seed);
  const taken: TakenText[] = [];
  const offers: TakenText[] = [];
  const known = new Set<string>();
  const behave: Behaviour = (call, socket) => {
    gateway.calls.length = 0;
    // After a lost answer the product probes the gateway.
    if (call.method === "HEAD") return replies({ status: 405 })(call, socket);
    const text = textIn(kind, call);
    const luck = pick(100);
    if (luck < 4) return replies({ status: 503, headers: { "retry-after": "0" } })(call, socket);
    if (kind === "smsgate" && known.has(text.id)) return replies({ status: 409 })(call, socket);
    known.add(text.id);
    taken.push(text);
    if (/Reply YES by/.test(text.body)) offers.push(text);
    // The text is accepted, but the connection is cut before the answer.
    if (luck < 7) return drops(call, socket);
    const answer = replies({ status: kind === "webhook" ? 200 : 202, body: { id: text.id } });
    // Slow enough that the server can be killed while it waits.
    if (luck < 30) return void setTimeout(() => answer(call, socket), pick(60));
    return answer(call, socket);
  };
  const gateway = await openGateway(behave);
  return {
    kind,
    url: gateway.url,
    taken,
    offers,
    [Symbol.asyncDispose]: () => gateway[Symbol.asyncDispose](),
  };
}

function textIn(kind: GatewayKind, { body }: GatewayCall): TakenText {
  const fields = JSON.parse(body) as Record<string, unknown>;
  if (kind === "webhook") return fields["data"] as TakenText;
  const { text } = fields["textMessage"] as { readonly text: string };
  const [to = ""] = fields["phoneNumbers"] as readonly string[];
  return { id: String(fields["id"]), to, body: text };
}

/** The request that delivers a guest's text to the product; the same `id` means the same text. */
export function inboundText(
  kind: GatewayKind,
  { id, from, body: words }: { readonly id: string; readonly from: string; readonly body: string },
): { readonly path: string; readonly headers: Record<string, string>; readonly body: string } {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const hmac = createHmac("sha256", SECRET);
  const path = `/hooks/sms/${kind}`;
  if (kind === "webhook") {
    const body = JSON.stringify({ type: "sms.received", data: { from, body: words } });
    const signature = hmac.update(`${id}.${timestamp}.${body}`).digest("base64");
    const names = { "webhook-id": id, "webhook-timestamp": timestamp };
    return { path, headers: { ...names, "webhook-signature": `v1,${signature}` }, body };
  }
  const payload = { messageId: id, phoneNumber: from, message: words, receivedAt: id };
  const body = JSON.stringify({ id, event: "sms:received", payload });
  const signature = hmac.update(body + timestamp).digest("hex");
  return { path, headers: { "x-timestamp": timestamp, "x-signature": signature }, body };
}
