// Goal: oauth4webapi, a strict OAuth client that knows nothing about us, completes every step with
// each method of authentication. It gets only the address of /mcp.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import * as oauth from "oauth4webapi";
import { consentTo } from "../../../support/browserless-consent.ts";
import { type DeskWithUser, deskWithUser } from "../../../support/desk-with-user.ts";

const REDIRECT = "http://127.0.0.1:8912/callback";
const insecure = { [oauth.allowInsecureRequests]: true };

let desk: DeskWithUser;
beforeAll(async () => {
  desk = await deskWithUser();
});
afterAll(() => desk[Symbol.asyncDispose]());

/** Finds the authorization server from the address of /mcp, and checks every document on the way. */
async function discover(): Promise<oauth.AuthorizationServer> {
  const resource = new URL(desk.mcp);
  const found = await oauth.processResourceDiscoveryResponse(
    resource,
    await oauth.resourceDiscoveryRequest(resource, insecure),
  );
  const issuer = new URL(found.authorization_servers?.[0] ?? "");
  const response = await oauth.discoveryRequest(issuer, { ...insecure, algorithm: "oauth2" });
  return await oauth.processDiscoveryResponse(issuer, response);
}

async function register(
  server: oauth.AuthorizationServer,
  method: string,
): Promise<{ client: oauth.Client; authentication: oauth.ClientAuth }> {
  const registered = await oauth.processDynamicClientRegistrationResponse(
    await oauth.dynamicClientRegistrationRequest(
      server,
      {
        client_name: "oauth4webapi",
        redirect_uris: [REDIRECT],
        token_endpoint_auth_method: method,
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
      },
      insecure,
    ),
  );
  const client = registered as oauth.Client;
  const secret = registered["client_secret"] as string;
  const authentication = {
    none: oauth.None,
    client_secret_basic: () => oauth.ClientSecretBasic(secret),
    client_secret_post: () => oauth.ClientSecretPost(secret),
  }[method];
  if (authentication === undefined) throw new Error(method);
  return { client, authentication: authentication() };
}

/** Lets a person consent and redeems the code. */
async function signIn(
  server: oauth.AuthorizationServer,
  { client, authentication }: Awaited<ReturnType<typeof register>>,
  viaPushedRequest = false,
): Promise<oauth.TokenEndpointResponse> {
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const parameters = new URLSearchParams({
    client_id: client.client_id,
    redirect_uri: REDIRECT,
    response_type: "code",
    scope: "bookings.read bookings.write",
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    resource: desk.mcp,
    state,
  });
  const address = new URL(server.authorization_endpoint ?? "");
  if (viaPushedRequest) {
    const pushed = await oauth.processPushedAuthorizationResponse(
      server,
      client,
      await oauth.pushedAuthorizationRequest(server, client, authentication, parameters, insecure),
    );
    address.searchParams.set("client_id", client.client_id);
    address.searchParams.set("request_uri", pushed.request_uri);
  } else {
    address.search = parameters.toString();
  }
  const callback = await consentTo(address, desk.user, REDIRECT);
  const checked = oauth.validateAuthResponse(server, client, callback, state);
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    authentication,
    checked,
    REDIRECT,
    verifier,
    { ...insecure, additionalParameters: { resource: desk.mcp } },
  );
  return await oauth.processAuthorizationCodeResponse(server, client, response);
}

async function listBrands(token: string): Promise<unknown> {
  const call = { jsonrpc: "2.0", id: 1, method: "tools/call" };
  const response = await oauth.protectedResourceRequest(
    token,
    "POST",
    new URL(desk.mcp),
    new Headers({
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    }),
    JSON.stringify({ ...call, params: { name: "list_brands", arguments: {} } }),
    insecure,
  );
  return await response.json();
}

/** The error of a call that must fail. */
const failureOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => "it did not fail",
    (error: unknown) => error,
  );

