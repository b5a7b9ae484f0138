// Goal: the authorization endpoint accepts only requests that are correct in every part. The person
// sees errors in the client id or the redirect URI; the client gets all other errors.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { AuthorizeOutcome } from "../../../src/auth/oauth/authorize.ts";
import { ISSUER } from "../../support/accounts.ts";
import {
  type Authority,
  asking,
  authorizeRequest,
  BROWSER,
  CALLBACK,
  openAuthority,
  RESOURCE,
} from "../../support/authority.ts";

let house: Authority;
beforeAll(async () => {
  house = await openAuthority();
});
afterAll(() => house[Symbol.asyncDispose]());

const ask = (change: Record<string, string> = {}): Promise<AuthorizeOutcome> =>
  house.server.authorize(authorizeRequest(asking(change)), BROWSER);

const askText = (query: string): Promise<AuthorizeOutcome> =>
  house.server.authorize(new Request(`${ISSUER}/authorize?${query}`), BROWSER);

const without = (name: string): string => {
  const parameters = asking();
  delete parameters[name];
  return new URLSearchParams(parameters).toString();
};

const scopesOf = async (outcome: AuthorizeOutcome): Promise<readonly string[]> => {
  const requestId = outcome.kind === "pending" ? outcome.requestId : "";
  return house.server.consent.view(requestId, BROWSER, { user: house.ada })?.scopes ?? [];
};

describe("a correct request waits for the person", () => {
  test.each([
    ["with the required parameters", {}],
    ["with our resource", { resource: RESOURCE }],
    [
      "with the resource in upper case",
      { resource: RESOURCE.replace("https://book", "HTTPS://BOOK") },
    ],
    ["with a slash after the resource", { resource: `${RESOURCE}/` }],
    ["with prompt=consent", { prompt: "consent" }],
    ["with response_mode=query", { response_mode: "query" }],
    ["with unknown parameters", { foo: "bar", nonce: "n", ui_locales: "it" }],
    ["with an empty resource, which counts as absent", { resource: "" }],
  ])("%s", async (_, change) => {
    expect((await ask(change)).kind).toBe("pending");
  });

  test("sent as a form", async () => {
    const body = new URLSearchParams(asking());
    const request = new Request(`${ISSUER}/authorize`, { method: "POST", body });
    expect((await house.server.authorize(request, BROWSER)).kind).toBe("pending");
  });

  test("even if it names its resource twice", async () => {
    const query = new URLSearchParams(asking({ resource: RESOURCE }));
    query.append("resource", RESOURCE);
    expect((await askText(query.toString())).kind).toBe("pending");
  });

  test("even without a redirect URI, if only one is registered", async () => {
    expect((await askText(without("redirect_uri"))).kind).toBe("pending");
  });

  test.each([
    ["bookings.read", ["bookings.read"]],
    [" bookings.write bookings.read", ["bookings.read", "bookings.write"]],
    ["bookings.read offline_access openid", ["bookings.read"]],
    ["offline_access", ["bookings.read", "bookings.write"]],
    ["", ["bookings.read", "bookings.write"]],
  ])("with scope %j, and asks them for %j", async (scope, granted) => {
    expect(await scopesOf(await ask({ scope }))).toEqual(granted);
  });
});

describe("the person sees an error, without a redirect, if", () => {
  test.each<[string, () => Promise<AuthorizeOutcome>]>([
    ["the client is not named", () => askText(without("client_id"))],
    ["the client is unknown", () => ask({ client_id: "nobody" })],
    ["the client is named twice", () => askText(`${without("x")}&client_id=client-1`)],
    [
      "two redirect URIs are sent",
      () => askText(`${without("x")}&redirect_uri=https://evil.example`),
    ],
    ["the redirect URI is not registered", () => ask({ redirect_uri: "https://evil.example/" })],
    ["the redirect URI has a longer path", () => ask({ redirect_uri: `${CALLBACK}/more` })],
    ["the redirect URI has an added slash", () => ask({ redirect_uri: `${CALLBACK}/` })],
    ["the redirect URI has an added query", () => ask({ redirect_uri: `${CALLBACK}?x=1` })],
    ["the redirect URI has an added fragment", () => ask({ redirect_uri: `${CALLBACK}#x` })],
    ["the redirect URI differs in case", () => ask({ redirect_uri: CALLBACK.toUpperCase() })],
    [
      "the redirect URI has an encoded character",
      () => ask({ redirect_uri: CALLBACK.replace("back", "b%61ck") }),
    ],
    [
      "the redirect URI has an added user name",
      () => ask({ redirect_uri: CALLBACK.replace("//", "//app@") }),
    ],
    [
      "the redirect URI with https has another port",
      () => ask({ redirect_uri: CALLBACK.replace(".com", ".com:8443") }),
    ],
    ["the state is too long", () => ask({ state: "s".repeat(5000) })],
    ["a request_uri is not ours", () => ask({ request_uri: "https://evil.example/request" })],
    ["a request_uri is unknown", () => ask({ request_uri: "urn:ietf:params:oauth:request_uri:x" })],
  ])("%s", async (_, request) => {
    const outcome = await request();
    expect(outcome.kind).toBe("refused");
    expect(outcome).toMatchObject({ status: 400, description: expect.stringMatching(/\.$/) });
  });

  test("the client was revoked, or has two redirect URIs and sends none", async () => {
    const revoked = await house.addClient();
    await house.writer.write(() => void house.stores.oauthClients.revoke(revoked.id, house.at));
    expect((await ask({ client_id: revoked.id })).kind).toBe("refused");
    const two = await house.addClient({ redirectUris: [CALLBACK, `${CALLBACK}/2`] });
    const query = without("redirect_uri").replace("client-1", two.id);
    expect((await askText(query)).kind).toBe("refused");
  });
});

