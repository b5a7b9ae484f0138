// Goal: a phone that serves as gateway gets requests in the form that its app documents. A text whose
// id the phone already knows counts as accepted. Reports of the phone need a fresh signature.
import { describe, expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import { createSmsgateSms } from "../../src/sms/smsgate.ts";
import { openGateway, replies, TEXT } from "./fake-gateway.ts";
import { FORGED, MALFORMED, NOW, webhookRequest } from "./webhook-request.ts";

const HOOK = "https://book.example.com/hooks/sms/smsgate";
const SECONDS = NOW / 1000;

const smsgate = (url = "http://127.0.0.1:1") =>
  createSmsgateSms({
    url,
    user: "desk",
    password: "pass:word",
    signingKey: "key",
    timeoutMs: 1000,
  });

function signed(event: object | string, { timestamp = String(SECONDS), key = "key" } = {}) {
  const body = typeof event === "string" ? event : JSON.stringify(event);
  const signature = createHmac("sha256", key)
    .update(body + timestamp)
    .digest("hex");
  const headers = { "x-signature": signature, "x-timestamp": timestamp };
  return smsgate().parseWebhook?.(webhookRequest(HOOK, headers, body));
}

const received = (payload: object = {}, id = "event-1") => ({
  deviceId: "device-1",
  event: "sms:received",
  id,
  payload: {
    messageId: "abc123",
    message: "YES",
    phoneNumber: "6505551212",
    simNumber: 1,
    receivedAt: "2026-11-20T19:00:00.000-05:00",
    ...payload,
  },
  webhookId: "hook-1",
});
const idOf = async (event: object): Promise<string | null> => {
  const result = await signed(event);
  const [first] = result?.verified === true ? result.events : [];
  return first?.type === "inbound" ? first.providerEventId : null;
};

describe("sending by a phone", () => {
  test("posts JSON with basic authentication, the text's id and its time limit", async () => {
    const body = { id: TEXT.id, state: "Pending", recipients: [] };
    await using gateway = await openGateway(replies({ status: 202, body }));
    const result = await smsgate(`${gateway.url}/3rdparty/v1/`).send(TEXT);
    expect(result).toEqual({ status: "accepted", providerId: TEXT.id });
    const [call] = gateway.calls;
    expect([call?.method, call?.path]).toEqual(["POST", "/3rdparty/v1/messages"]);
    expect(call?.headers.get("authorization")).toBe(`Basic ${btoa("desk:pass:word")}`);
    expect(JSON.parse(call?.body ?? "")).toEqual({
      id: TEXT.id,
      textMessage: { text: TEXT.body },
      phoneNumbers: [TEXT.to],
      ttl: 1200,
      withDeliveryReport: true,
    });
  });

  test("raises a time limit below five seconds to five, the gateway's minimum", async () => {
    const body = { id: TEXT.id };
    await using gateway = await openGateway(replies({ status: 202, body }));
    await smsgate(gateway.url).send({ ...TEXT, ttlSeconds: 1 });
    expect(JSON.parse(gateway.calls[0]?.body ?? "")).toMatchObject({ ttl: 5 });
  });

  test("counts as accepted if the gateway knows the id already", async () => {
    await using gateway = await openGateway(replies({ status: 409, body: { message: "exists" } }));
    const result = await smsgate(gateway.url).send(TEXT);
    expect(result).toEqual({ status: "accepted", providerId: TEXT.id });
    expect(smsgate().capabilities.dedupesById).toBe(true);
  });
});

describe("a report's signature", () => {
  test("covers the body and the time", async () => {
    expect(await signed(received())).toMatchObject({ verified: true });
    expect(await signed(received(), { key: "other" })).toEqual(FORGED);
    const body = JSON.stringify(received());
    const of = (text: string) => createHmac("sha256", "key").update(text).digest("hex");
    const right = of(body + String(SECONDS));
    const requests: readonly [Record<string, string>, string][] = [
      [{ "x-signature": right, "x-timestamp": String(SECONDS + 1) }, body],
      [{ "x-signature": right, "x-timestamp": String(SECONDS) }, `${body} `],
      [{ "x-signature": right.slice(0, -2), "x-timestamp": String(SECONDS) }, body],
      [{ "x-signature": "", "x-timestamp": String(SECONDS) }, body],
      [{ "x-signature": of(body) }, body],
      [{}, body],
    ];
    for (const [headers, text] of requests) {
      expect(await smsgate().parseWebhook?.(webhookRequest(HOOK, headers, text))).toEqual(FORGED);
    }
  });

  test.each([
    [-300, true],
    [300, true],
    [-301, false],
    [301, false],
  ])("with a time %d seconds from the server's is accepted: %p", async (offset, fresh) => {
    const result = await signed(received(), { timestamp: String(SECONDS + offset) });
    expect(result?.verified).toBe(fresh);
  });
});

describe("a phone reports", () => {
  test("a guest's text, with the number in the network's form", async () => {
    expect(await signed(received())).toMatchObject({
      verified: true,
      events: [{ type: "inbound", from: "6505551212", to: null, body: "YES" }],
    });
  });

  test.each([
    ["2026-11-20T19:00:00.000-05:00", Date.UTC(2026, 10, 21)],
    ["2026-11-21T00:00:01Z", Date.UTC(2026, 10, 21, 0, 0, 1)],
    ["2026-11-20T19:00:00", undefined],
    ["1795219200", undefined],
    ["2026-11-31T25:00:00Z", undefined],
    [1_795_219_200_000, undefined],
  ])(
    "a text received at %j, and the time counts only if it is an instant",
    async (receivedAt, at) => {
      const result = await signed(received({ receivedAt }));
      const [event] = result?.verified === true ? result.events : [];
      expect(event?.type === "inbound" ? event.writtenAt : null).toBe(at);
    },
  );

  test("a guest's text with both numbers, in later versions of the app", async () => {
    const event = received({ phoneNumber: undefined, sender: "+16505551212", recipient: "+1500" });
    expect(await signed(event)).toMatchObject({
      events: [{ from: "+16505551212", to: "+1500" }],
    });
  });

  test("one text under two event ids, which counts once", async () => {
    const first = await idOf(received({}, "event-1"));
    expect(first).toBeString();
    expect(await idOf(received({}, "event-2"))).toBe(first);
    expect(await idOf(received({ receivedAt: "2026-11-20T19:00:01.000-05:00" }))).not.toBe(first);
    expect(await idOf(received({ message: "NO" }))).not.toBe(first);
    expect(await idOf(received({ messageId: undefined }, "event-3"))).toBe("event-3");
  });

  test("that a text was not sent, because a person removed it from the phone's queue", async () => {
    const payload = { messageId: TEXT.id, cancelledAt: "2026-06-22T10:00:00.000+07:00" };
    expect(await signed({ event: "sms:cancelled", id: "event-1", payload })).toMatchObject({
      verified: true,
      events: [{ status: "failed", messageId: TEXT.id, code: "cancelled" }],
    });
  });

  test.each([
    ["sms:sent", "accepted"],
    ["sms:delivered", "delivered"],
    ["sms:failed", "failed"],
  ])("%s, which gives our text the status %s", async (event, status) => {
    const payload = { messageId: TEXT.id, phoneNumber: TEXT.to, reason: "no signal" };
    expect(await signed({ event, id: "event-1", payload })).toEqual({
      verified: true,
      events: [
        {
          type: "status",
          status,
          providerId: TEXT.id,
          messageId: TEXT.id,
          code: "no signal",
          optedOut: false,
        },
      ] as never,
    });
  });

  test.each(["system:ping", "sms:data-received", "constructor"])(
    "%s, which is ignored",
    async (event) => {
      expect(await signed({ event, id: "event-1" })).toEqual({ verified: true, events: [] });
    },
  );

  test.each([
    "",
    "{",
    "[]",
    "null",
    "{}",
    '{"event":5}',
    '{"event":"sms:received"}',
    '{"event":"sms:received","payload":null}',
    '{"event":"sms:received","id":"1","payload":{"message":"YES"}}',
    '{"event":"sms:received","payload":{"message":"YES","phoneNumber":"1"}}',
    '{"event":"sms:delivered","payload":{}}',
  ])("%j, which is refused as malformed although it is signed", async (body) => {
    expect(await signed(body)).toEqual(MALFORMED);
  });
});
