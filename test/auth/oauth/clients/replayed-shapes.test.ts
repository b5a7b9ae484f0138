// Goal: Claude, Claude Code, ChatGPT, VS Code, Cursor, Codex, the Inspector and mcp-remote reach
// their tools and refresh their tokens, despite their oddities. Method: replay their requests; their
// documents are stored as if just fetched.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { readClientMetadata } from "../../../../src/auth/oauth/client-metadata.ts";
import { consentTo } from "../../../support/browserless-consent.ts";
import { type DeskWithUser, deskWithUser } from "../../../support/desk-with-user.ts";
import { SHAPES, type Shape } from "./shapes.ts";

/** The number of concurrent refreshes: by clients known to share tokens, and by others. */
const AT_ONCE = { sharing: 20, others: 5 };

let desk: DeskWithUser;
const keys = await generateKeyPair("RS256", { extractable: true });
beforeAll(async () => {
  desk = await deskWithUser();
});
afterAll(() => desk[Symbol.asyncDispose]());

interface Identity {
  readonly id: string;
  /** The parameters that authenticate the client, made anew for each request. */
  proof(): Promise<Readonly<Record<string, string>>>;
}

type Fields = Readonly<Record<string, string | null>>;

const given = (fields: Fields): URLSearchParams =>
  new URLSearchParams(
    Object.entries(fields).filter((field): field is [string, string] => field[1] !== null),
  );

const identify = (shape: Shape): Promise<Identity> =>
  shape.isDocument === true ? published(shape) : registered(shape);

async function registered({ metadata }: Shape): Promise<Identity> {
  const response = await fetch(`${desk.url}/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(metadata),
  });
  const answer = (await response.json()) as Record<string, unknown>;
  expect([response.status, answer["redirect_uris"]]).toEqual([201, metadata["redirect_uris"]]);
  for (const name of ["client_id_issued_at", "client_secret_expires_at"]) {
    if (answer[name] !== undefined) expect(answer[name]).toBeInteger();
  }
  const secret = answer["client_secret"];
  const proof = typeof secret === "string" ? { client_secret: secret } : {};
  return { id: String(answer["client_id"]), proof: () => Promise.resolve({ ...proof }) };
}

async function published({ metadata, signs }: Shape): Promise<Identity> {
  const id = String(metadata["client_id"]);
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: "k1", alg: "RS256" };
  const document = { ...metadata, ...(signs === true ? { jwks: { keys: [jwk] } } : {}) };
  const {
    name,
    redirectUris,
    authMethod,
    metadata: kept,
  } = readClientMetadata(document, "document", { redirectSchemes: ["cursor"], kept: [] });
  const { stores, writer, clock } = desk.server;
  await writer.write(() =>
    stores.oauthClients.insert({
      id,
      kind: "metadata_document",
      name,
      redirectUris,
      authMethod,
      secretHash: null,
      metadata: kept,
      registrationTokenHash: null,
      replayWindowS: null,
      createdAt: clock(),
      lastUsedAt: null,
      freshUntil: clock() + 3_600_000,
      revokedAt: null,
    }),
  );
  return { id, proof: async () => (signs === true ? await assertion(id) : {}) };
}

/** Authenticates like ChatGPT: RS256, a new jti for each request (RFC 7523, section 3). */
async function assertion(id: string): Promise<Readonly<Record<string, string>>> {
  const now = Math.floor(desk.server.clock() / 1000);
  const jwt = new SignJWT({ jti: crypto.randomUUID() })
    .setProtectedHeader({ alg: "RS256", kid: "k1" })
    .setIssuer(id)
    .setSubject(id)
    .setAudience(`${desk.url}/token`)
    .setIssuedAt(now)
    .setExpirationTime(now + 60);
  return {
    client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
    client_assertion: await jwt.sign(keys.privateKey),
  };
}

interface Flow {
  readonly address: URL;
  readonly verifier: string;
}

function begin({ id }: Identity, { redirect, scope }: Shape): Flow {
  const verifier = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64url");
  const address = new URL(`${desk.url}/authorize`);
  address.search = given({
    response_type: "code",
    client_id: id,
    redirect_uri: redirect,
    scope,
    state: crypto.randomUUID(),
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    resource: desk.mcp,
  }).toString();
  return { address, verifier };
}

async function send(
  { id }: Identity,
  fields: Fields,
  proof: Fields,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(`${desk.url}/token`, {
    method: "POST",
    body: given({ client_id: id, ...proof, ...fields }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** One request to the token endpoint, authenticated as this client does. */
const ask = async (identity: Identity, fields: Fields) =>
  await send(identity, fields, await identity.proof());

async function redeem(identity: Identity, shape: Shape, { address, verifier }: Flow) {
  const callback = await consentTo(address, desk.user);
  expect(callback.href).toStartWith(shape.redirect);
  expect(callback.searchParams.get("state")).toBe(address.searchParams.get("state"));
  expect(callback.searchParams.get("iss")).toBe(desk.url);
  return await ask(identity, {
    grant_type: "authorization_code",
    code: callback.searchParams.get("code"),
    redirect_uri: shape.redirect,
    code_verifier: verifier,
    resource: desk.mcp,
  });
}

const toolsWith = async (token: unknown): Promise<number> => {
  const response = await fetch(desk.mcp, {
    method: "POST",
    headers: {
      authorization: `Bearer ${String(token)}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
  });
  return response.status;
};

