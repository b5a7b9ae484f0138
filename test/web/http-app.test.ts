// Goal: the HTTP server answers at exactly the known paths, with the right headers. (Other files
// test what /mcp answers.)
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { unavailable } from "../../src/storage/storage-errors.ts";
import { createHttpApp } from "../../src/web/http-app.ts";
import { type ServedApp, serveApp } from "../support/served-app.ts";

let app: ServedApp;
let key: string;
beforeAll(async () => {
  app = await serveApp();
  ({ key } = await app.issueKey());
});
afterAll(() => app[Symbol.asyncDispose]());

const PING = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });
const post = (
  body: string | ReadableStream,
  headers: Record<string, string> = {},
): Promise<Response> =>
  fetch(app.mcp, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${key}`,
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
      ...headers,
    },
    body,
  });
const read = async (path: string, init: RequestInit = {}) => {
  const response = await fetch(app.url + path, { redirect: "manual", ...init });
  return { response, body: await response.text() };
};

describe("the check of host and origin comes first:", () => {
  test("a request for another host name is refused even with a valid key, unless it is a health check", async () => {
    const foreign = { headers: { Host: "evil.test" } };
    for (const path of ["/", "/mcp", "/.well-known/oauth-protected-resource", "/nothing"]) {
      expect((await read(path, foreign)).response.status).toBe(421);
    }
    expect((await post(PING, { Host: "evil.test" })).status).toBe(421);
    expect((await read("/healthz", foreign)).response.status).toBe(200);
  });

  test.each(["127.0.0.1:65536", "127.0.0.1:99999", "127.999.1.1"])(
    "the invalid host name %s is refused on every path",
    async (host) => {
      for (const path of ["/", "/mcp", "/healthz", "/nothing", "/hooks/sms/twilio"]) {
        const { response, body } = await read(path, { headers: { Host: host } });
        expect([path, response.status]).toEqual([path, 400]);
        expect(JSON.parse(body)).toMatchObject({ error: "invalid_request" });
      }
    },
  );

  test("the preflight of a page whose origin is not allowed gets 403", async () => {
    const { response } = await read("/mcp", {
      method: "OPTIONS",
      headers: { Origin: "https://evil.test", "Access-Control-Request-Method": "POST" },
    });
    expect(response.status).toBe(403);
  });
});

describe("pages of other origins", () => {
  const headers = { Origin: "http://localhost:6274" };

  test("get an answer to a preflight without a token; the answer allows every header that clients send", async () => {
    const { response } = await read("/mcp", {
      method: "OPTIONS",
      headers: { ...headers, "Access-Control-Request-Method": "POST" },
    });
    expect(response.status).toBe(204);
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(response.headers.get("access-control-allow-credentials")).toBeNull();
    expect(response.headers.get("access-control-allow-methods")).toContain("POST");
    expect(response.headers.get("access-control-allow-headers")?.split(", ")).toEqual([
      "Authorization",
      "Content-Type",
      "Accept",
      "MCP-Protocol-Version",
      "Mcp-Method",
      "Mcp-Name",
      "Mcp-Session-Id",
      "Last-Event-ID",
      "X-Brand-Slug",
    ]);
  });

  test("can read every answer at /mcp, including the 401 and its challenge", async () => {
    const refused = await fetch(app.mcp, { method: "POST", headers, body: PING });
    const answers = [refused, await post(PING, headers), await post("[]", headers)];
    answers.push(await post("x".repeat(1_048_577), headers));
    expect(answers.map((answer) => answer.status)).toEqual([401, 200, 400, 413]);
    for (const answer of answers) {
      expect(answer.headers.get("access-control-allow-origin")).toBe("*");
      expect(answer.headers.get("access-control-expose-headers")).toBe(
        "WWW-Authenticate, Retry-After, MCP-Protocol-Version, Mcp-Session-Id",
      );
    }
  });

  test("cannot read the landing page and the health checks", async () => {
    for (const path of ["/", "/healthz"]) {
      const { response } = await read(path, { headers });
      expect(response.headers.get("access-control-allow-origin")).toBeNull();
    }
  });
});

const padded = (size: number): string => PING.padEnd(size);

describe("request bodies", () => {
  test("of one mebibyte are accepted, and larger ones are refused", async () => {
    expect((await post(padded(1_048_576))).status).toBe(200);
    const over = await post(padded(1_048_577));
    expect(over.status).toBe(413);
    expect(await over.json()).toMatchObject({ error: "body_too_large", limit: 1_048_576 });
  });

  test("of unknown length are read only up to the limit", async () => {
    const chunk = new TextEncoder().encode(" ".repeat(65_536));
    const stream = (chunks: number) =>
      new ReadableStream<Uint8Array>({
        start(controller) {
          for (let index = 0; index < chunks; index++) controller.enqueue(chunk);
          controller.enqueue(new TextEncoder().encode(PING));
          controller.close();
        },
      });
    expect((await post(stream(15))).status).toBe(200);
    expect((await post(stream(16))).status).toBe(413);
  });

  test("without a token are refused for their size first, and only then for the missing token", async () => {
    const anonymous = { Authorization: "" };
    expect((await post(padded(1_048_577), anonymous)).status).toBe(413);
    expect((await post(PING, anonymous)).status).toBe(401);
  });
});

describe("discovery", () => {
  test.each(["/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource/mcp"])(
    "%s describes the resource, and pages of other origins can read it",
    async (path) => {
      const { response, body } = await read(path);
      expect(response.status).toBe(200);
      expect(response.headers.get("access-control-allow-origin")).toBe("*");
      expect(JSON.parse(body)).toEqual({
        resource: app.mcp,
        resource_name: "maitred",
        scopes_supported: ["bookings.read", "bookings.write"],
        bearer_methods_supported: ["header"],
      });
      expect((await read(path, { method: "POST" })).response.status).toBe(405);
    },
  );

  test("announces no authorization server if there is none", async () => {
    for (const name of ["oauth-authorization-server", "openid-configuration"]) {
      expect((await read(`/.well-known/${name}`)).response.status).toBe(404);
    }
  });
});

describe("known and unknown paths", () => {
  test("an unknown path is answered with the known paths and the address of the tools", async () => {
    const { response, body } = await read("/mcp/");
    expect(response.status).toBe(404);
    const answer = JSON.parse(body);
    expect(answer.error).toBe("not_found");
    expect(answer.error_description).toContain(app.mcp);
    expect(answer.paths).toContain("/mcp");
    expect(answer.paths).not.toContain("/test/clock");
  });

  test("a wrong method is answered with the allowed methods", async () => {
    for (const path of ["/", "/healthz", "/readyz"]) {
      const { response, body } = await read(path, { method: "POST" });
      expect(response.status).toBe(405);
      expect(response.headers.get("allow")).toBe("GET, HEAD");
      expect(JSON.parse(body).error).toBe("method_not_allowed");
    }
  });

  test("/healthz answers ok, and /readyz answers 503 if the instance is not ready", async () => {
    expect(JSON.parse((await read("/healthz")).body)).toEqual({ status: "ok" });
    expect((await read("/readyz")).response.status).toBe(200);
    await using red = await serveApp({
      app: { ready: () => ({ ready: false, checks: { writes: false } }) },
    });
    const answer = await fetch(`${red.url}/readyz`);
    expect(answer.status).toBe(503);
    expect(await answer.json()).toEqual({ status: "not_ready", checks: { writes: false } });
  });

  test("the root path says what maitred is: to programs in JSON, to people on a page", async () => {
    expect(JSON.parse((await read("/")).body)).toMatchObject({ name: "maitred", mcp: app.mcp });
    const page = await read("/", { headers: { Accept: "text/html,*/*" } });
    expect(page.response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(page.body).toContain(`<code>${app.mcp}</code>`);
  });

  test("under the host name localhost, pages redirect to the origin, and /mcp works", async () => {
    const { port } = new URL(app.url);
    const named = `http://localhost:${port}`;
    const page = await fetch(`${app.url}/?a=1`, {
      redirect: "manual",
      headers: { Host: `localhost:${port}` },
    });
    expect(page.status).toBe(308);
    expect(page.headers.get("location")).toBe(`${app.url}/?a=1`);
    expect((await post(PING, { Host: new URL(named).host })).status).toBe(200);
  });

  test("behind a proxy that forwards to a loopback name, pages do not redirect in a loop", async () => {
    await using proxied = await serveApp({ app: { origin: "https://book.example.com" } });
    const page = await fetch(`${proxied.url}/`, { redirect: "manual" });
    expect(page.status).toBe(200);
    expect(await page.json()).toMatchObject({ mcp: "https://book.example.com/mcp" });
    expect(page.headers.get("strict-transport-security")).not.toBeNull();
  });
});