describe("the client gets an error with state and issuer", () => {
  const ours = asking()["code_challenge"] ?? "";
  test.each<[string, string, () => Promise<AuthorizeOutcome>]>([
    ["no response type", "invalid_request", () => askText(without("response_type"))],
    ["response_type=token", "unsupported_response_type", () => ask({ response_type: "token" })],
    [
      "response_type=code token",
      "unsupported_response_type",
      () => ask({ response_type: "code token" }),
    ],
    ["response_mode=fragment", "invalid_request", () => ask({ response_mode: "fragment" })],
    ["a request object", "invalid_request", () => ask({ request: "eyJhbGciOiJub25lIn0.e30." })],
    ["no code challenge", "invalid_request", () => askText(without("code_challenge"))],
    [
      "no challenge method, which means plain",
      "invalid_request",
      () => askText(without("code_challenge_method")),
    ],
    [
      "the challenge method plain",
      "invalid_request",
      () => ask({ code_challenge_method: "plain" }),
    ],
    [
      "a challenge of 42 characters",
      "invalid_request",
      () => ask({ code_challenge: ours.slice(1) }),
    ],
    [
      "a challenge of 129 characters",
      "invalid_request",
      () => ask({ code_challenge: ours.repeat(3) }),
    ],
    [
      "a challenge with padding",
      "invalid_request",
      () => ask({ code_challenge: `${ours.slice(1)}=` }),
    ],
    ["a foreign resource", "invalid_target", () => ask({ resource: "https://other.example/mcp" })],
    ["our origin as the resource", "invalid_target", () => ask({ resource: ISSUER })],
    ["a resource with a query", "invalid_target", () => ask({ resource: `${RESOURCE}?x` })],
    ["a resource with a fragment", "invalid_target", () => ask({ resource: `${RESOURCE}#x` })],
    ["a resource that is no address", "invalid_target", () => ask({ resource: "mcp" })],
    [
      "two resources, one of them ours",
      "invalid_target",
      () => askText(`${without("x")}&resource=${RESOURCE}&resource=https://other.example/mcp`),
    ],
    ["scope twice", "invalid_request", () => askText(`${without("x")}&scope=a&scope=b`)],
    ["prompt=none", "interaction_required", () => ask({ prompt: "none" })],
    ["prompt=none login", "invalid_request", () => ask({ prompt: "none login" })],
  ])("if the request has %s: %s", async (name, code, request) => {
    const outcome = await request();
    // A self-registered app could redirect anywhere, so the person decides about the redirect.
    const silent = name.startsWith("prompt=none");
    expect(outcome.kind).toBe(silent ? "redirect" : "stopped");
    if (!silent) expect(outcome).toMatchObject({ status: 400, redirectHost: "app.example.com" });
    const location = new URL("location" in outcome ? outcome.location : "");
    expect(location.origin + location.pathname).toBe(CALLBACK);
    const { error, error_description, state, iss } = Object.fromEntries(location.searchParams);
    expect({ error, state, iss }).toEqual({ error: code, state: "the state", iss: ISSUER });
    expect(error_description).toMatch(/^[\x20-\x7e]+$/);
  });

  test("by an immediate redirect if an operator entered the client", async () => {
    const { id } = await house.addClient({ kind: "preregistered", redirectUris: [CALLBACK] });
    const outcome = await ask({ client_id: id, response_type: "token" });
    expect(outcome.kind).toBe("redirect");
  });

  test("by way of our own page if the client is known from a document", async () => {
    const id = "https://app.example.com/client.json";
    const freshUntil = house.at + 3_600_000;
    const kind = "metadata_document";
    await house.addClient({ id, kind, freshUntil, redirectUris: [CALLBACK] });
    expect((await ask({ client_id: id, response_type: "token" })).kind).toBe("stopped");
  });

  test("and the redirect URI keeps its query", async () => {
    const redirect = "https://app.example.com/cb?a=%7E1&b";
    const { id } = await house.addClient({ redirectUris: [redirect] });
    const outcome = await ask({ client_id: id, redirect_uri: redirect, prompt: "none" });
    expect(outcome.kind === "redirect" ? outcome.location : "").toStartWith(`${redirect}&error=`);
  });
});

test("a loopback redirect URI may have another port than the registered one, and its code works only with that port", async () => {
  const { id } = await house.addClient({ redirectUris: ["http://localhost:3000/callback"] });
  const redirect_uri = "http://localhost:51234/callback";
  const issued = await house.code({ client_id: id, redirect_uri });
  const wrong = await house.redeem(issued, {
    client_id: id,
    redirect_uri: "http://localhost:3000/callback",
  });
  expect(wrong.body).toMatchObject({ error: "invalid_grant" });
  expect((await house.redeem(issued, { client_id: id })).status).toBe(200);
});

test("a flood of requests gets temporarily_unavailable, for at most ten minutes", async () => {
  await using flooded = await openAuthority();
  const asked = () => flooded.server.authorize(authorizeRequest(asking()), BROWSER);
  const first = await asked();
  flooded.database.run(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
     INSERT INTO oauth_request (id, client_id, parameters, created_at, expires_at)
     SELECT 'flood-' || i, 'client-1', '{}', ${flooded.at}, ${flooded.at + 3_600_000} FROM n`,
  );
  flooded.at += 10 * 60_000;
  const outcome = await asked();
  expect("location" in outcome ? outcome.location : "").toContain("temporarily_unavailable");
  // A request that a person started before the flood can still be decided.
  const requestId = first.kind === "pending" ? first.requestId : "";
  expect(flooded.server.consent.view(requestId, BROWSER, { user: flooded.ada })).not.toBeNull();
  flooded.at += 1;
  expect((await asked()).kind).toBe("pending");
});
