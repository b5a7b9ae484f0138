// Goal: an operator's own gateway gets signed JSON that libraries for Standard Webhooks verify. The
// gateway's requests are accepted only with a fresh signature of the same kind.
import { describe, expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import { createWebhookSms } from "../../src/sms/webhook.ts";
import { openGateway, replies, TEXT } from "./fake-gateway.ts";
import { FORGED, MALFORMED, NOW, webhookRequest } from "./webhook-request.ts";

const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const KEY = Buffer.from("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "base64");
const HOOK = "https://book.example.com/hooks/sms/webhook";
const SECONDS = NOW / 1000;

const webhook = (url = "http://127.0.0.1:1", secret = SECRET) =>
  createWebhookSms({ url, secret, clock: () => NOW, timeoutMs: 1000 });

const signature = (id: string, timestamp: number | string, body: string, key: Buffer | string) =>
  `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;

interface Signing {
  id?: string;
  timestamp?: number | string;
  key?: Buffer | string;
  secret?: string;
}

function signed(
  body: string,
  { id = "msg_1", timestamp = SECONDS, key = KEY, secret = SECRET }: Signing = {},
) {
  const headers = {
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": signature(id, timestamp, body, key),
  };
  return webhook(undefined, secret).parseWebhook?.(webhookRequest(HOOK, headers, body));
}

const RECEIVED = JSON.stringify({
  type: "sms.received",
  timestamp: "2026-11-21T00:00:00Z",
  data: { from: "+12125550123", to: "+15005550006", body: "YES" },
});
const inbound = {
  type: "inbound" as const,
  providerEventId: "msg_1",
  from: "+12125550123",
  to: "+15005550006",
  body: "YES",
  writtenAt: Date.UTC(2026, 10, 21),
};

describe("sending to an operator's own gateway", () => {
  test("posts the text as signed JSON, with the text's id as idempotency key", async () => {
    await using gateway = await openGateway(
      replies({ status: 202, body: { id: "g-1", segments: 2 } }),
    );
    const result = await webhook(`${gateway.url}/sms?tenant=1`).send(TEXT);
    expect(result).toEqual({ status: "accepted", providerId: "g-1", segments: 2 });
    const [call] = gateway.calls;
    expect([call?.method, call?.path]).toEqual(["POST", "/sms?tenant=1"]);
    expect(JSON.parse(call?.body ?? "")).toEqual({
      type: "sms.send",
      timestamp: new Date(NOW).toISOString(),
      data: { ...TEXT },
    });
    const header = (name: string) => call?.headers.get(name);
    expect(header("content-type")).toBe("application/json");
    expect(header("idempotency-key")).toBe(TEXT.id);
    expect(header("webhook-id")).toBe(TEXT.id);
    expect(header("webhook-timestamp")).toBe(String(SECONDS));
    expect(header("webhook-signature")).toBe(signature(TEXT.id, SECONDS, call?.body ?? "", KEY));
  });

  test("reads the reason and the guest's opt-out from the gateway's refusal", async () => {
    const body = { code: "blocked", optedOut: true };
    await using gateway = await openGateway(replies({ status: 422, body }));
    expect(await webhook(gateway.url).send(TEXT)).toEqual({
      status: "rejected",
      code: "blocked",
      permanent: true,
      optedOut: true,
    });
  });
});

describe("Standard Webhooks signatures", () => {
  test("match those of the standard's libraries", async () => {
    const body = '{"test": 2432232314}';
    const headers = {
      "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
      "webhook-timestamp": "1614265330",
      "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    };
    const at = 1_614_265_330_000;
    // The signature is correct. The body is malformed because it has no type.
    expect(await webhook().parseWebhook?.(webhookRequest(HOOK, headers, body, at))).toEqual(
      MALFORMED,
    );
  });

  test("are accepted if at least one of several is correct", async () => {
    const right = signature("msg_1", SECONDS, RECEIVED, KEY);
    const request = (signatures: string) => {
      const headers = {
        "webhook-id": "msg_1",
        "webhook-timestamp": String(SECONDS),
        "webhook-signature": signatures,
      };
      return webhook().parseWebhook?.(webhookRequest(HOOK, headers, RECEIVED));
    };
    const wrong = signature("msg_1", SECONDS, RECEIVED, "other");
    expect(await request(`v1a,abc ${wrong} ${right}`)).toMatchObject({ verified: true });
    expect(await request(`${wrong} v1a,abc`)).toEqual(FORGED);
    expect(await request(right.replace("v1,", "v2,"))).toEqual(FORGED);
    expect(await request(right.slice(3))).toEqual(FORGED);
    expect(await request("")).toEqual(FORGED);
  });

  test("are accepted if their time is at most five minutes before or after the server's", async () => {
    for (const [timestamp, fresh] of [
      [SECONDS - 300, true],
      [SECONDS + 300, true],
      [SECONDS - 301, false],
      [SECONDS + 301, false],
      ["", false],
      ["soon", false],
      ["-1", false],
      [`${SECONDS}.0`, false],
    ] as const) {
      const result = await signed(RECEIVED, { timestamp });
      expect(result?.verified, String(timestamp)).toBe(fresh);
    }
  });

  test("are refused with another secret, id, time or body", async () => {
    expect(await signed(RECEIVED, { key: "other" })).toEqual(FORGED);
    const headers = {
      "webhook-id": "msg_1",
      "webhook-timestamp": String(SECONDS),
      "webhook-signature": signature("msg_1", SECONDS, RECEIVED, KEY),
    };
    const parse = webhook().parseWebhook;
    for (const [name, value] of [
      ["webhook-id", "msg_2"],
      ["webhook-id", ""],
      ["webhook-timestamp", String(SECONDS + 1)],
    ] as const) {
      const request = webhookRequest(HOOK, { ...headers, [name]: value }, RECEIVED);
      expect(await parse?.(request)).toEqual(FORGED);
    }
    expect(await parse?.(webhookRequest(HOOK, headers, `${RECEIVED} `))).toEqual(FORGED);
    expect(await parse?.(webhookRequest(HOOK, {}, RECEIVED))).toEqual(FORGED);
  });

  test("can use a secret without the prefix whsec_", async () => {
    const result = await signed(RECEIVED, { key: "plain secret", secret: "plain secret" });
    expect(result).toMatchObject({ verified: true });
  });
});

describe("an operator's own gateway reports", () => {
  test("a guest's text, identified by the id of its delivery", async () => {
    expect(await signed(RECEIVED)).toEqual({ verified: true, events: [inbound] });
  });

  test("a guest's text without a time, and the event has none either", async () => {
    const body = RECEIVED.replace('"timestamp":"2026-11-21T00:00:00Z",', "");
    const { writtenAt: _, ...timeless } = inbound;
    expect(await signed(body)).toEqual({ verified: true, events: [timeless] });
  });

  test.each(["accepted", "delivered", "failed"] as const)(
    "that a text has the status %s",
    async (status) => {
      const body = JSON.stringify({
        type: `sms.${status}`,
        data: { id: TEXT.id, providerId: "g-1", code: "30003", optedOut: status === "failed" },
      });
      expect(await signed(body)).toEqual({
        verified: true,
        events: [
          {
            type: "status",
            status,
            providerId: "g-1",
            messageId: TEXT.id,
            code: "30003",
            optedOut: status === "failed",
          },
        ],
      });
    },
  );

  test.each(["sms.read", "constructor", "invoice.paid"])("%s, which is ignored", async (type) => {
    expect(await signed(JSON.stringify({ type, data: {} }))).toEqual({
      verified: true,
      events: [],
    });
  });

  test.each([
    "",
    "{",
    "[]",
    "null",
    '"sms.received"',
    "{}",
    '{"type":"sms.received"}',
    '{"type":"sms.received","data":null}',
    '{"type":"sms.received","data":{"from":"+12125550123"}}',
    '{"type":"sms.received","data":{"from":5,"body":"YES"}}',
    '{"type":"sms.delivered","data":{}}',
    `{"type":"sms.received","data":{"from":"+1","body":"${"x".repeat(40_000)}"}}`,
  ])("%j, which is refused as malformed although it is signed", async (body) => {
    expect(await signed(body)).toEqual(MALFORMED);
  });
});
