// Goal: only the holder of a client's private key is accepted as that client, over HTTP. Single
// claims are tested in client-assertion.test.ts.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import { exportJWK, exportSPKI, generateKeyPair, type JWK, SignJWT } from "jose";
import { type DeskWithUser, deskWithUser } from "../../../support/desk-with-user.ts";
import { type Answered, post, register, sendRegistration } from "./attacked-desk.ts";

const TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
const own = await generateKeyPair("RS256", { extractable: true });
const stranger = await generateKeyPair("RS256", { extractable: true });
const jwk = { ...(await exportJWK(own.publicKey)), kid: "own" };

let desk: DeskWithUser;
let victim: string;
beforeAll(async () => {
  desk = await deskWithUser();
  victim = (await withKeys([jwk])).client_id;
});
afterAll(() => desk[Symbol.asyncDispose]());

const withKeys = (keys: readonly unknown[]) =>
  register(desk, { token_endpoint_auth_method: "private_key_jwt", jwks: { keys } });

const claimsOf = (clientId: unknown, change: object = {}): Record<string, unknown> => ({
  iss: clientId,
  sub: clientId,
  aud: desk.url,
  exp: Math.floor(desk.server.clock() / 1000) + 60,
  jti: crypto.randomUUID(),
  ...change,
});

const signed = (claims: Record<string, unknown>, header: object = {}, key = own.privateKey) =>
  new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: "own", ...header }).sign(key);

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/** Sends an assertion with an unknown refresh token: an accepted client gets `invalid_grant`. */
const show = (assertion: string, change: Record<string, string> = {}): Promise<Answered> =>
  post(desk, "/token", {
    grant_type: "refresh_token",
    refresh_token: "mtd_refresh_unknown",
    client_assertion_type: TYPE,
    client_assertion: assertion,
    ...change,
  });

const BELIEVED = [400, "invalid_grant"];
const NOT_BELIEVED = [401, "invalid_client"];
const judged = ({ status, body }: Answered) => [status, body["error"]];

test("the client's own assertion is accepted, so that the refusals below prove something", async () => {
  expect(judged(await show(await signed(claimsOf(victim))))).toEqual(BELIEVED);
});

describe("refused:", () => {
  test.each<[string, () => Promise<string> | string]>([
    ["HS256 with the public key as the secret", hmacWithPublicKey],
    ["alg none", () => `${part({ alg: "none" })}.${part(claimsOf(victim))}.`],
    ["an assertion with a stranger's key", () => signed(claimsOf(victim), {}, stranger.privateKey)],
    [
      "an assertion with a stranger's key, included in its header",
      async () =>
        signed(
          claimsOf(victim),
          { jwk: await exportJWK(stranger.publicKey), kid: undefined },
          stranger.privateKey,
        ),
    ],
    [
      "an assertion with a stranger's key, at an address that its header names",
      () => signed(claimsOf(victim), { jku: "https://evil.example/keys" }, stranger.privateKey),
    ],
    [
      "an assertion for another server",
      () => signed(claimsOf(victim, { aud: "https://other.example.com" })),
    ],
    ["an assertion for the resource", () => signed(claimsOf(victim, { aud: desk.mcp }))],
    [
      "an assertion for us and another server",
      () => signed(claimsOf(victim, { aud: [desk.url, "https://other.example.com"] })),
    ],
    [
      "an expired assertion",
      () => signed(claimsOf(victim, { exp: desk.server.clock() / 1000 - 120 })),
    ],
    ["an assertion that never expires", () => signed(claimsOf(victim, { exp: undefined }))],
  ])("%s", async (_name, make) => {
    expect(judged(await show(await make()))).toEqual(NOT_BELIEVED);
  });

  test("an assertion that was used before, at any endpoint", async () => {
    const once = await signed(claimsOf(victim));
    expect(judged(await show(once))).toEqual(BELIEVED);
    expect(judged(await show(once))).toEqual(NOT_BELIEVED);
    const fields = { token: "x", client_assertion: once, client_assertion_type: TYPE };
    for (const path of ["/revoke", "/introspect", "/par"]) {
      expect(judged(await post(desk, path, fields))).toEqual(NOT_BELIEVED);
    }
  });

  test("a client's assertion that is sent with another client's id, or that names another client as its subject", async () => {
    const mine = await withKeys([{ ...(await exportJWK(stranger.publicKey)), kid: "own" }]);
    const assertion = await signed(claimsOf(mine.client_id), {}, stranger.privateKey);
    expect(judged(await show(assertion, { client_id: victim }))).toEqual(NOT_BELIEVED);
    const aboutVictim = claimsOf(mine.client_id, { sub: victim });
    const crossed = await signed(aboutVictim, {}, stranger.privateKey);
    expect(judged(await show(crossed))).toEqual(NOT_BELIEVED);
  });

  test("the client id alone", async () => {
    const fields = { grant_type: "refresh_token", refresh_token: "x", client_id: victim };
    expect(judged(await post(desk, "/token", fields))).toEqual(NOT_BELIEVED);
  });
});

async function hmacWithPublicKey(): Promise<string> {
  const text = `${part({ alg: "HS256", kid: "own" })}.${part(claimsOf(victim))}`;
  const key = await exportSPKI(own.publicKey);
  return `${text}.${createHmac("sha256", key).update(text).digest("base64url")}`;
}

describe("refused without a server error:", () => {
  test.each<[string, unknown]>([
    ["a number", 123],
    ["an object", { a: 1 }],
    ["a list", ["a"]],
    ["true", true],
    ["a string with a zero byte", "a\u0000b"],
  ])("a subject that is %s", async (_name, sub) => {
    const assertion = `${part({ alg: "ES256" })}.${part({ sub })}.AAAA`;
    expect(judged(await show(assertion))).toEqual(NOT_BELIEVED);
  });

  test.each<[string, JWK | Record<string, unknown>, string]>([
    ["an RSA key of 24 bits", { kty: "RSA", n: "AQAB", e: "AQAB" }, "RS256"],
    ["an RSA key that is not base64url", { kty: "RSA", n: "!!", e: "AQAB" }, "RS256"],
    ["an RSA key without n and e", { kty: "RSA" }, "RS256"],
    ["an RSA key whose n and e are not strings", { kty: "RSA", n: 5, e: {} }, "RS256"],
    ["a point that is not on the curve", { kty: "EC", crv: "P-256", x: "AA", y: "AA" }, "ES256"],
    ["an unknown curve", { kty: "EC", crv: "P-999", x: "AA", y: "AA" }, "ES256"],
  ])("an assertion for %s", async (_name, key, alg) => {
    const { client_id: clientId } = await withKeys([key]);
    const assertion = `${part({ alg })}.${part(claimsOf(clientId))}.${"A".repeat(86)}`;
    const answer = await show(assertion);
    expect(judged(answer)).toEqual(NOT_BELIEVED);
    expect(answer.body["error_description"]).toContain("key");
  });

  test("a registration with a private key, which neither the answer nor the log repeats", async () => {
    const secret = await exportJWK(own.privateKey);
    const answer = await sendRegistration(desk, {
      redirect_uris: ["https://app.example.com/cb"],
      token_endpoint_auth_method: "private_key_jwt",
      jwks: { keys: [secret] },
    });
    expect(judged(answer)).toEqual([400, "invalid_client_metadata"]);
    expect(answer.text + desk.logged.join("")).not.toContain(String(secret.d));
  });
});