describe("every answer", () => {
  test("has the security headers and its own id, which is in the request's one log line", async () => {
    for (const path of ["/", "/nothing", "/mcp?token=hidden"]) {
      const before = app.log.length;
      const { response } = await read(path);
      expect(response.headers.get("x-content-type-options")).toBe("nosniff");
      expect(response.headers.get("x-frame-options")).toBe("DENY");
      expect(response.headers.get("referrer-policy")).toBe("no-referrer");
      expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
      const lines = app.log.slice(before).filter((line) => line.event === "request");
      expect(lines).toHaveLength(1);
      expect(lines[0]?.fields["requestId"]).toBe(response.headers.get("x-request-id"));
      expect(lines[0]?.fields).toMatchObject({ status: response.status, address: "127.0.0.1" });
      expect(JSON.stringify(lines)).not.toContain("hidden");
    }
  });

  test("after an internal error is 500; it has the request's id, and does not tell the cause", async () => {
    await using broken = await serveApp({
      app: {
        mcp: async () => {
          throw new Error("the secret cause");
        },
      },
    });
    const { key: brokenKey } = await broken.issueKey();
    const response = await fetch(broken.mcp, {
      method: "POST",
      headers: { Authorization: `Bearer ${brokenKey}` },
      body: PING,
    });
    expect(response.status).toBe(500);
    const text = await response.text();
    expect(text).toContain(response.headers.get("x-request-id") ?? "?");
    expect(text).not.toContain("secret cause");
    expect(broken.log.find((line) => line.event === "request_failed")?.level).toBe("error");
  });

  test("while the disk is full is 503, says when to try again, and says that nothing was saved", async () => {
    await using full = await serveApp({
      app: {
        mcp: async () => {
          throw unavailable("disk_full");
        },
      },
    });
    const { key: fullKey } = await full.issueKey();
    const response = await fetch(full.mcp, {
      method: "POST",
      headers: { Authorization: `Bearer ${fullKey}` },
      body: PING,
    });
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(await response.json()).toMatchObject({
      error: "temporarily_unavailable",
      error_description: expect.stringContaining("nothing was saved"),
    });
    expect(full.log.find((line) => line.event === "request_failed")?.level).toBe("warn");
  });
});

test("requests are answered even if the client's address is not known", async () => {
  const bare = createHttpApp({
    origin: "http://127.0.0.1:1",
    allowedHosts: [],
    allowedOrigins: [],
    trustedProxies: [],
    version: "0",
    log: { debug() {}, info() {}, warn() {}, error() {} },
    gate: () => ({ ok: false, response: new Response(null, { status: 401 }) }),
    mcp: async () => new Response(null),
    ready: () => ({ ready: true, checks: {} }),
    smsHooks: { gateway: null, origin: "http://127.0.0.1:1", now: () => 0, take: async () => {} },
  });
  const answer = await bare.fetch(new Request("http://127.0.0.1:1/healthz"));
  expect(answer.status).toBe(200);
});
