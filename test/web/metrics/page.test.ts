// Goal: metrics can be read only with permission, and each event is counted once, with labels that
// no caller can choose.
import { afterEach, describe, expect, test } from "bun:test";
import { createBooking } from "../../../src/operations/create-booking.ts";
import { OPERATIONS } from "../../../src/operations/index.ts";
import { createInvoke } from "../../../src/operations/invoke.ts";
import type { GuestPages } from "../../../src/web/guest/guest-pages.tsx";
import { createMetrics } from "../../../src/web/metrics/instance-metrics.ts";
import { measuredGateway, measuredInvoke } from "../../../src/web/metrics/measured.ts";
import { toolCall } from "../../faults/product.ts";
import { addBrands } from "../../storage/samples.ts";
import { deskCaller } from "../../support/desk-evening.ts";
import { type ServedApp, serveApp } from "../../support/served-app.ts";
import { samplesOf } from "./samples.ts";

const TOKEN = "figures-are-for-the-scraper";
const open: ServedApp[] = [];
afterEach(async () => {
  for (const app of open.splice(0)) await app[Symbol.asyncDispose]();
});

async function served(
  options: { token?: string | null; origin?: string; guestPages?: GuestPages } = {},
) {
  const metrics = createMetrics({ version: "0.0.0-test", commit: "unknown", startedAt: 0 });
  const { token = null, origin, guestPages } = options;
  const app = await serveApp({
    operations: OPERATIONS,
    app: {
      counted: metrics,
      metrics: { text: metrics.text, token },
      ...(origin === undefined ? {} : { origin }),
      ...(guestPages === undefined ? {} : { guestPages }),
    },
  });
  open.push(app);
  const read = async () => samplesOf(await (await fetch(`${app.url}/metrics`)).text());
  return { ...app, metrics, read };
}

