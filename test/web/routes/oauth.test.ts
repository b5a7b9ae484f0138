// Goal: the OAuth endpoints are where clients look for them, and are rate-limited. Pages of clients
// can call some of them. None is served if the connection is not encrypted.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { start } from "../../../src/app.ts";
import type { AuthorizationServer } from "../../../src/auth/oauth/index.ts";
import type { RunningServer } from "../../../src/instance/server.ts";
import { createOAuthLimits } from "../../../src/web/oauth-limits.ts";
import { type Running, running } from "../../cli/command-line.ts";
import { temporaryFolder } from "../../support/database.ts";
import { type DeskWithUser, deskWithUser } from "../../support/desk-with-user.ts";
import { visitorOf } from "../../support/page-visitor.ts";
import { serveApp } from "../../support/served-app.ts";

let desk: DeskWithUser;
beforeAll(async () => {
  desk = await deskWithUser();
});
afterAll(() => desk[Symbol.asyncDispose]());

const WELL_KNOWN = [
  "/.well-known/oauth-authorization-server",
  "/.well-known/oauth-authorization-server/mcp",
  "/.well-known/openid-configuration",
];
const RESOURCE = [
  "/.well-known/oauth-protected-resource",
  "/.well-known/oauth-protected-resource/mcp",
];
const FORMS = ["/token", "/revoke", "/introspect", "/par"];
const PAGE = { Origin: "http://localhost:6274" };
const FORM = { "Content-Type": "application/x-www-form-urlencoded" };
const asked = async (path: string, init: RequestInit = {}) => {
  const response = await fetch(desk.url + path, init);
  return { response, body: (await response.json()) as Record<string, unknown> };
};

describe("discovery", () => {
  test.each(RESOURCE)("%s names us as the authorization server", async (path) => {
    const { response, body } = await asked(path, { headers: PAGE });
    expect(body).toMatchObject({ resource: desk.mcp, authorization_servers: [desk.url] });
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
  });

  test.each(WELL_KNOWN)("%s describes the authorization server", async (path) => {
    const { response, body } = await asked(path, { headers: PAGE });
    expect(body).toMatchObject({ issuer: desk.url, token_endpoint: `${desk.url}/token` });
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect((await asked(path, { method: "POST" })).response.status).toBe(405);
  });

  test("the public keys are published", async () => {
    const { body } = await asked("/.well-known/jwks.json");
    expect(body["keys"]).toMatchObject([{ kty: "EC", alg: "ES256" }]);
    expect(JSON.stringify(body)).not.toContain('"d"');
  });

  test("the answer to an unknown path names the discovery path", async () => {
    const { body } = await asked("/nothing");
    expect(body["paths"]).toContain(WELL_KNOWN[0]);
  });
});

describe("pages of OAuth clients", () => {
  test.each(["/token", "/register", "/revoke"])("may call %s and read refusals", async (path) => {
    const ask = { ...PAGE, "Access-Control-Request-Method": "POST" };
    const preflight = await fetch(desk.url + path, { method: "OPTIONS", headers: ask });
    expect([preflight.status, preflight.headers.get("access-control-allow-origin")]).toEqual([
      204,
      "*",
    ]);
    expect(preflight.headers.get("access-control-allow-headers")).toContain("Authorization");
    const { response } = await asked(path, { method: "POST", headers: PAGE });
    expect(response.status).toBe(400);
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(response.headers.get("access-control-allow-credentials")).toBeNull();
  });

  test.each(["/authorize", "/consent", "/sign-in", "/connected-apps", "/session"])(
    "may not read %s",
    async (path) => {
      const response = await fetch(desk.url + path, { headers: PAGE, redirect: "manual" });
      expect(response.headers.get("access-control-allow-origin")).toBeNull();
    },
  );

  test("may not post to /token from an origin that is neither loopback nor allowed", async () => {
    const headers = { ...FORM, Origin: "https://evil.test" };
    expect((await asked("/token", { method: "POST", headers })).response.status).toBe(403);
  });
});