describe.each(["none", "client_secret_basic", "client_secret_post"])(
  "a client with the authentication method %s",
  (method) => {
    test("completes discovery, registration, code, token, call, refresh and revocation", async () => {
      const server = await discover();
      const registered = await register(server, method);
      const { client, authentication } = registered;
      const first = await signIn(server, registered);
      expect(first.token_type).toBe("bearer");
      expect(first.scope).toBe("bookings.read bookings.write");
      const slugs = { structuredContent: { brands: desk.brands.map((slug) => ({ slug })) } };
      expect(await listBrands(first.access_token)).toMatchObject({ result: slugs });

      const exchange = async (token: string): Promise<oauth.TokenEndpointResponse> =>
        await oauth.processRefreshTokenResponse(
          server,
          client,
          await oauth.refreshTokenGrantRequest(server, client, authentication, token, insecure),
        );
      const old = String(first.refresh_token);
      const second = await exchange(old);
      expect(second.refresh_token).not.toBe(old);
      expect(await listBrands(second.access_token)).toMatchObject({ result: slugs });
      expect(await failureOf(exchange(old))).toMatchObject({ error: "invalid_grant", status: 400 });
      // A token that is reused this soon does not count as stolen, so the grant stays valid.
      const third = await exchange(String(second.refresh_token));

      await oauth.processRevocationResponse(
        await oauth.revocationRequest(
          server,
          client,
          authentication,
          String(third.refresh_token),
          insecure,
        ),
      );
      for (const token of [second, third]) {
        const refused = await failureOf(listBrands(token.access_token));
        expect(refused).toBeInstanceOf(oauth.WWWAuthenticateChallengeError);
        expect((refused as oauth.WWWAuthenticateChallengeError).status).toBe(401);
      }
      const gone = await failureOf(exchange(String(third.refresh_token)));
      expect(gone).toMatchObject({ error: "invalid_grant" });
    });
  },
);

test("after a pushed request, client_id and request_uri suffice at the authorization endpoint", async () => {
  const server = await discover();
  const registered = await register(server, "client_secret_basic");
  const { access_token } = await signIn(server, registered, true);
  expect(await listBrands(access_token)).toHaveProperty("result.structuredContent.brands");
});

test("introspection tells a client about its own tokens only", async () => {
  const server = await discover();
  const [own, other] = [
    await register(server, "client_secret_basic"),
    await register(server, "client_secret_post"),
  ];
  const tokens = await signIn(server, own);
  const ask = async ({ client, authentication }: typeof own, token: string) =>
    await oauth.processIntrospectionResponse(
      server,
      client,
      await oauth.introspectionRequest(server, client, authentication, token, insecure),
    );
  expect(await ask(own, tokens.access_token)).toMatchObject({
    active: true,
    client_id: own.client.client_id,
    scope: "bookings.read bookings.write",
    aud: desk.mcp,
    iss: server.issuer,
  });
  expect(await ask(own, String(tokens.refresh_token))).toMatchObject({ active: true });
  expect(await ask(other, tokens.access_token)).toEqual({ active: false });
  expect(await ask(own, "never issued")).toEqual({ active: false });
});

test("a person who declines is sent back to the client with access_denied and iss", async () => {
  const server = await discover();
  const { client } = await register(server, "none");
  const challenge = await oauth.calculatePKCECodeChallenge(oauth.generateRandomCodeVerifier());
  const address = new URL(server.authorization_endpoint ?? "");
  address.search = new URLSearchParams({
    client_id: client.client_id,
    redirect_uri: REDIRECT,
    response_type: "code",
    code_challenge: challenge,
    code_challenge_method: "S256",
    state: "s1",
  }).toString();
  const callback = await consentTo(address, { ...desk.user, approve: false });
  const declined = await failureOf(
    Promise.try(() => oauth.validateAuthResponse(server, client, callback, "s1")),
  );
  expect(declined).toBeInstanceOf(oauth.AuthorizationResponseError);
  expect(declined).toMatchObject({ error: "access_denied" });
});