describe("reading metrics", () => {
  const asks: readonly [
    string,
    { token?: string | null; origin?: string },
    Record<string, string>,
    number,
  ][] = [
    ["is allowed on this machine if no token is set", {}, {}, 200],
    ["is refused through a proxy", {}, { "x-forwarded-for": "203.0.113.9" }, 403],
    ["is refused through a proxy that sends Via", {}, { via: "1.1 proxy" }, 403],
    [
      "is refused at a public origin if no token is set",
      { origin: "https://book.example.com" },
      {},
      403,
    ],
    ["is refused without the token", { token: TOKEN }, {}, 401],
    ["is refused with another token", { token: TOKEN }, { authorization: `Bearer ${TOKEN}x` }, 401],
    ["is allowed with the token", { token: TOKEN }, { authorization: `Bearer ${TOKEN}` }, 200],
    [
      "is allowed with the token through a proxy",
      { token: TOKEN, origin: "https://book.example.com" },
      { authorization: `Bearer ${TOKEN}`, "x-forwarded-for": "203.0.113.9" },
      200,
    ],
    [
      "is allowed with the token at any host name",
      { token: TOKEN },
      { authorization: `Bearer ${TOKEN}`, host: "maitred.monitoring" },
      200,
    ],
    ["is refused at another host name if no token is set", {}, { host: "rebound.example" }, 421],
  ];
  test.each(asks)("%s", async (_, options, headers, status) => {
    const { url } = await served(options);
    const response = await fetch(`${url}/metrics`, { headers });
    const text = await response.text();
    expect(response.status).toBe(status);
    expect(text.includes("maitred_build_info")).toBe(status === 200);
    if (status === 200) {
      expect(response.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
    } else {
      expect(text).not.toContain(TOKEN);
    }
  });

  test("is refused unless metrics are switched on", async () => {
    const app = await serveApp();
    open.push(app);
    expect((await fetch(`${app.url}/metrics`)).status).toBe(404);
  });

  test("is possible with GET and HEAD only", async () => {
    const { url } = await served();
    const response = await fetch(`${url}/metrics`, { method: "POST" });
    expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
    expect((await fetch(`${url}/metrics`, { method: "HEAD" })).status).toBe(200);
  });
});

describe("requests in the metrics", () => {
  test("are counted by the pattern of their route, whatever path was requested", async () => {
    const guestPages = () => Promise.resolve(new Response());
    const { url, read } = await served({ guestPages });
    for (const path of ["r/one", "r/two", "o/one", "r/one/calendar.ics"]) {
      await fetch(`${url}/${path}`);
    }
    await fetch(`${url}/healthz`);
    await fetch(`${url}/healthz`);
    await fetch(`${url}/hooks/sms/one`, { method: "POST" });
    await fetch(`${url}/hooks/sms/two`, { method: "POST" });
    for (let n = 0; n < 20; n += 1) await fetch(`${url}/guess-${n}`);
    await fetch(`${url}/healthz`, { method: "PURGE" });
    const samples = await read();
    const requests = [...samples.keys()].filter((key) => key.startsWith("maitred_http_requests"));
    expect(requests.sort()).toEqual([
      'maitred_http_requests_total{route="/healthz",method="GET",status="200"}',
      'maitred_http_requests_total{route="/healthz",method="other",status="405"}',
      'maitred_http_requests_total{route="/hooks/sms/:provider",method="POST",status="404"}',
      'maitred_http_requests_total{route="/o/:token",method="GET",status="200"}',
      'maitred_http_requests_total{route="/r/:token",method="GET",status="200"}',
      'maitred_http_requests_total{route="/r/:token/calendar.ics",method="GET",status="200"}',
      'maitred_http_requests_total{route="other",method="GET",status="404"}',
    ]);
    expect(samples.get(requests[0] ?? "")).toBe(2);
    expect(samples.get('maitred_http_request_seconds_count{route="other"}')).toBe(20);
  });
});

describe("event streams in the metrics", () => {
  test("count as open until either side ends them", async () => {
    const streams: ReadableStreamDefaultController<Uint8Array>[] = [];
    const metrics = createMetrics({ version: "0.0.0-test", commit: "unknown", startedAt: 0 });
    const app = await serveApp({
      app: {
        counted: metrics,
        metrics: { text: metrics.text, token: null },
        mcp: () => {
          const body = new ReadableStream<Uint8Array>({
            start: (controller) => {
              streams.push(controller);
              controller.enqueue(new TextEncoder().encode(": hello\n\n"));
            },
          });
          const headers = { "content-type": "text/event-stream" };
          return Promise.resolve(new Response(body, { headers }));
        },
      },
    });
    open.push(app);
    const { key } = await app.issueKey();
    const count = async (): Promise<number | undefined> =>
      samplesOf(await (await fetch(`${app.url}/metrics`)).text()).get("maitred_http_streams");
    const listen = async (signal: AbortSignal | null = null) => {
      const headers = { authorization: `Bearer ${key}` };
      const response = await fetch(app.mcp, { method: "POST", body: "{}", headers, signal });
      const reader = response.body?.getReader();
      await reader?.read();
      return reader;
    };
    const leaving = new AbortController();
    const stays = await listen();
    await listen(leaving.signal);
    expect(await count()).toBe(2);
    leaving.abort();
    while ((await count()) === 2);
    expect(await count()).toBe(1);
    streams[0]?.close();
    expect((await stays?.read())?.done).toBe(true);
    expect(await count()).toBe(0);
  });
});

describe("measured calls", () => {
  test("reach the operation with all their arguments", async () => {
    let given: unknown;
    const counted = measuredInvoke(
      (...call) => {
        given = call;
        return Promise.resolve({ structured: {}, json: "{}", text: "", replayed: false });
      },
      createMetrics({ version: "0.0.0-test", commit: "unknown", startedAt: 0 }),
    );
    const call = [createBooking, {}, deskCaller("demo-bistro"), { revision: 3 }] as const;
    await counted(...call);
    expect(given).toEqual(call);
  });

  test("are counted by outcome, and refusals by each of their reasons", async () => {
    const metrics = createMetrics({ version: "0.0.0-test", commit: "unknown", startedAt: 0 });
    const app = await serveApp({ operations: OPERATIONS });
    open.push(app);
    addBrands(app.house.stores);
    const { stores, writer } = app.house;
    const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));
    const invoke = measuredInvoke(
      createInvoke({ stores, writer, clock: () => app.now, random }),
      metrics,
    );
    const measured = await serveApp({ operations: OPERATIONS, invoke });
    open.push(measured);
    addBrands(measured.house.stores);
    const { key } = await measured.issueKey();
    const call = (tool: string, args: object) => toolCall(measured.mcp, key, tool, args);
    const guest = { name: "Ana", date: "Friday, November 20, 2026", time: "7:30 PM" };
    const once = { ...guest, numberOfPeople: 2, idempotencyKey: crypto.randomUUID() };
    await call("list_brands", {});
    await call("create_booking", once);
    await call("create_booking", once);
    await call("create_booking", { ...guest, numberOfPeople: 60, time: "3:00 AM" });
    const samples = samplesOf(metrics.text());
    const named = (prefix: string) =>
      Object.fromEntries([...samples].filter(([series]) => series.startsWith(prefix)));
    const calls = named("maitred_tool_calls_total");
    expect(calls['maitred_tool_calls_total{tool="create_booking",outcome="ok"}']).toBe(1);
    expect(calls['maitred_tool_calls_total{tool="create_booking",outcome="replayed"}']).toBe(1);
    expect(calls['maitred_tool_calls_total{tool="list_brands",outcome="ok"}']).toBe(1);
    expect(Object.keys(calls)).toHaveLength(4);
    expect(Object.keys(named("maitred_refusals_total")).length).toBeGreaterThan(1);
  });

  test("to the gateway are counted by its answer, or as failed if it throws", async () => {
    const metrics = createMetrics({ version: "0.0.0-test", commit: "unknown", startedAt: 0 });
    const answers = [{ status: "accepted", providerId: "p" }, { status: "unknown" }] as const;
    let n = 0;
    const gateway = measuredGateway(
      {
        name: "test",
        capabilities: { dedupesById: false, deliveryReports: false, inbound: false },
        send: () => {
          const answer = answers[n++];
          return answer === undefined
            ? Promise.reject(new Error("broken"))
            : Promise.resolve(answer);
        },
      },
      metrics,
    );
    const text = {
      id: "1",
      kind: "reply",
      to: "+12125550123",
      body: "Hi",
      ttlSeconds: 60,
    } as const;
    expect((await gateway.send(text)).status).toBe("accepted");
    expect((await gateway.send(text)).status).toBe("unknown");
    expect(await gateway.send(text).catch((error: Error) => error.message)).toBe("broken");
    const samples = samplesOf(metrics.text());
    for (const outcome of ["accepted", "unknown", "failed"]) {
      expect(samples.get(`maitred_sms_attempts_total{outcome="${outcome}"}`)).toBe(1);
    }
  });
});