describe.each(SHAPES.map((shape) => [shape.client, shape] as const))("%s", (_name, shape) => {
  test("reaches its tools and refreshes", async () => {
    const identity = await identify(shape);
    const { status, body } = await redeem(identity, shape, begin(identity, shape));
    expect({ status, scope: body["scope"], expires: body["expires_in"] }).toEqual({
      status: 200,
      scope: shape.granted,
      expires: 3600,
    });
    expect(await toolsWith(body["access_token"])).toBe(200);

    const resource = shape.resourceOnRefresh === false ? null : desk.mcp;
    const old = { grant_type: "refresh_token", refresh_token: String(body["refresh_token"]) };
    // Refresh as several processes of one client would: the token is rotated once, and all get the
    // same answer. Assertions are signed beforehand so that the requests really overlap.
    const length = shape.sharesToken === true ? AT_ONCE.sharing : AT_ONCE.others;
    const proofs = await Promise.all(Array.from({ length }, () => identity.proof()));
    const renew = (proof: Fields) => send(identity, { ...old, resource }, proof);
    const answers = await Promise.all(proofs.map(renew));
    const [first] = answers;
    expect(first?.status).toBe(200);
    // `expires_in` is left out: it may differ by a second.
    const same = {
      access_token: first?.body["access_token"],
      refresh_token: first?.body["refresh_token"],
    };
    for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: same });
    expect(await toolsWith(first?.body["access_token"])).toBe(200);

    const late = await renew(await identity.proof());
    if (shape.sharesToken === true) {
      expect(late).toMatchObject({ status: 200, body: same });
    } else {
      expect(late).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
    }
    expect(await toolsWith(first?.body["access_token"])).toBe(200);
  });
});

const shapeOf = (name: string): Shape => {
  const shape = SHAPES.find(({ client }) => client.startsWith(name));
  if (shape === undefined) throw new Error(`There is no client ${name}.`);
  return shape;
};

test("mcp-remote, which starts two flows, gets an explanation for the wrong verifier and tokens for the right one", async () => {
  const shape = shapeOf("mcp-remote");
  const identity = await identify(shape);
  const [first, second] = [begin(identity, shape), begin(identity, shape)];
  const callback = await consentTo(first.address, desk.user);
  const fields = {
    grant_type: "authorization_code",
    code: callback.searchParams.get("code"),
    redirect_uri: shape.redirect,
    resource: desk.mcp,
  };
  const refused = await ask(identity, { ...fields, code_verifier: second.verifier });
  expect(refused).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
  expect(String(refused.body["error_description"])).toContain("code_verifier");
  expect(await ask(identity, { ...fields, code_verifier: first.verifier })).toMatchObject({
    status: 200,
  });
});

describe("the Inspector, which runs in a web page", () => {
  const origin = "http://localhost:6274";
  const asks = ["authorization", "content-type", "mcp-protocol-version", "mcp-session-id"];

  test.each(["/mcp", "/token", "/register", "/revoke"])("may post to %s", async (path) => {
    const response = await fetch(desk.url + path, {
      method: "OPTIONS",
      headers: {
        origin,
        "access-control-request-method": "POST",
        "access-control-request-headers": asks.join(","),
      },
    });
    expect([response.status, response.headers.get("access-control-allow-origin")]).toEqual([
      204,
      "*",
    ]);
    expect(response.headers.get("access-control-allow-credentials")).toBeNull();
    const allowed = (response.headers.get("access-control-allow-headers") ?? "").toLowerCase();
    expect(allowed.split(/, ?/)).toEqual(expect.arrayContaining(asks));
    expect(response.headers.get("access-control-allow-methods")).toContain("POST");
  });

  test.each([
    "/.well-known/oauth-protected-resource/mcp",
    "/.well-known/oauth-protected-resource",
    "/.well-known/oauth-authorization-server",
    "/.well-known/oauth-authorization-server/mcp",
    "/.well-known/openid-configuration",
    "/.well-known/jwks.json",
  ])("may read %s", async (path) => {
    const response = await fetch(desk.url + path, { headers: { origin } });
    expect([response.status, response.headers.get("access-control-allow-origin")]).toEqual([
      200,
      "*",
    ]);
  });

  test("may read why it was refused", async () => {
    const response = await fetch(desk.mcp, { method: "POST", headers: { origin } });
    expect(response.status).toBe(401);
    expect(response.headers.get("access-control-expose-headers")).toContain("WWW-Authenticate");
  });
});
