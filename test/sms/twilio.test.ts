// Goal: texts are sent as Twilio's Messages API documents, its errors are understood, and only
// requests signed by Twilio are accepted, in every spelling of our address that Twilio signs.
import { describe, expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import type { ParsedWebhook } from "../../src/domain/sms-provider.ts";
import { createTwilioSms } from "../../src/sms/twilio.ts";
import { openGateway, replies, TEXT } from "./fake-gateway.ts";
import { FORGED, MALFORMED, webhookRequest } from "./webhook-request.ts";

const SID = "AC00000000000000000000000000000001";
const MESSAGE_SID = "SM00000000000000000000000000000001";
const HOOK = "https://book.example.com/hooks/sms/twilio";
const TAKEN = { status: 201, body: { sid: MESSAGE_SID, status: "queued", num_segments: "1" } };

const twilio = (change: Partial<Parameters<typeof createTwilioSms>[0]> = {}) =>
  createTwilioSms({
    accountSid: SID,
    authToken: "12345",
    from: "+15005550006",
    callback: HOOK,
    timeoutMs: 1000,
    ...change,
  });

/** Signs as documented: the address, then each name and value in the order of names. */
function sign(url: string, form: Record<string, string>, token = "12345"): string {
  const pairs = Object.entries(form).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const text = url + pairs.map(([name, value]) => name + value).join("");
  return createHmac("sha1", token).update(text).digest("base64");
}

async function parsed(
  form: Record<string, string>,
  { url = HOOK, signed = "", token = "12345" } = {},
): Promise<ParsedWebhook | undefined> {
  const headers = { "x-twilio-signature": sign(signed === "" ? url : signed, form, token) };
  const body = new URLSearchParams(form).toString();
  return await twilio().parseWebhook?.(webhookRequest(url, headers, body));
}

const INBOUND = {
  AccountSid: SID,
  MessageSid: MESSAGE_SID,
  SmsStatus: "received",
  From: "+12125550123",
  To: "+15005550006",
  Body: "Yes please & thank you",
};

describe("sending through Twilio", () => {
  test("posts a form with basic authentication to the account's Messages address", async () => {
    await using gateway = await openGateway(replies(TAKEN));
    const result = await twilio({ apiOrigin: gateway.url }).send(TEXT);
    expect(result).toEqual({ status: "accepted", providerId: MESSAGE_SID, segments: 1 });
    const [call] = gateway.calls;
    expect([call?.method, call?.path]).toEqual([
      "POST",
      `/2010-04-01/Accounts/${SID}/Messages.json`,
    ]);
    expect(call?.headers.get("authorization")).toBe(`Basic ${btoa(`${SID}:12345`)}`);
    expect(call?.headers.get("content-type")).toBe("application/x-www-form-urlencoded");
    expect(Object.fromEntries(new URLSearchParams(call?.body))).toEqual({
      To: TEXT.to,
      From: "+15005550006",
      Body: TEXT.body,
      StatusCallback: `${HOOK}?message=${TEXT.id}`,
      ValidityPeriod: "1200",
    });
  });

  test("names a messaging service in its own field, and requests no reports if Twilio cannot reach us", async () => {
    await using gateway = await openGateway(
      replies({ status: 201, body: { sid: MESSAGE_SID, num_segments: "0" } }),
    );
    const from = "MG00000000000000000000000000000001";
    const provider = twilio({ apiOrigin: gateway.url, from, callback: null });
    const result = await provider.send({ ...TEXT, ttlSeconds: 90_000 });
    expect(result).toEqual({ status: "accepted", providerId: MESSAGE_SID });
    expect(provider.capabilities.deliveryReports).toBe(false);
    expect(Object.fromEntries(new URLSearchParams(gateway.calls[0]?.body))).toEqual({
      To: TEXT.to,
      MessagingServiceSid: from,
      Body: TEXT.body,
    });
  });

  test("reports error 21610 as an opt-out at Twilio", async () => {
    const body = { code: 21610, message: "Attempt to send to unsubscribed recipient", status: 400 };
    await using gateway = await openGateway(replies({ status: 400, body }));
    expect(await twilio({ apiOrigin: gateway.url }).send(TEXT)).toEqual({
      status: "rejected",
      code: "21610",
      permanent: true,
      optedOut: true,
    });
  });

  test.each([
    [400, 21211, true],
    [429, 20429, false],
    [401, 20003, false],
  ])("takes HTTP %d with code %d as a refusal (permanent: %s)", async (status, code, permanent) => {
    await using gateway = await openGateway(replies({ status, body: { code, status } }));
    const result = await twilio({ apiOrigin: gateway.url }).send(TEXT);
    expect(result).toEqual({ status: "rejected", code: String(code), permanent });
  });
});

describe("Twilio's signatures", () => {
  test("match the example of the documentation", async () => {
    const form =
      "CallSid=CA1234567890ABCDE&Caller=%2B12349013030&Digits=1234&From=%2B12349013030&To=%2B18005551212";
    const request = (signature: string) =>
      webhookRequest(
        "https://mycompany.com/myapp.php?foo=1&bar=2",
        { "x-twilio-signature": signature },
        form,
      );
    const parse = twilio().parseWebhook;
    // The signature is correct, but the request is about a phone call.
    expect(await parse?.(request("0/KCTR6DLpKmkAf8muzZqo1nDgQ="))).toEqual(MALFORMED);
    expect(await parse?.(request("1/KCTR6DLpKmkAf8muzZqo1nDgQ="))).toEqual(FORGED);
  });

  test.each([
    [HOOK, HOOK.replace(".com", ".com:443")],
    ["http://127.0.0.1/hooks/sms/twilio", "http://127.0.0.1:80/hooks/sms/twilio"],
    ["http://127.0.0.1:8484/hooks/sms/twilio", "http://127.0.0.1:8484/hooks/sms/twilio"],
    [HOOK.replace(".com", ".com:8443"), HOOK],
  ])("of requests to %s may be made for the address %s", async (url, signed) => {
    expect(await parsed(INBOUND, { url, signed })).toMatchObject({ verified: true });
    expect(await parsed(INBOUND, { url })).toMatchObject({ verified: true });
  });

  test.each([
    ["another token", { token: "54321" }],
    ["another path", { signed: "https://book.example.com/hooks/sms/other" }],
    ["another query", { url: `${HOOK}?message=1`, signed: `${HOOK}?message=2` }],
    ["another port", { signed: HOOK.replace(".com", ".com:8443") }],
  ])("with %s are refused as forged", async (_, how) => {
    expect(await parsed(INBOUND, how)).toEqual(FORGED);
  });

  test("are required, and do not match if a field was changed, added or left out", async () => {
    const signature = sign(HOOK, INBOUND);
    const { To: _to, ...less } = INBOUND;
    const forms = [{ ...INBOUND, Body: "NO" }, { ...INBOUND, Extra: "1" }, less];
    for (const form of forms) {
      const body = new URLSearchParams(form).toString();
      const request = webhookRequest(HOOK, { "x-twilio-signature": signature }, body);
      expect(await twilio().parseWebhook?.(request)).toEqual(FORGED);
    }
    const bare = webhookRequest(HOOK, {}, new URLSearchParams(INBOUND).toString());
    expect(await twilio().parseWebhook?.(bare)).toEqual(FORGED);
  });
});

describe("a form from Twilio with", () => {
  const signedForm = (body: string, signed: string) => {
    const signature = createHmac("sha1", "12345")
      .update(HOOK + signed)
      .digest("base64");
    return twilio().parseWebhook?.(webhookRequest(HOOK, { "x-twilio-signature": signature }, body));
  };

  test("a repeated name is signed with each of its values once, in order", async () => {
    expect(await signedForm("b=2&a=9&b=1&a=9&b=2", "a9b1b2")).toEqual(MALFORMED);
    expect(await signedForm("b=2&a=9&b=1&a=9&b=2", "a9a9b1b2b2")).toEqual(FORGED);
  });

  test("more than 200 fields is refused, whatever its signature", async () => {
    const names = Array.from({ length: 201 }, (_, n) => `f${String(n).padStart(3, "0")}`);
    const of = (count: number) => {
      const some = names.slice(0, count);
      return signedForm(some.map((name) => `${name}=1`).join("&"), `${some.join("1")}1`);
    };
    expect([await of(200), await of(201)]).toEqual([MALFORMED, FORGED]);
  });
});

describe("Twilio's reports", () => {
  const report = (MessageStatus: string, more: Record<string, string> = {}) =>
    parsed(
      { AccountSid: SID, MessageSid: MESSAGE_SID, MessageStatus, ...more },
      { url: `${HOOK}?message=${TEXT.id}` },
    );
  test.each([
    ["queued", "accepted"],
    ["sent", "accepted"],
    ["delivered", "delivered"],
    ["undelivered", "failed"],
    ["failed", "failed"],
    ["canceled", "failed"],
  ])("with the status %s say that our text is %s", async (said, status) => {
    expect(await report(said)).toEqual({
      verified: true,
      events: [
        {
          type: "status",
          status,
          providerId: MESSAGE_SID,
          messageId: TEXT.id,
          code: null,
          optedOut: false,
        },
      ] as never,
    });
  });

  test("of a failure give the reason, and whether the phone opted out", async () => {
    const failed = { status: "failed", code: "21610", optedOut: true };
    expect(await report("failed", { ErrorCode: "21610" })).toMatchObject({ events: [failed] });
  });

  test.each(["unheard-of", "constructor", ""])("of the status %j are ignored", async (status) => {
    expect(await report(status)).toEqual({ verified: true, events: [] });
  });
});

describe("guests' texts from Twilio", () => {
  test("get Twilio's sid as id", async () => {
    expect(await parsed(INBOUND)).toEqual({
      verified: true,
      events: [
        {
          type: "inbound",
          providerEventId: MESSAGE_SID,
          from: INBOUND.From,
          to: INBOUND.To,
          body: INBOUND.Body,
        },
      ],
    });
    expect(await parsed({ ...INBOUND, Body: "" })).toMatchObject({ events: [{ body: "" }] });
  });

  test.each([
    ["STOP", { takenFor: "stop" }],
    ["START", { takenFor: "start" }],
    ["HELP", {}],
    ["constructor", {}],
  ] as const)("say what Twilio took them for: %s", async (OptOutType, says) => {
    const result = await parsed({ ...INBOUND, Body: "Baja", OptOutType });
    const event = { type: "inbound", providerEventId: MESSAGE_SID, body: "Baja", ...says } as const;
    const both = { from: "+12125550123", to: "+15005550006" };
    expect(result).toEqual({ verified: true, events: [{ ...event, ...both }] });
  });

  test("are answered with empty TwiML", () => {
    expect(twilio().acknowledgement).toEqual({
      contentType: "text/xml; charset=utf-8",
      body: '<?xml version="1.0" encoding="UTF-8"?><Response/>',
    });
  });

  test("without a sender, a text or a sid are malformed", async () => {
    const { From: _from, ...noSender } = INBOUND;
    const { Body: _body, ...noText } = INBOUND;
    const { MessageSid: _sid, ...noSid } = INBOUND;
    for (const form of [noSender, noText, noSid, { ...INBOUND, Body: "x".repeat(40_000) }, {}]) {
      expect(await parsed(form)).toEqual(MALFORMED);
    }
  });
});
