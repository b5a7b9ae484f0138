// Goal: registering does nothing but make a new client, and a registration is changed only with its
// own token. Method: requests over HTTP.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type DeskWithUser, deskWithUser } from "../../../support/desk-with-user.ts";
import {
  type Answered,
  ask,
  authorization,
  CALLBACK,
  connect,
  opens,
  post,
  register,
  sendRegistration,
} from "./attacked-desk.ts";

let desk: DeskWithUser;
beforeAll(async () => {
  desk = await deskWithUser();
});
afterAll(() => desk[Symbol.asyncDispose]());

const clients = () => desk.server.stores.oauthClients.list().length;
const deep = "[".repeat(20_000) + "]".repeat(20_000);
const many = Array.from({ length: 1000 }, (_, index) => `https://app.example.com/${index}`);

describe("a registration is refused, and nothing is stored:", () => {
  test.each<[string, unknown]>([
    ["null", "null"],
    ["an array", [{ redirect_uris: [CALLBACK] }]],
    ["a string", '"https://app.example.com/cb"'],
    ["a number", "7"],
    ["invalid JSON", "{"],
    ["an empty body", ""],
    ["20 000 nested arrays", deep],
    ["20 000 nested arrays instead of a redirect URI", `{"redirect_uris":[${deep}]}`],
    [
      "20 000 nested arrays in a key",
      `{"redirect_uris":["${CALLBACK}"],"jwks":{"keys":[{"x":${deep}}]}}`,
    ],
    ["a megabyte", { redirect_uris: [CALLBACK], client_name: "x".repeat(1024 * 1024) }],
    ["1000 redirect URIs", { redirect_uris: many }],
    ["one redirect URI of 60 kB", { redirect_uris: [`https://a.example/${"x".repeat(60_000)}`] }],
    ["redirect URIs that are not strings", { redirect_uris: [{}, [], 1, null, true] }],
    ["redirect URIs as an object", { redirect_uris: { 0: CALLBACK, length: 1 } }],
    ["redirect URIs in a prototype", `{"__proto__":{"redirect_uris":["${CALLBACK}"]}}`],
    ["a private key", { redirect_uris: [CALLBACK], jwks: { keys: [{ kty: "EC", d: "x" }] } }],
    ["invalid keys", { redirect_uris: [CALLBACK], jwks: { keys: "x" } }],
  ])("%s", async (_name, metadata) => {
    const before = clients();
    const answer = await sendRegistration(desk, metadata);
    expect(answer.status).toBeOneOf([400, 413]);
    expect(answer.body["error"]).toBeOneOf(["invalid_client_metadata", "invalid_redirect_uri"]);
    expect(answer.text.length).toBeLessThan(2000);
    expect(clients()).toBe(before);
  });
});

describe("a client cannot choose:", () => {
  test("its id, secret, management token or kind, or that it is verified", async () => {
    const wish = {
      client_id: "claude",
      client_secret: "my own secret",
      client_id_issued_at: 1,
      registration_access_token: "my own secret",
      registration_client_uri: "https://evil.example/",
      kind: "preregistered",
      verified: true,
      replay_window_s: 3600,
      replayWindowS: 3600,
    };
    const client = await register(desk, wish);
    expect(client.client_id).not.toBe("claude");
    expect(JSON.stringify(client)).not.toContain("my own secret");
    expect(client["registration_client_uri"]).toStartWith(`${desk.url}/register/`);
    const row = desk.server.stores.oauthClients.byId(client.client_id);
    expect(row).toMatchObject({ kind: "dynamic", replayWindowS: null, revokedAt: null });
  });

  test.each<[string, object, object]>([
    [
      "a grant type that maitred does not have",
      { grant_types: ["password", "client_credentials", "implicit"] },
      { grant_types: ["authorization_code", "refresh_token"] },
    ],
    [
      "a token at the authorization endpoint",
      { response_types: ["token"] },
      { response_types: ["code"] },
    ],
    ["a scope of its own", { scope: "admin bookings.read" }, { scope: "bookings.read" }],
    ["keys at an internal address", { jwks_uri: "https://169.254.169.254/keys" }, {}],
    [
      "a page address that runs code",
      { client_uri: "javascript:alert(1)", policy_uri: "data:x" },
      {},
    ],
  ])("%s", async (_name, wish, kept) => {
    const client = await register(desk, wish);
    expect(client).toMatchObject(kept);
    for (const name of ["jwks_uri", "client_uri", "policy_uri"])
      expect(client).not.toHaveProperty(name);
  });

  test("a logo from another site", async () => {
    const logo = "https://evil.example/logo.png";
    const { client_id: clientId } = await register(desk, { logo_uri: logo });
    await ask(authorization(desk, clientId));
    const row = desk.server.stores.oauthClients.byId(clientId);
    expect(JSON.stringify(row)).not.toContain("evil.example");
  });
});

describe("a client's registration", () => {
  const manage = (address: string, method: string, token: string | null, body?: object) =>
    ask(address, {
      method,
      headers: {
        "Content-Type": "application/json",
        ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });

  test("cannot be read, changed or deleted with a token that is not its own", async () => {
    const held = await connect(desk);
    const victim = `${desk.url}/register/${held.clientId}`;
    const own = await register(desk, { token_endpoint_auth_method: "client_secret_post" });
    const evil = { client_id: held.clientId, redirect_uris: ["https://evil.example/"] };
    const answers: Answered[] = [];
    for (const token of [
      String(own["registration_access_token"]),
      String(own["client_secret"]),
      held.access,
      held.refresh,
      desk.apiKey,
      "x",
      "",
      null,
    ]) {
      answers.push(await manage(victim, "GET", token));
      answers.push(await manage(victim, "PUT", token, evil));
      answers.push(await manage(victim, "DELETE", token));
    }
    answers.push(await manage(`${desk.url}/register/nobody`, "GET", "x"));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(401);
    expect(await opens(desk, held.access)).toBe(true);
    const row = desk.server.stores.oauthClients.byId(held.clientId);
    expect(row?.redirectUris).toEqual([CALLBACK]);
  });

  test("cannot be changed by another client that sends this client's id", async () => {
    const victim = await register(desk);
    const own = await register(desk);
    const token = String(own["registration_access_token"]);
    const evil = { client_id: victim.client_id, redirect_uris: ["https://evil.example/"] };
    const answer = await manage(String(own["registration_client_uri"]), "PUT", token, evil);
    expect([answer.status, answer.body["error"]]).toEqual([400, "invalid_client_metadata"]);
  });

  test("cannot be managed after the client is deleted", async () => {
    const own = await register(desk);
    const address = String(own["registration_client_uri"]);
    const token = String(own["registration_access_token"]);
    expect((await manage(address, "DELETE", token)).status).toBe(204);
    const again = { client_id: own.client_id, redirect_uris: [CALLBACK] };
    for (const method of ["GET", "DELETE"]) {
      expect((await manage(address, method, token)).status).toBe(401);
    }
    expect((await manage(address, "PUT", token, again)).status).toBe(401);
  });

  test("is deleted together with all that people granted the client", async () => {
    const own = await register(desk);
    const held = await connect(desk, { clientId: own.client_id });
    const address = String(own["registration_client_uri"]);
    await manage(address, "DELETE", String(own["registration_access_token"]));
    expect(await opens(desk, held.access)).toBe(false);
    const fields = { grant_type: "refresh_token", refresh_token: held.refresh };
    const answer = await post(desk, "/token", { ...fields, client_id: own.client_id });
    expect([answer.status, answer.body["error"]]).toEqual([401, "invalid_client"]);
  });
});
