// Goal: whatever fails at a gateway, an adapter reports "not sent" only if that is certain, reports
// "accepted" only if the gateway said so, and sends a text exactly once.
import { describe, expect, test } from "bun:test";
import { ConfigError, loadConfig, type SmsConfig } from "../../src/config.ts";
import type { SendResult, SmsProvider } from "../../src/domain/sms-provider.ts";
import { createLog } from "../../src/log.ts";
import { createGateways } from "../../src/sms/gateways.ts";
import { createSmsgateSms } from "../../src/sms/smsgate.ts";
import { createTwilioSms } from "../../src/sms/twilio.ts";
import { createWebhookSms } from "../../src/sms/webhook.ts";
import { selfSigned } from "../support/certificate.ts";
import {
  type Behaviour,
  breaksOff,
  closedPort,
  drops,
  openGateway,
  replies,
  silent,
  stalls,
  TEXT,
} from "./fake-gateway.ts";

const NOW = 1_795_219_200_000;
const QUICK = { timeoutMs: 300 };

const ADAPTERS: readonly [string, (url: string) => SmsProvider][] = [
  [
    "twilio",
    (apiOrigin) =>
      createTwilioSms({
        accountSid: "AC00000000000000000000000000000001",
        authToken: "token",
        from: "+15005550006",
        callback: null,
        apiOrigin,
        ...QUICK,
      }),
  ],
  [
    "webhook",
    (url) => createWebhookSms({ url: `${url}/send`, secret: "secret", clock: () => NOW, ...QUICK }),
  ],
  [
    "smsgate",
    (url) => createSmsgateSms({ url, user: "u", password: "p", signingKey: "k", ...QUICK }),
  ],
];

const unknown = (code: string): SendResult => ({ status: "unknown", code });
const PORTAL = "<!doctype html><html><body>Sign in to the Wi-Fi</body></html>";
const date = new Date(NOW).toUTCString();
const inTwoMinutes = new Date(NOW + 120_000).toUTCString();
const wait = (status: number, seconds?: number): SendResult => ({
  status: "rejected",
  code: `http_${status}`,
  permanent: false,
  ...(seconds === undefined ? {} : { retryAfterSeconds: seconds }),
});
const never = (code: string): SendResult => ({ status: "rejected", code, permanent: true });

const FAULTS: readonly [string, Behaviour, SendResult][] = [
  ["the line is cut after the request", drops, unknown("line_cut")],
  ["no answer comes in time", silent, unknown("no_answer")],
  ["500 from the gateway", replies({ status: 500 }), unknown("http_500")],
  ["502 from a proxy", replies({ status: 502, body: "<html>" }), unknown("http_502")],
  ["504 from a proxy", replies({ status: 504 }), unknown("http_504")],
  ["429 without Retry-After", replies({ status: 429 }), wait(429)],
  [
    "429 with Retry-After in seconds",
    replies({ status: 429, headers: { "retry-after": "7" } }),
    wait(429, 7),
  ],
  [
    "503 with a date in Retry-After",
    replies({ status: 503, headers: { "retry-after": inTwoMinutes, date } }),
    wait(503, 120),
  ],
  [
    "503 with a date in the past in Retry-After",
    replies({ status: 503, headers: { "retry-after": date, date: inTwoMinutes } }),
    wait(503, 0),
  ],
  [
    "429 with a Retry-After of a week",
    replies({ status: 429, headers: { "retry-after": "604800" } }),
    wait(429, 21_600),
  ],
  [
    "429 with an invalid Retry-After",
    replies({ status: 429, headers: { "retry-after": "soon" } }),
    wait(429),
  ],
  ["429 whose body stalls", stalls({ status: 429, headers: { "retry-after": "7" } }), wait(429, 7)],
  ["wrong credentials", replies({ status: 401 }), wait(401)],
  ["a request that is not allowed", replies({ status: 403 }), wait(403)],
  ["a request that is not understood", replies({ status: 400, body: "no" }), never("http_400")],
  ...[301, 302, 307, 308].map((status): [string, Behaviour, SendResult] => [
    `${status}, a redirect that is not followed`,
    replies({ status, headers: { location: "/elsewhere" } }),
    wait(status),
  ]),
  [
    "303, which points to the result of a request",
    replies({ status: 303, headers: { location: "/done" } }),
    unknown("http_303"),
  ],
  ["a network that wants a sign-in", replies({ status: 511, body: PORTAL }), wait(511)],
  ...[404, 405, 407].map((status): [string, Behaviour, SendResult] => [
    `${status}: this address does not accept texts`,
    replies({ status, body: PORTAL }),
    wait(status),
  ]),
  [
    "a page of a sign-in portal",
    replies({ status: 200, body: PORTAL }),
    unknown("not_the_gateway"),
  ],
  [
    "a long page of a sign-in portal",
    replies({ status: 200, body: PORTAL + " ".repeat(100_000) }),
    unknown("not_the_gateway"),
  ],
];