describe("the OAuth endpoint", () => {
  test.each(FORMS)("%s accepts only POST, and says so otherwise", async (path) => {
    const { response, body } = await asked(path);
    expect([response.status, response.headers.get("allow")]).toEqual([405, "POST"]);
    expect(body["error"]).toBe("method_not_allowed");
  });

  test.each([...FORMS, "/register"])("%s refuses a body of more than a mebibyte", async (path) => {
    const body = "x".repeat(1_048_577);
    const answer = await asked(path, { method: "POST", headers: FORM, body });
    const code = path === "/register" ? "invalid_client_metadata" : "invalid_request";
    expect([answer.response.status, answer.body["error"]]).toEqual([413, code]);
  });

  test("/register/:id refuses a request without a token", async () => {
    const { response, body } = await asked("/register/nobody");
    expect([response.status, body["error"]]).toEqual([401, "invalid_token"]);
  });
});

describe("POST /session", () => {
  const sessionOf = (body: string, type = "application/json") =>
    asked("/session", { method: "POST", headers: { "Content-Type": type }, body });

  test("opens a session; its token can end it and is refused afterwards", async () => {
    const { email, password } = desk.user;
    const { response, body } = await sessionOf(JSON.stringify({ email, password }));
    expect([response.status, body["tokenType"]]).toEqual([200, "Bearer"]);
    const headers = { Authorization: `Bearer ${String(body["token"])}` };
    const ended = await fetch(`${desk.url}/session`, { method: "DELETE", headers });
    expect(ended.status).toBe(204);
    expect((await asked("/session", { method: "DELETE", headers })).response.status).toBe(401);
  });

  test("answers a wrong password with 401", async () => {
    const { response, body } = await sessionOf('{"email":"a@example.com","password":"wrong one"}');
    expect([response.status, body["error"]]).toEqual([401, "sign_in_failed"]);
  });

  test.each([
    ["another format than JSON", "email=x", "application/json"],
    ["another Content-Type", '{"email":"a@b.c","password":"pw"}', "text/plain"],
    ["a field too many", '{"email":"a@b.c","password":"hunter22","admin":true}', undefined],
    ["no password", '{"email":"a@b.c"}', undefined],
    ["a list", "[]", undefined],
  ])("says what to send instead of %s, and repeats no password", async (_, body, type) => {
    const answer = await sessionOf(body, type);
    expect([answer.response.status, answer.body["error"]]).toEqual([400, "invalid_request"]);
    expect(JSON.stringify(answer.body)).toContain("Send JSON");
    expect(JSON.stringify(answer.body)).not.toContain("hunter22");
  });

  test.each([
    ["text/plain", "text/plain"],
    ["application/x-www-form-urlencoded", "application/x-www-form-urlencoded; charset=utf-8"],
  ])("says that the Content-Type is %s if only that is wrong", async (named, type) => {
    const { body } = await sessionOf('{"email":"a@b.c","password":"pw"}', type);
    expect(body["error_description"]).toContain(`The Content-Type is ${named}`);
  });

  test("refuses a body that is too long, and other methods", async () => {
    expect((await sessionOf(JSON.stringify({ email: "x".repeat(20_000) }))).response.status).toBe(
      413,
    );
    const { response } = await asked("/session");
    expect([response.status, response.headers.get("allow")]).toEqual([405, "POST, DELETE"]);
  });
});

describe("rate limits of OAuth", () => {
  const limits = () => createOAuthLimits(() => 0);

  test("count refusals by client and address, and do not affect other clients or addresses", async () => {
    const some = limits();
    const waits = Array.from({ length: 61 }, () => some.refused("a", "1.2.3.4"));
    expect(waits.slice(0, 60)).toEqual(Array.from({ length: 60 }, () => null));
    const last = waits[60];
    expect([last?.status, last?.headers.get("retry-after")]).toEqual([429, "2"]);
    expect(await last?.json()).toMatchObject({ error: "temporarily_unavailable" });
    expect([some.refused("b", "1.2.3.4"), some.refused("a", "1.2.3.5")]).toEqual([null, null]);
  });

  test("allow 600 requests of one address", () => {
    const some = limits();
    const waits = Array.from({ length: 601 }, () => some.arrived("1.2.3.4"));
    expect([waits[599], waits[600]?.status]).toEqual([null, 429]);
  });

  test("answer in the endpoint's format, whether the client names itself in the body or in a header", async () => {
    let served = 0;
    const answer = async (request: Request) => {
      served += 1;
      return Response.json({ error: "x", got: await request.text() }, { status: 400 });
    };
    const oauth = { token: answer } as unknown as AuthorizationServer;
    await using app = await serveApp({ app: { oauth, oauthLimits: limits() } });
    const send = (headers: Record<string, string>, body: string) =>
      fetch(`${app.url}/token`, { method: "POST", headers: { ...FORM, ...headers }, body });
    const first = await send({}, "client_id=a&x=1");
    expect(await first.json()).toEqual({ error: "x", got: "client_id=a&x=1" });
    for (let index = 1; index < 60; index++) await send({}, "client_id=a");
    const refused = await send({}, "client_id=a");
    expect([refused.status, refused.headers.get("access-control-allow-origin")]).toEqual([
      429,
      "*",
    ]);
    const basic = (id: string) => ({ Authorization: `Basic ${btoa(`${id}:secret`)}` });
    expect((await send(basic("a"), "")).status).toBe(429);
    expect((await send(basic("b"), "client_id=a")).status).toBe(400);
    expect(served).toBe(63);
  });
});

