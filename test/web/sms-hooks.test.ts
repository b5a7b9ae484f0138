// Goal: a gateway gets the answer that it expects, its message is stored before the answer, and no
// other sender can change anything.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import type { GatewayEvent, SmsProvider } from "../../src/domain/sms-provider.ts";
import { createTwilioSms } from "../../src/sms/twilio.ts";
import { createWebhookSms } from "../../src/sms/webhook.ts";
import { type ServedApp, serveApp } from "../support/served-app.ts";

const ORIGIN = "https://book.example.com";
const NOW = 1_795_219_200_000;
const taken: (readonly [string, readonly GatewayEvent[]])[] = [];
let fails = false;
let gateway: SmsProvider | null = null;
let app: ServedApp;

beforeAll(async () => {
  app = await serveApp({
    app: {
      origin: ORIGIN,
      smsHooks: {
        get gateway() {
          return gateway;
        },
        origin: ORIGIN,
        now: () => NOW,
        take(provider, events) {
          if (fails) return Promise.reject(new Error("no space left"));
          taken.push([provider, events]);
          return Promise.resolve();
        },
      },
    },
  });
});
beforeEach(() => {
  taken.length = 0;
  fails = false;
  gateway = twilio;
});
afterAll(() => app[Symbol.asyncDispose]());

const twilio = createTwilioSms({
  accountSid: "AC1",
  authToken: "token",
  from: "+15005550006",
  callback: null,
});
const webhook = createWebhookSms({ url: "http://127.0.0.1:1", secret: "secret", clock: () => NOW });

const FORM = { MessageSid: "SM1", From: "+12125550123", To: "+15005550006", Body: "YES" };
/** A request as Twilio signs it for the public address, whatever proxy is in between. */
function callAsTwilio(form: Record<string, string> = FORM, token = "token", query = "") {
  const path = `/hooks/sms/twilio${query}`;
  const pairs = Object.entries(form).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const text = ORIGIN + path + pairs.map(([name, value]) => name + value).join("");
  return fetch(app.url + path, {
    method: "POST",
    headers: { "x-twilio-signature": createHmac("sha1", token).update(text).digest("base64") },
    body: new URLSearchParams(form),
  });
}
const post = (path: string, body: string | ReadableStream = "{}", headers = {}) =>
  fetch(app.url + path, { method: "POST", body, headers });

describe("a gateway's request", () => {
  test("from Twilio is answered with empty TwiML", async () => {
    const response = await callAsTwilio();
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toStartWith("text/xml");
    expect(await response.text()).toEndWith("<Response/>");
    expect(taken).toMatchObject([["twilio", [{ providerEventId: "SM1", body: "YES" }]]]);
  });

  test("about one of our texts is accepted if its signature includes the query with the text's id", async () => {
    const report = { MessageSid: "SM1", MessageStatus: "delivered" };
    expect((await callAsTwilio(report, "token", "?message=65a0")).status).toBe(200);
    expect(taken).toMatchObject([["twilio", [{ status: "delivered", messageId: "65a0" }]]]);
  });

  test("from an operator's own gateway is answered with an empty body", async () => {
    gateway = webhook;
    const body = JSON.stringify({ type: "sms.received", data: { from: "+1", body: "YES" } });
    const signature = createHmac("sha256", "secret").update(`m1.${NOW / 1000}.${body}`);
    const response = await post("/hooks/sms/webhook", body, {
      "webhook-id": "m1",
      "webhook-timestamp": String(NOW / 1000),
      "webhook-signature": `v1,${signature.digest("base64")}`,
    });
    expect([response.status, await response.text()]).toEqual([204, ""]);
    expect(taken).toHaveLength(1);
  });

  test("that could not be stored is answered with an error, so that the gateway repeats it", async () => {
    fails = true;
    expect((await callAsTwilio()).status).toBe(500);
  });
});

describe("nothing changes after a request with", () => {
  test.each([
    ["a wrong signature", () => callAsTwilio(FORM, "other"), 403],
    ["no signature", () => post("/hooks/sms/twilio"), 403],
    ["a body that is not text", () => post("/hooks/sms/twilio", "\u0000\uffff"), 403],
    ["a signed form without a sid", () => callAsTwilio({ Body: "YES" }), 400],
    ["the name of a gateway that is not configured", () => post("/hooks/sms/smsgate"), 404],
    ["the name of a gateway that does not exist", () => post("/hooks/sms/constructor"), 404],
    ["no name of a gateway", () => post("/hooks/sms/"), 404],
    ["the method GET", () => fetch(`${app.url}/hooks/sms/twilio`), 405],
    ["a body that is too long", () => post("/hooks/sms/twilio", "x".repeat(70_000)), 413],
    [
      "a streamed body that is too long",
      () => post("/hooks/sms/twilio", new Blob(["x".repeat(70_000)]).stream()),
      413,
    ],
  ] as const)("%s", async (_, call, expected) => {
    const response = await call();
    expect(response.status).toBe(expected);
    expect(await response.text()).not.toContain("token");
    expect(taken).toEqual([]);
  });

  test("a correct signature if no gateway is configured", async () => {
    gateway = null;
    expect((await callAsTwilio()).status).toBe(404);
  });
});