/** Checks that a gateway with this fault gets one text, and the next only once it works again. */
async function keepsOut(
  adapterAt: (url: string) => SmsProvider,
  fault: Behaviour,
  code: string,
): Promise<void> {
  const taken = replies({ status: 202, body: { id: TEXT.id, sid: TEXT.id } });
  await using gateway = await openGateway(fault);
  const adapter = adapterAt(gateway.url);
  expect(await adapter.send(TEXT)).toEqual(unknown(code));
  const notSent = { status: "rejected", code: "no_answer", permanent: false } as const;
  expect(await adapter.send(TEXT)).toEqual(notSent);
  expect(await adapter.send(TEXT)).toEqual(notSent);
  gateway.behave = taken;
  expect(await adapter.send(TEXT)).toMatchObject({ status: "accepted" });
  expect(await adapter.send(TEXT)).toMatchObject({ status: "accepted" });
  const methods = gateway.calls.map(({ method }) => method);
  expect(methods).toEqual(["POST", "HEAD", "HEAD", "HEAD", "POST", "POST"]);
  expect(gateway.calls.slice(1, 4).map(({ path, body }) => path + body)).toEqual(["/", "/", "/"]);
}

describe.each(ADAPTERS.filter(([name]) => name !== "webhook"))("%s", (_, adapterAt) => {
  test("gets no second text after giving no answer, until it answers a probe", async () => {
    await keepsOut(adapterAt, silent, "no_answer");
  });
});

test("an operator's own gateway (webhook) gets the next text even if it does not answer the probe", async () => {
  const taken = replies({ status: 202 });
  await using gateway = await openGateway(silent);
  const { url } = gateway;
  const adapter = createWebhookSms({ url, secret: "secret", clock: () => NOW, ...QUICK });
  expect(await adapter.send(TEXT)).toEqual(unknown("no_answer"));
  gateway.behave = (call, socket) => (call.method === "POST" ? taken(call, socket) : undefined);
  expect(await adapter.send(TEXT)).toMatchObject({ status: "accepted" });
  expect(gateway.calls.map(({ method }) => method)).toEqual(["POST", "HEAD", "POST"]);
});

describe.each([...ADAPTERS])("%s", (_, adapterAt) => {
  test.each([...FAULTS])(
    "sends once and reports the right result: %s",
    async (_name, behave, result) => {
      await using gateway = await openGateway(behave);
      expect(await adapterAt(gateway.url).send(TEXT)).toEqual(result);
      expect(gateway.calls).toHaveLength(1);
    },
  );

  test("gets each text only once, even if it keeps connections open", async () => {
    const headers = { connection: "keep-alive" };
    const taken = { status: 202, headers, body: { id: TEXT.id, sid: TEXT.id } };
    await using gateway = await openGateway(replies(taken, "keep"));
    const adapter = adapterAt(gateway.url);
    expect(await adapter.send(TEXT)).toMatchObject({ status: "accepted" });
    gateway.behave = drops;
    expect(await adapter.send({ ...TEXT, id: "65a0000000000000000000bb" })).toEqual(
      unknown("line_cut"),
    );
    expect(gateway.calls).toHaveLength(2);
  });

  test("gets no second text after cutting every connection, until it answers a probe", async () => {
    await keepsOut(adapterAt, drops, "line_cut");
  });

  test("counts as reachable if it refuses a probe", async () => {
    await using gateway = await openGateway(drops);
    const adapter = adapterAt(gateway.url);
    await adapter.send(TEXT);
    gateway.behave = replies({ status: 404 });
    expect(await adapter.send(TEXT)).toEqual(wait(404));
    expect(gateway.calls.map(({ method }) => method)).toEqual(["POST", "HEAD", "POST"]);
  });

  test("that cannot be reached: the text was not sent", async () => {
    const result = await adapterAt(await closedPort()).send(TEXT);
    expect(result).toEqual({ status: "rejected", code: "ECONNREFUSED", permanent: false });
  });

  test("with an untrusted certificate: the text was not sent", async () => {
    let asked = 0;
    const fetch = (): Response => {
      asked += 1;
      return new Response("{}", { status: 201 });
    };
    const tls = selfSigned("localhost");
    using gateway = Bun.serve({ hostname: "127.0.0.1", port: 0, tls, fetch });
    const result = await adapterAt(`https://localhost:${gateway.port}`).send(TEXT);
    const code = "DEPTH_ZERO_SELF_SIGNED_CERT";
    expect(result).toEqual({ status: "rejected", code, permanent: false });
    expect(asked).toBe(0);
  });

  test.each([
    ["breaks off", breaksOff({ status: 201 })],
    ["stalls", stalls({ status: 201 })],
  ] as const)(
    "reports the text as accepted on a success status, even if the rest of the answer %s",
    async (_name, behave) => {
      await using gateway = await openGateway(behave);
      const result = await adapterAt(gateway.url).send(TEXT);
      expect(result).toEqual({ status: "accepted", providerId: TEXT.id });
      expect(gateway.calls).toHaveLength(1);
    },
  );
});

