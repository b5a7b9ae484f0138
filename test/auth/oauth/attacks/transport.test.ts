// Goal: requests for another host, from another site, or with a malformed body are refused. No
// request causes a server error.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type DeskWithUser, deskWithUser } from "../../../support/desk-with-user.ts";
import { type Answered, ask, connect, type Held } from "./attacked-desk.ts";

let desk: DeskWithUser;
let held: Held;
beforeAll(async () => {
  desk = await deskWithUser();
  held = await connect(desk);
});
afterAll(() => desk[Symbol.asyncDispose]());

const PATHS = [
  "/",
  "/mcp",
  "/token",
  "/register",
  "/register/x",
  "/revoke",
  "/introspect",
  "/par",
  "/authorize",
  "/consent",
  "/sign-in",
  "/sign-out",
  "/session",
  "/connected-apps",
  "/setup/x",
  "/.well-known/oauth-authorization-server",
  "/.well-known/oauth-protected-resource/mcp",
  "/.well-known/jwks.json",
  "/test/clock",
];

describe("with another Host,", () => {
  test.each([
    "evil.example",
    "evil.example:80",
    "127.0.0.1.evil.example",
    "localhost.evil.example",
    "127.0.0.1@evil.example",
    "evil.example#127.0.0.1",
    "2130706433",
    "",
  ])("%p, a request is refused, and the answer has our own address", async (Host) => {
    for (const path of PATHS) {
      const answer = await ask(desk.url + path, { headers: { Host } });
      expect([path, answer.status]).toEqual([path, 421]);
      expect(answer.body["url"]).toBe(desk.mcp);
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
  });

  test("published documents name our own origin, whatever the headers say", async () => {
    const headers = {
      "X-Forwarded-Host": "evil.example",
      "X-Forwarded-Proto": "https",
      Forwarded: "host=evil.example;proto=https",
      "X-Original-Host": "evil.example",
      Host: `localhost:${new URL(desk.url).port}`,
    };
    for (const path of PATHS.filter((one) => one.startsWith("/.well-known"))) {
      const { text } = await ask(desk.url + path, { headers });
      expect(text).not.toContain("evil.example");
      expect(text).not.toContain("//localhost");
    }
    const refused = await ask(desk.mcp, { method: "POST", headers });
    expect(refused.headers.get("www-authenticate")).toContain(`resource_metadata="${desk.url}/`);
  });
});

describe("from a page of another site", () => {
  test.each([
    "https://evil.example",
    "null",
    "http://evil.example:6274",
    "file://",
    "http://127.0.0.1.evil.example",
  ])("%p, nothing can be called", async (Origin) => {
    for (const path of PATHS.filter((one) => one !== "/authorize")) {
      for (const method of ["GET", "POST"]) {
        const answer = await ask(desk.url + path, {
          method,
          headers: {
            Origin,
            "Sec-Fetch-Site": "cross-site",
            Authorization: `Bearer ${held.access}`,
          },
        });
        expect([path, method, answer.status]).toEqual([path, method, 403]);
        expect(answer.headers.getSetCookie()).toEqual([]);
      }
    }
  });
});

const call = (body: string | Uint8Array, headers: Record<string, string> = {}): Promise<Answered> =>
  ask(desk.mcp, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${held.access}`,
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
      ...headers,
    },
    body,
  });
const list = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });

describe("at /mcp, with a valid token, refused without a server error:", () => {
  test.each<[string, string | Uint8Array, Record<string, string>]>([
    ["20 000 opening brackets", "[".repeat(20_000), {}],
    ["20 000 nested levels", "[".repeat(20_000) + "]".repeat(20_000), {}],
    [
      "deep arguments",
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_brands","arguments":{"a":${"[".repeat(20_000)}${"]".repeat(20_000)}}}}`,
      {},
    ],
    ["invalid JSON", "{", {}],
    ["bytes that are no text", new Uint8Array([0xff, 0xfe, 0x00]), {}],
    ["a number", "7", {}],
    ["null", "null", {}],
    ["another content type", list, { "Content-Type": "text/plain" }],
    [
      "a batch for the newest protocol",
      `[${list},${list}]`,
      { "MCP-Protocol-Version": "2026-07-28" },
    ],
    ["an unknown version", list, { "MCP-Protocol-Version": "1999-01-01" }],
    [
      "a header that names another method",
      list,
      { "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call" },
    ],
    [
      "a tool named like a property of every object",
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"__proto__"}}',
      {},
    ],
    [
      "a method named like a property of every object",
      '{"jsonrpc":"2.0","id":1,"method":"constructor"}',
      {},
    ],
  ])("%s", async (_name, body, headers) => {
    const answer = await call(body, headers);
    expect(answer.status).toBeLessThan(500);
    expect(answer.text).toMatch(/"error"|"isError":true/);
    expect(answer.text).not.toContain(held.access);
    expect(answer.text.length).toBeLessThan(10_000);
  });

  test("a body of two megabytes, with or without a Content-Length", async () => {
    const large = `{"a":"${"x".repeat(2 * 1024 * 1024)}"}`;
    const chunks = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(large));
        controller.close();
      },
    });
    expect((await call(large)).status).toBe(413);
    const streamed = await ask(desk.mcp, {
      method: "POST",
      headers: { Authorization: `Bearer ${held.access}`, "Content-Type": "application/json" },
      body: chunks,
    });
    expect(streamed.status).toBe(413);
  });

  test("other methods than POST; and no protocol session is opened", async () => {
    for (const method of ["GET", "DELETE", "PUT", "PATCH"]) {
      const headers = { Authorization: `Bearer ${held.access}`, Accept: "text/event-stream" };
      const answer = await ask(desk.mcp, { method, headers });
      expect([method, answer.status]).toEqual([method, 405]);
    }
    expect((await call(list)).headers.get("mcp-session-id")).toBeNull();
  });
});

test("no method and no odd path causes a server error", async () => {
  for (const path of [...PATHS, "/%00", "/%", "/%ff", "//", "/..%2f", `/${"x".repeat(4000)}`]) {
    for (const method of ["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "PROPFIND"]) {
      const { status } = await ask(desk.url + path, { method });
      if (status >= 500) throw new Error(`${method} ${path}: ${status}`);
    }
  }
});