describe("an origin without encryption", () => {
  const folder = temporaryFolder();
  const ORIGIN = "http://desk.lan:8484";
  let house: Running;
  let server: RunningServer;
  beforeAll(async () => {
    const started = Promise.withResolvers<RunningServer>();
    const args = ["serve", "--json", "--port", "0", "--data", folder.path, "--origin", ORIGIN];
    house = running(args, {
      now: Date.now,
      start: async (options) => {
        const made = await start(options);
        started.resolve(made);
        return made;
      },
    });
    server = await started.promise;
    await house.ready;
  });
  afterAll(async () => {
    await house.stop();
    folder[Symbol.dispose]();
  });
  const there = { Host: "desk.lan:8484" };

  test.each([...WELL_KNOWN, "/.well-known/jwks.json"])(
    "does not serve %s, and says why",
    async (path) => {
      const response = await fetch(server.local + path, { headers: there });
      expect(response.status).toBe(404);
      expect(await response.text()).toContain("is not encrypted");
    },
  );

  test.each([...FORMS, "/register"])("does not serve %s, and says why", async (path) => {
    const init = { method: "POST", headers: { ...there, ...FORM }, body: "x=1" };
    const response = await fetch(server.local + path, init);
    expect(response.status).toBe(404);
    expect(await response.text()).toContain("is not encrypted");
  });

  test.each(["/authorize?client_id=x", "/consent?request=x"])(
    "refuses %s with a page that says why",
    async (path) => {
      const { status, html } = await visitorOf(server.local).get(path, there);
      expect([status, html.includes("Apps cannot be connected here")]).toEqual([404, true]);
    },
  );

  test("sends no client to an authorization server", async () => {
    const response = await fetch(server.local + (RESOURCE[0] ?? ""), { headers: there });
    const body = (await response.json()) as object;
    expect(body).toMatchObject({ resource: `${ORIGIN}/mcp` });
    expect(body).not.toHaveProperty("authorization_servers");
  });

  test("lets users sign in, with cookies that a browser stores there and sends to no other site", async () => {
    const setup = new URL((JSON.parse(await house.ready) as { setup: string }).setup).pathname;
    const visitor = visitorOf(server.local);
    const page = await visitor.get(setup, there);
    const [csrf = ""] = /(?<=name="csrf" value=")[^"]+/.exec(page.html) ?? [];
    const password = "several easy words";
    const person = { name: "Ada", email: "ada@example.com", password, again: password };
    // Browsers send `Origin: null` to an origin without encryption.
    const response = await fetch(server.local + setup, {
      method: "POST",
      redirect: "manual",
      headers: {
        ...FORM,
        ...there,
        Origin: "null",
        Cookie: [...visitor.cookies].map((pair) => pair.join("=")).join("; "),
      },
      body: new URLSearchParams({ csrf, ...person }).toString(),
    });
    expect(response.status).toBe(303);
    const [cookie] = response.headers.getSetCookie();
    expect(cookie).toMatch(/^maitred=[\w.-]+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=\d+$/);
    const apps = await visitor.get("/connected-apps", {
      ...there,
      Cookie: cookie?.split(";")[0] ?? "",
    });
    expect([apps.status, apps.html.includes("Sign out")]).toEqual([200, true]);
  });

  test("is reported by a warning in the log", async () => {
    const { err } = await house.stop();
    expect(err).toContain('"event":"origin_not_encrypted"');
  });
});