describe("an answer that does not name the text", () => {
  const answers = ["", "fine", "x".repeat(100_000), [], {}];
  const outcomes = async (name: string): Promise<SendResult[]> => {
    const adapterAt = ADAPTERS.find(([one]) => one === name)?.[1];
    if (adapterAt === undefined) throw new Error(name);
    const sent = answers.map(async (body) => {
      await using gateway = await openGateway(replies({ status: 200, body }));
      return await adapterAt(gateway.url).send(TEXT);
    });
    return await Promise.all(sent);
  };

  test.each(["twilio", "smsgate"])(
    "is not an acceptance from %s, which always names the text",
    async (name) => {
      expect(await outcomes(name)).toEqual(answers.map(() => unknown("not_the_gateway")));
    },
  );

  test("is an acceptance from an operator's own gateway (webhook)", async () => {
    const taken: SendResult = { status: "accepted", providerId: TEXT.id };
    expect(await outcomes("webhook")).toEqual(answers.map(() => taken));
  });
});

describe("the configured gateway", () => {
  const lines: string[] = [];
  const log = createLog({ level: "info", now: () => 0, write: (line) => void lines.push(line) });
  const config = (env: Record<string, string>): SmsConfig =>
    loadConfig({ env, folder: "/nonexistent" }).values;
  const made = (env: Record<string, string>, environment: "live" | "test" = "live") =>
    createGateways({ config: config(env), environment, log, clock: () => NOW, origin: null });
  const WEBHOOK = {
    MAITRED_SMS_PROVIDER: "webhook",
    MAITRED_WEBHOOK_URL: "http://127.0.0.1:1/send",
    MAITRED_WEBHOOK_SECRET: "secret",
  };
  const SMSGATE = {
    MAITRED_SMS_PROVIDER: "smsgate",
    MAITRED_SMSGATE_URL: "http://127.0.0.1:1",
    MAITRED_SMSGATE_USER: "u",
    MAITRED_SMSGATE_PASSWORD: "p",
    MAITRED_SMSGATE_SIGNING_KEY: "k",
  };
  const TWILIO = {
    MAITRED_SMS_PROVIDER: "twilio",
    MAITRED_TWILIO_ACCOUNT_SID: "AC1",
    MAITRED_TWILIO_AUTH_TOKEN: "t",
    MAITRED_TWILIO_FROM: "+15005550006",
  };

  test("is the log by default, which accepts no webhooks", () => {
    const { sends, receives } = made({});
    expect([sends.name, receives]).toEqual(["log", null]);
  });

  test.each([
    ["webhook", WEBHOOK],
    ["smsgate", SMSGATE],
    ["twilio", TWILIO],
  ] as const)("%s sends and receives", (name, env) => {
    const { sends, receives } = made(env);
    expect([sends.name, receives?.name]).toEqual([name, name]);
  });

  test("only logs texts in a test database, but receives replies", () => {
    const { sends, receives } = made(TWILIO, "test");
    expect([sends.name, receives?.name]).toEqual(["log", "twilio"]);
  });

  test.each(["whsec_", "whsec_!!!"])("refuses the secret %j, which contains no key", (secret) => {
    expect(() => made({ ...WEBHOOK, MAITRED_WEBHOOK_SECRET: secret })).toThrow("webhookSecret");
  });

  test.each(
    [WEBHOOK, SMSGATE, TWILIO].flatMap((env) =>
      Object.keys(env)
        .filter((name) => name !== "MAITRED_SMS_PROVIDER")
        .map((missing) => [missing, env] as const),
    ),
  )("without %s is refused, and the error names the setting", (missing, env) => {
    const rest = Object.fromEntries(Object.entries(env).filter(([name]) => name !== missing));
    expect(() => made(rest)).toThrow(ConfigError);
    expect(() => made(rest)).toThrow(missing);
  });
});
