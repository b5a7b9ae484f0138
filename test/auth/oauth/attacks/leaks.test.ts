// Goal: no token, code or secret gets into the log, an error or the database, wherever a client
// puts it; no guest's phone or text gets into the log.

import { Database } from "bun:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { makeSetupLink } from "../../../../src/auth/setup-link.ts";
import { type DeskWithUser, deskWithUser } from "../../../support/desk-with-user.ts";
import { hiddenIn, visitorOf } from "../../../support/page-visitor.ts";
import {
  type Answered,
  ask,
  authorization,
  CALLBACK,
  callTool,
  codeOf,
  connect,
  heldOf,
  post,
  redeem,
  refresh,
  register,
  sendRegistration,
} from "./attacked-desk.ts";

const PHONE = "+12125550187";
const TEXT = "Can we bring a very small giraffe";

let desk: DeskWithUser;
/** All secrets of one complete use of the server, by name. */
const secrets: Record<string, string> = {};
beforeAll(async () => {
  desk = await deskWithUser("--clock", "2026-11-20T15:00:00Z");
  await live();
});
afterAll(() => desk[Symbol.asyncDispose]());

async function live(): Promise<void> {
  const client = await register(desk, { token_endpoint_auth_method: "client_secret_post" });
  const clientId = client.client_id;
  const client_secret = String(client["client_secret"]);
  const issued = await codeOf(desk, clientId);
  const held = heldOf(clientId, await redeem(desk, issued, { client_secret }));
  const next = heldOf(clientId, await refresh(desk, held, { client_secret }));
  const { body } = await post(desk, "/par", {
    ...Object.fromEntries(authorization(desk, clientId).searchParams),
    client_secret,
  });
  const visitor = visitorOf(desk.url);
  await visitor.signIn(desk.user);
  const page = await visitor.get("/connected-apps");
  const { email, password } = desk.user;
  const opened = await ask(`${desk.url}/session`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  Object.assign(secrets, {
    apiKey: desk.apiKey,
    clientSecret: client_secret,
    registrationToken: String(client["registration_access_token"]),
    code: issued.code,
    verifier: issued.verifier,
    access: held.access,
    refresh: held.refresh,
    nextAccess: next.access,
    nextRefresh: next.refresh,
    requestUri: String(body["request_uri"]).split(":").at(-1),
    password,
    session: String(opened.body["token"]),
    csrf: hiddenIn(page.html)["csrf"],
  });
  for (const [name, value] of visitor.cookies) secrets[`cookie ${name}`] = value;
}

/** The last 30 characters, which are random in every kind of secret. */
const randomPart = (secret: string): string => secret.slice(-30);

const logged = (): string => desk.logged.join("");

function expectNothingLogged(): void {
  const log = logged();
  const found = Object.entries(secrets).filter(([, secret]) => log.includes(randomPart(secret)));
  expect(found.map(([name]) => name)).toEqual([]);
}

test("the secrets of every kind were collected", () => {
  expect(Object.keys(secrets).length).toBeGreaterThanOrEqual(15);
  for (const [name, secret] of Object.entries(secrets)) {
    expect([name, secret?.length > 7]).toEqual([name, true]);
  }
});

test("a complete use of the server logs no secret", () => {
  expect(desk.logged.length).toBeGreaterThan(15);
  expectNothingLogged();
});

describe("a secret sent in the wrong place:", () => {
  const json = { "Content-Type": "application/json" };
  const form = { "Content-Type": "application/x-www-form-urlencoded" };

  const inPath = (secret: string) =>
    [
      "/",
      "/mcp/",
      "/token/",
      "/register/",
      "/setup/",
      "/.well-known/",
      "/sign-in/",
      "//setup/",
      "/SETUP/",
      "/x/y/",
    ].flatMap((path) =>
      ["GET", "POST", "PUT"].map((method) => ask(desk.url + path + secret, { method })),
    );
  const inQuery = (secret: string) =>
    [
      "/mcp",
      "/token",
      "/introspect",
      "/register",
      "/session",
      "/sign-in",
      "/connected-apps",
    ].flatMap((path) =>
      ["GET", "POST"].map((method) =>
        ask(`${desk.url}${path}?access_token=${secret}&${secret}=1&token=${secret}`, {
          method,
          headers: form,
        }),
      ),
    );
  const inHeader = (secret: string) =>
    ["/mcp", "/token", "/register/x", "/session", "/authorize"].flatMap((path) =>
      [
        { Authorization: `Basic ${secret}` },
        { Authorization: `Basic ${Buffer.from(`${secret}:${secret}`).toString("base64")}` },
        { Authorization: secret },
        { Authorization: `Bearer ${secret} ${secret}` },
        { "Content-Type": secret },
        { "Mcp-Session-Id": secret, "MCP-Protocol-Version": secret, "X-Brand-Slug": secret },
        {
          "X-Forwarded-For": secret,
          "User-Agent": secret,
          Referer: `https://a.example/?${secret}`,
        },
      ].map((headers) =>
        ask(desk.url + path, { method: "POST", headers: headers as never, body: "{}" }),
      ),
    );
  const inForm = (secret: string) =>
    ["/token", "/revoke", "/introspect", "/par"].flatMap((path) => [
      ...[
        "grant_type",
        "client_id",
        "code",
        "refresh_token",
        "code_verifier",
        "redirect_uri",
        "resource",
        "scope",
      ].flatMap((name) =>
        ["authorization_code", "refresh_token"].map((grant_type) =>
          post(desk, path, { grant_type, client_id: "nobody", [name]: secret }),
        ),
      ),
      post(desk, path, `${secret}=1&${secret}=2`),
      post(desk, path, secret),
      post(desk, path, { client_assertion: secret, client_assertion_type: secret }),
    ]);
  const atAuthorize = async (secret: string): Promise<Answered[]> => {
    const { client_id: clientId } = await register(desk);
    const odd = { redirect_uri: `${CALLBACK}?code=${secret}` };
    return Promise.all(
      [
        { client_id: secret },
        { redirect_uri: secret },
        odd,
        { resource: `https://a.example/${secret}` },
        { response_type: secret },
        { response_mode: secret },
        { code_challenge_method: secret },
        { request_uri: secret },
        { [secret]: "x" },
      ].map((change) => ask(authorization(desk, clientId, change as Record<string, string>))),
    );
  };
  const inJson = (secret: string) => [
    sendRegistration(desk, secret),
    sendRegistration(desk, { redirect_uris: [secret] }),
    sendRegistration(desk, { redirect_uris: [`http://a.example/${secret}`] }),
    sendRegistration(desk, {
      redirect_uris: [CALLBACK],
      jwks: { keys: [{ kty: "oct", k: secret }] },
    }),
    ask(`${desk.url}/session`, {
      method: "POST",
      headers: json,
      body: JSON.stringify({ email: secret, password: secret, [secret]: 1 }),
    }),
    ask(`${desk.url}/session`, { method: "POST", headers: json, body: secret }),
    ask(desk.mcp, { method: "POST", headers: json, body: JSON.stringify({ token: secret }) }),
  ];

  test.each([
    "apiKey",
    "access",
    "refresh",
    "code",
    "clientSecret",
    "registrationToken",
    "session",
  ])("%s is neither logged nor repeated in an answer", async (name) => {
    const secret = secrets[name] ?? "";
    const answers = await Promise.all([
      ...inPath(secret),
      ...inQuery(secret),
      ...inHeader(secret),
      ...inForm(secret),
      ...inJson(secret),
    ]);
    answers.push(...(await atAuthorize(secret)));
    expect(answers.length).toBeGreaterThan(150);
    const repeating = answers.filter(
      ({ text, headers }) =>
        text.includes(randomPart(secret)) ||
        (headers.get("www-authenticate") ?? "").includes(randomPart(secret)),
    );
    expect(repeating.map(({ text }) => text.slice(0, 300))).toEqual([]);
    expectNothingLogged();
  });

  test("a password, a code verifier and a set-up link are not logged, although they have no recognisable form", async () => {
    const { verifier = "", password = "" } = secrets;
    const setup = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64url");
    secrets["setup"] = setup;
    for (const secret of [verifier, setup]) await Promise.all(inPath(secret));
    for (const secret of [verifier, setup]) {
      await Promise.all([...inHeader(secret), ...inForm(secret), ...inJson(secret)]);
    }
    for (const secret of [password, verifier, setup]) await Promise.all(inQuery(secret));
    const fields = { email: password, password, csrf: "x", next: `/${setup}` };
    await post(desk, "/sign-in", fields);
    await post(desk, "/sign-out", fields);
    expectNothingLogged();
  });
});

test("guests' phones and texts are not logged", async () => {
  const headers = { Authorization: `Bearer ${desk.apiKey}`, "Content-Type": "application/json" };
  const brand = "demo-bistro";
  const booked = await callTool(desk, desk.apiKey, "create_booking", {
    brand,
    name: "Ada Lovelace",
    phone: PHONE,
    numberOfPeople: 2,
    date: "Friday, November 20, 2026",
    time: "7:30 PM",
    notes: TEXT,
  });
  expect(booked.text).not.toContain("isError");
  const replied = await ask(`${desk.url}/test/messages/reply`, {
    method: "POST",
    headers,
    body: JSON.stringify({ brand, from: PHONE, body: TEXT }),
  });
  expect(replied.status).toBe(200);
  const filter = `phone=${encodeURIComponent(PHONE)}`;
  const texts = await ask(`${desk.url}/test/messages?${filter}`, { headers });
  const bodies = (texts.body["messages"] as { body: string }[]).map(({ body }) => body);
  expect(bodies).not.toEqual([]);
  await ask(`${desk.url}/${PHONE}`);
  await callTool(desk, desk.apiKey, PHONE, { [PHONE]: TEXT });
  for (const number of [PHONE, PHONE.slice(1), PHONE.slice(2)])
    expect(logged()).not.toContain(number);
  // In test databases the simulated gateway logs what it would have sent.
  const others = desk.logged.filter((line) => !line.includes('"event":"sms"')).join("");
  for (const body of [TEXT, ...bodies]) expect(others).not.toContain(body);
});

describe("the database", () => {
  test("has no secret in any table or file", async () => {
    const held = await connect(desk);
    Object.assign(secrets, { access2: held.access, refresh2: held.refresh });
    const { server } = desk;
    await server.writer.write(() => undefined);
    const folder = dirname(server.database);
    const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), "latin1"));
    const database = new Database(server.database, { readonly: true });
    const tables = database
      .query<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'table'")
      .all();
    expect(tables.map(({ name }) => name)).toContain("audit");
    const dump = tables.map(({ name }) =>
      JSON.stringify(database.query(`SELECT * FROM "${name}"`).all()),
    );
    database.close();
    const everything = [...files, ...dump];
    const found = Object.entries(secrets).filter(([, secret]) =>
      everything.some((text) => text.includes(randomPart(secret))),
    );
    expect(found.map(([name]) => name)).toEqual([]);
  });

  test("has no set-up link", async () => {
    const rows = { users: { any: () => false } };
    const stores = {
      ...desk.server.stores,
      ...rows,
    } as unknown as DeskWithUser["server"]["stores"];
    const token = await makeSetupLink({ ...desk.server, stores });
    expect(token).toHaveLength(43);
    const folder = dirname(desk.server.database);
    const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), "latin1"));
    expect(files.some((file) => file.includes(token ?? ""))).toBe(false);
  });
});
