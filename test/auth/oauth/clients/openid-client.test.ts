// Goal: openid-client, a certified OpenID client, works with us although we are no OpenID provider:
// discovery by both documents, registration, PKCE, refresh, introspection, revocation.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import * as client from "openid-client";
import { consentTo } from "../../../support/browserless-consent.ts";
import { type DeskWithUser, deskWithUser } from "../../../support/desk-with-user.ts";

const REDIRECT = "http://localhost:8913/callback";
const execute = [client.allowInsecureRequests];

let desk: DeskWithUser;
beforeAll(async () => {
  desk = await deskWithUser();
});
afterAll(() => desk[Symbol.asyncDispose]());

const register = (algorithm: "oauth2" | "oidc"): Promise<client.Configuration> =>
  client.dynamicClientRegistration(
    new URL(desk.url),
    {
      client_name: "openid-client",
      redirect_uris: [REDIRECT],
      token_endpoint_auth_method: "client_secret_post",
    },
    undefined,
    { algorithm, execute },
  );

async function signIn(config: client.Configuration, viaPushedRequest: boolean) {
  const verifier = client.randomPKCECodeVerifier();
  const state = client.randomState();
  const parameters = {
    redirect_uri: REDIRECT,
    scope: "bookings.read",
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    resource: desk.mcp,
    state,
  };
  const address = viaPushedRequest
    ? await client.buildAuthorizationUrlWithPAR(config, parameters)
    : client.buildAuthorizationUrl(config, parameters);
  const callback = await consentTo(address, desk.user, REDIRECT);
  return await client.authorizationCodeGrant(
    config,
    callback,
    { pkceCodeVerifier: verifier, expectedState: state },
    { resource: desk.mcp },
  );
}

/** The HTTP status of tools/list with this token. */
async function toolsWith(config: client.Configuration, token: string): Promise<number> {
  const response = await client
    .fetchProtectedResource(
      config,
      token,
      new URL(desk.mcp),
      "POST",
      JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
      new Headers({
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      }),
    )
    .catch((error: unknown) => {
      if (error instanceof client.WWWAuthenticateChallengeError) return error;
      throw error;
    });
  return response.status;
}

describe.each([
  ["oauth2", false],
  ["oidc", false],
  ["oauth2", true],
] as const)("a client (discovery %s, pushed request %p)", (algorithm, viaPushedRequest) => {
  test("registers, signs in, refreshes, introspects and revokes its access", async () => {
    const config = await register(algorithm);
    const tokens = await signIn(config, viaPushedRequest);
    expect(tokens.scope).toBe("bookings.read");
    // The library counts down from the answer, so a second may have passed.
    expect([3599, 3600]).toContain(tokens.expiresIn() ?? 0);
    expect(await toolsWith(config, tokens.access_token)).toBe(200);

    const old = String(tokens.refresh_token);
    const renewed = await client.refreshTokenGrant(config, old, { resource: desk.mcp });
    expect(await toolsWith(config, renewed.access_token)).toBe(200);
    const again = await client.refreshTokenGrant(config, old).catch((error: unknown) => error);
    expect(again).toBeInstanceOf(client.ResponseBodyError);
    expect(again).toMatchObject({ error: "invalid_grant" });

    const seen = await client.tokenIntrospection(config, renewed.access_token);
    expect(seen).toMatchObject({ active: true, scope: "bookings.read" });
    await client.tokenRevocation(config, String(renewed.refresh_token));
    expect(await client.tokenIntrospection(config, renewed.access_token)).toEqual({
      active: false,
    });
    expect(await toolsWith(config, renewed.access_token)).toBe(401);
  });
});

test("a registration without an authentication method makes a public client, which works without a secret", async () => {
  const metadata = { client_name: "openid-client", redirect_uris: [REDIRECT] };
  const config = await client.dynamicClientRegistration(new URL(desk.url), metadata, undefined, {
    algorithm: "oauth2",
    execute,
  });
  expect(config.clientMetadata()["token_endpoint_auth_method"]).toBe("none");
  const tokens = await signIn(config, false);
  expect(await toolsWith(config, tokens.access_token)).toBe(200);
  const introspection = client.tokenIntrospection(config, tokens.access_token);
  const refused = await introspection.catch((error: unknown) => error);
  expect(refused).toMatchObject({ error: "invalid_client", status: 401 });
});
