// Goal: well-formed calls control the clock and the texts of a test database, and of no other
// database.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createTestInterface, type TestMessage } from "../../src/web/test-interface.ts";
import { type ServedApp, serveApp } from "../support/served-app.ts";

const MESSAGE: TestMessage = {
  id: "6560000000000000000000aa",
  brand: "demo-bistro",
  kind: "confirmation",
  to: "+12125550123",
  body: "See you at 7:30 PM.",
  segments: 1,
  state: "due",
  dueAt: 1,
  createdAt: 1,
  reservationId: "6560000000000000000000ab",
  entryId: null,
};

let app: ServedApp;
let key: string;
let now = 1_000;
const asked: unknown[] = [];
beforeAll(async () => {
  const testInterface = createTestInterface({
    now: () => now,
    async setClock(target) {
      now = target;
    },
    messages(filter) {
      asked.push(filter);
      return [MESSAGE];
    },
    brands: () => ["demo-bistro", "demo-trattoria"],
    async reply(text) {
      asked.push(text);
      return "confirmed";
    },
  });
  app = await serveApp({ app: { testInterface } });
  ({ key } = await app.issueKey({ scopes: ["bookings.read"] }));
});
afterAll(() => app[Symbol.asyncDispose]());

async function call(method: string, path: string, body?: unknown) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const response = await fetch(`${app.url}/test${path}`, {
    method,
    headers: { Authorization: `Bearer ${key}` },
    ...(body === undefined ? {} : { body: text }),
  });
  return { status: response.status, body: await response.json() };
}

describe("the clock of a test database", () => {
  test("can be read, set and advanced in milliseconds", async () => {
    expect(await call("GET", "/clock")).toEqual({ status: 200, body: { now: 1_000 } });
    expect((await call("POST", "/clock", { now: 5_000 })).body).toEqual({ now: 5_000 });
    expect((await call("POST", "/clock", { advance: 250 })).body).toEqual({ now: 5_250 });
    expect((await call("POST", "/clock", { advance: 0 })).body).toEqual({ now: 5_250 });
  });

  test.each([
    ["no field", {}],
    ["both fields", { now: 1, advance: 1 }],
    ["a text", { now: "2026-11-20" }],
    ["a fraction", { advance: 1.5 }],
    ["a negative step", { advance: -1 }],
    ["null", { now: null }],
    ["an instant too far ahead", { now: 9e14 }],
    ["an unknown field", { now: 1, zone: "UTC" }],
    ["a list", []],
    ["invalid JSON", "{"],
    ["an empty body", ""],
  ])("is not changed by a call with %s, which is refused with a reason", async (_why, body) => {
    const before = now;
    const answer = await call("POST", "/clock", body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ error: "invalid_request" });
    expect(now).toBe(before);
  });
});

describe("texts of a test database", () => {
  test("are all listed, or only those of a brand or phone; the plus of the phone need not be escaped", async () => {
    asked.length = 0;
    expect((await call("GET", "/messages")).body).toEqual({ messages: [MESSAGE] });
    await call("GET", "/messages?brand=demo-bistro&phone=%2B12125550123");
    await call("GET", "/messages?phone=+12125550123");
    expect(asked).toEqual([
      { brand: null, phone: null },
      { brand: "demo-bistro", phone: "+12125550123" },
      { brand: null, phone: "+12125550123" },
    ]);
    expect((await call("GET", "/messages?telephone=1")).status).toBe(400);
  });

  test("can be received as if a gateway had sent them", async () => {
    asked.length = 0;
    const text = { brand: "demo-bistro", from: "+12125550123", body: "YES" };
    expect(await call("POST", "/messages/reply", text)).toEqual({
      status: 200,
      body: { handledAs: "confirmed" },
    });
    expect(asked).toEqual([text]);
    for (const wrong of [{}, { ...text, from: 1 }, { ...text, brand: "" }, { ...text, extra: 1 }]) {
      expect((await call("POST", "/messages/reply", wrong)).status).toBe(400);
    }
  });

  test("for an unknown brand are refused, with the names of the existing brands", async () => {
    asked.length = 0;
    const text = { brand: "demo-bar", from: "+12125550123", body: "YES" };
    const { status, body } = await call("POST", "/messages/reply", text);
    expect([status, asked]).toEqual([404, []]);
    expect(body).toMatchObject({
      error: "brand_unknown",
      error_description: "There is no brand demo-bar. Known: demo-bistro, demo-trattoria.",
      brands: ["demo-bistro", "demo-trattoria"],
    });
  });
});

test("the test interface refuses calls without a valid key, other methods and large bodies", async () => {
  for (const headers of [{}, { Authorization: "Bearer nonsense" }]) {
    expect((await fetch(`${app.url}/test/clock`, { headers })).status).toBe(401);
  }
  expect((await call("DELETE", "/clock")).status).toBe(405);
  expect((await call("POST", "/clock", " ".repeat(65_537))).status).toBe(413);
});

test("a server without the test interface has none of its paths", async () => {
  await using live = await serveApp({ environment: "live" });
  const { key: liveKey } = await live.issueKey();
  for (const path of ["/test/clock", "/test/messages", "/test/messages/reply", "/test"]) {
    const headers = { Authorization: `Bearer ${liveKey}` };
    expect((await fetch(live.url + path, { headers })).status).toBe(404);
  }
});
