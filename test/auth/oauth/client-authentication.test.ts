// Goal: a client is who it proves to be, by the method that it has and no weaker one; an assertion
// counts once, here, now, and signed by the client's own key; refusals say what to do.
import { afterAll, afterEach, beforeEach, describe, expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import { exportJWK, exportSPKI, generateKeyPair, type JWK, SignJWT } from "jose";
import { createClientAuthentication } from "../../../src/auth/oauth/client-authentication.ts";
import { createClients } from "../../../src/auth/oauth/clients.ts";
import type { AuthenticateClient } from "../../../src/auth/oauth/endpoint.ts";
import { OAuthError } from "../../../src/auth/oauth/errors.ts";
import { formOf } from "../../../src/auth/oauth/form.ts";
import { hashOpaque } from "../../../src/auth/oauth/opaque-token.ts";
import { openTestDatabase, type TestDatabase } from "../../support/database.ts";
import { documentHost } from "../../support/document-host.ts";
import { oauthClient } from "../../support/oauth-clients.ts";

const ISSUER = "https://book.example.com";
const NOW = 1_795_194_000_000;
const SECRET = "mtd_secret_one";
const KEYS_AT = "https://app.example.com/keys";
const TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

const rsa = await generateKeyPair("RS256", { extractable: true });
const ec = await generateKeyPair("ES256", { extractable: true });
const stranger = await generateKeyPair("RS256");
const publicKeys: JWK[] = [
  { ...(await exportJWK(rsa.publicKey)), kid: "rsa" },
  { ...(await exportJWK(ec.publicKey)), kid: "ec" },
];

let keysAsked = 0;
let published: unknown;
const host = documentHost(["app.example.com"], () => {
  keysAsked += 1;
  return Response.json(published, { headers: { "Cache-Control": "max-age=600" } });
});
afterAll(() => host.stop());

let database: TestDatabase;
let authenticate: AuthenticateClient;
let now: number;
beforeEach(() => {
  database = openTestDatabase();
  now = NOW;
  keysAsked = 0;
  published = { keys: publicKeys };
  const nothing = (): void => undefined;
  const options = {
    ...database,
    clock: () => now,
    log: { debug: nothing, info: nothing, warn: nothing, error: nothing },
    issuer: ISSUER,
    fetchDocument: host.fetchDocument(),
  };
  authenticate = createClientAuthentication({ ...options, clients: createClients(options) });
  const withSecret = { authMethod: "client_secret_post", secretHash: hashOpaque(SECRET) } as const;
  const byKey = { authMethod: "private_key_jwt" } as const;
  for (const client of [
    oauthClient({ id: "public" }),
    oauthClient({ id: "confidential", ...withSecret }),
    oauthClient({ id: "a:b c+d", ...withSecret }),
    oauthClient({ id: "keys", ...byKey, metadata: { jwks: { keys: publicKeys } } }),
    oauthClient({ id: "published", ...byKey, metadata: { jwks_uri: KEYS_AT } }),
    oauthClient({ id: "either", metadata: { jwks_uri: KEYS_AT } }),
    oauthClient({
      id: "es256-only",
      ...byKey,
      metadata: { jwks: { keys: publicKeys }, token_endpoint_auth_signing_alg: "ES256" },
    }),
    oauthClient({ id: "gone", revokedAt: NOW - 1 }),
  ]) {
    database.stores.oauthClients.insert(client);
  }
});
afterEach(async () => {
  // `last used` is written beside the requests.
  await database.writer.close();
  database[Symbol.dispose]();
});

type Parameters = Readonly<Record<string, string>>;
const ask = async (parameters: Parameters, authorization?: string): Promise<string> => {
  const headers = authorization === undefined ? {} : { Authorization: authorization };
  const request = new Request(`${ISSUER}/token`, { method: "POST", headers });
  const client = await authenticate(request, formOf(new URLSearchParams(parameters)));
  return client.id;
};
/** The refusal; fails when there is none. */
const refused = async (parameters: Parameters, authorization?: string): Promise<OAuthError> => {
  const outcome = await ask(parameters, authorization).catch((error: unknown) => error);
  if (outcome instanceof OAuthError) return outcome;
  throw new Error("It was not refused.", { cause: outcome });
};
const basic = (id: string, secret: string): string =>
  `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`;

describe("a client without a secret", () => {
  test("says who it is", async () => {
    expect(await ask({ client_id: "public" })).toBe("public");
  });

  test("may say so in the header, with an empty secret", async () => {
    expect(await ask({}, basic("public", ""))).toBe("public");
  });

  test("that shows one is refused", async () => {
    const { code, message } = await refused({ client_id: "public", client_secret: "x" });
    expect([code, message]).toEqual([
      "invalid_client",
      "This client has no secret: leave client_secret out.",
    ]);
  });
});

describe("a client with a secret", () => {
  test("shows it in the body or in the header, whichever it registered", async () => {
    expect(await ask({ client_id: "confidential", client_secret: SECRET })).toBe("confidential");
    expect(await ask({}, basic("confidential", SECRET))).toBe("confidential");
    expect(await ask({ client_id: "confidential" }, basic("confidential", SECRET))).toBe(
      "confidential",
    );
  });

  test("encodes what stands in the header (RFC 6749, section 2.3.1)", async () => {
    expect(await ask({}, basic("a%3Ab+c%2Bd", SECRET))).toBe("a:b c+d");
  });

  test.each<[string, Parameters, string | undefined, number]>([
    ["no secret", { client_id: "confidential" }, undefined, 401],
    ["an empty secret", { client_id: "confidential", client_secret: "" }, undefined, 401],
    ["a wrong secret", { client_id: "confidential", client_secret: "x" }, undefined, 401],
    [
      "the hash of its secret",
      { client_id: "confidential", client_secret: hashOpaque(SECRET) },
      undefined,
      401,
    ],
    ["a wrong secret in the header", {}, basic("confidential", "x"), 401],
    ["an empty secret in the header", {}, basic("confidential", ""), 401],
    ["its secret twice", { client_secret: SECRET }, basic("confidential", SECRET), 400],
    [
      "another client's id in the body",
      { client_id: "public" },
      basic("confidential", SECRET),
      400,
    ],
    ["a header that is no base64", {}, "Basic !!!", 401],
    [
      "a header without a colon",
      {},
      `Basic ${Buffer.from("confidential").toString("base64")}`,
      401,
    ],
    ["nobody's id", { client_id: "nobody" }, undefined, 401],
    ["the id of a client that was withdrawn", { client_id: "gone" }, undefined, 401],
    ["no id", {}, undefined, 401],
    ["a bearer token", {}, "Bearer abc", 401],
    ["an empty id", {}, basic("", SECRET), 401],
  ])("is refused with %s", async (_what, parameters, authorization, status) => {
    const error = await refused(parameters, authorization);
    expect(error.status).toBe(status);
    expect(error.code).toBe(status === 401 ? "invalid_client" : "invalid_request");
    const tried = authorization?.startsWith("Basic") === true && status === 401;
    expect(error.headers["WWW-Authenticate"]).toBe(tried ? 'Basic realm="maitred"' : undefined);
    expect(error.message).not.toContain(SECRET);
  });
});

interface Assertion {
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly header?: Readonly<Record<string, unknown>>;
  readonly key?: CryptoKey;
}
let serial = 0;
async function assertion(id: string, { claims, header, key }: Assertion = {}): Promise<string> {
  const seconds = Math.floor(now / 1000);
  const full = {
    iss: id,
    sub: id,
    aud: ISSUER,
    iat: seconds,
    exp: seconds + 300,
    jti: `jti-${++serial}`,
    ...claims,
  };
  const given = Object.fromEntries(Object.entries(full).filter(([, value]) => value !== undefined));
  return await new SignJWT(given)
    .setProtectedHeader({ alg: "RS256", kid: "rsa", ...header })
    .sign(key ?? rsa.privateKey);
}
const shown = (jwt: string, more: Parameters = {}): Parameters => ({
  client_assertion_type: TYPE,
  client_assertion: jwt,
  ...more,
});

describe("a client with a key", () => {
  test.each(["keys", "published"])("proves itself by RS256 and ES256: %s", async (id) => {
    expect(await ask(shown(await assertion(id), { client_id: id }))).toBe(id);
    const signed = await assertion(id, {
      header: { alg: "ES256", kid: "ec" },
      key: ec.privateKey,
    });
    expect(await ask(shown(signed))).toBe(id);
  });

  test.each([ISSUER, `${ISSUER}/token`, `${ISSUER}/par`, [ISSUER], [ISSUER, `${ISSUER}/token`]])(
    "may name us %j",
    async (aud) => {
      expect(await ask(shown(await assertion("keys", { claims: { aud } })))).toBe("keys");
    },
  );

  test("may do without it where it knows none as well, but not with a wrong one", async () => {
    expect(await ask({ client_id: "either" })).toBe("either");
    expect(await ask(shown(await assertion("either")))).toBe("either");
    const forged = await assertion("either", { key: stranger.privateKey });
    expect((await refused(shown(forged))).message).toContain("signature");
  });

  test("must use it where that is its only method", async () => {
    const { message } = await refused({ client_id: "keys" });
    expect(message).toContain("client_assertion");
    expect((await refused({ client_id: "keys", client_secret: "x" })).code).toBe("invalid_client");
  });

  test.each<[string, string, Assertion, string]>([
    ["for another server", "keys", { claims: { aud: "https://other.example.com" } }, "aud"],
    ["for us with a slash", "keys", { claims: { aud: `${ISSUER}/` } }, "aud"],
    ["for us in capitals", "keys", { claims: { aud: "https://BOOK.example.com" } }, "aud"],
    [
      "for us and another server",
      "keys",
      { claims: { aud: [ISSUER, "https://x.example"] } },
      "other servers",
    ],
    ["for nobody", "keys", { claims: { aud: undefined } }, "aud"],
    ["from another issuer", "keys", { claims: { iss: "published" } }, "iss"],
    ["about another subject", "keys", { claims: { sub: "published" } }, "sub"],
    ["that has expired", "keys", { claims: { exp: NOW / 1000 - 61 } }, "expired"],
    ["that never expires", "keys", { claims: { exp: undefined } }, "exp"],
    ["that is valid for a day", "keys", { claims: { exp: NOW / 1000 + 86_400 } }, "3600"],
    ["that is not valid yet", "keys", { claims: { nbf: NOW / 1000 + 120 } }, "nbf"],
    ["without a jti", "keys", { claims: { jti: undefined } }, "jti"],
    ["with an empty jti", "keys", { claims: { jti: "" } }, "jti"],
    ["with a number as jti", "keys", { claims: { jti: 7 } }, "jti"],
    ["by a stranger's key", "keys", { key: stranger.privateKey }, "signature"],
    ["by a key that is not published", "keys", { header: { kid: "other" } }, "no published key"],
    ["by an algorithm that it did not register", "es256-only", {}, "algorithm"],
  ])("is refused with an assertion %s", async (_what, id, wish, reason) => {
    const error = await refused(shown(await assertion(id, wish), { client_id: id }));
    expect([error.code, error.status]).toEqual(["invalid_client", 401]);
    expect(error.message).toContain(reason);
  });

  test.each<[string, (id: string) => Promise<string>]>([
    [
      "signed by HS256 with the public key",
      async (id) => {
        const header = Buffer.from('{"alg":"HS256","kid":"rsa"}').toString("base64url");
        const [, body] = (await assertion(id)).split(".");
        const pem = await exportSPKI(rsa.publicKey);
        const mac = createHmac("sha256", pem).update(`${header}.${body}`).digest("base64url");
        return `${header}.${body}.${mac}`;
      },
    ],
    [
      "with alg none",
      async (id) => {
        const header = Buffer.from('{"alg":"none"}').toString("base64url");
        return `${header}.${(await assertion(id)).split(".")[1]}.`;
      },
    ],
    [
      "signed by RS512",
      async (id) => {
        const other = await generateKeyPair("RS512");
        return await assertion(id, { header: { alg: "RS512" }, key: other.privateKey });
      },
    ],
    [
      "with a key in its own header",
      async (id) => {
        const jwk = await exportJWK(stranger.publicKey);
        return await assertion(id, { header: { kid: "x", jwk }, key: stranger.privateKey });
      },
    ],
    [
      "with another body",
      async (id) => {
        const [header, , signature] = (await assertion(id)).split(".");
        const [, body] = (await assertion(id)).split(".");
        return [header, body, signature].join(".");
      },
    ],
    ["that is no JWT", () => Promise.resolve("abc")],
    [
      "of 9000 characters",
      async (id) => await assertion(id, { claims: { pad: "x".repeat(9000) } }),
    ],
  ])("is refused with one %s", async (_what, make) => {
    const error = await refused(shown(await make("keys"), { client_id: "keys" }));
    expect([error.code, error.status]).toEqual(["invalid_client", 401]);
    const accepted = await ask(shown(await assertion("keys")));
    expect(accepted).toBe("keys");
  });

  test("counts once for each assertion, also where twenty come at once", async () => {
    const jwt = await assertion("keys");
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => ask(shown(jwt)).catch((error: OAuthError) => error.code)),
    );
    expect(outcomes.filter((one) => one === "keys")).toHaveLength(1);
    expect(outcomes.filter((one) => one === "invalid_client")).toHaveLength(19);
  });

  test("may use a jti that another client has used", async () => {
    const claims = { jti: "the same" };
    expect(await ask(shown(await assertion("keys", { claims })))).toBe("keys");
    expect(await ask(shown(await assertion("published", { claims })))).toBe("published");
    expect((await refused(shown(await assertion("keys", { claims })))).message).toContain("jti");
  });

  test("cannot use a jti again for as long as the first would count, purge or not", async () => {
    const claims = { jti: "the same" };
    await ask(shown(await assertion("keys", { claims })));
    now += 359_000;
    await database.writer.write(() => database.stores.oauthAssertions.purge(now, 100));
    expect((await refused(shown(await assertion("keys", { claims })))).message).toContain("jti");
  });

  test("is refused where the type of the assertion is missing or another", async () => {
    const jwt = await assertion("keys");
    const type = "urn:ietf:params:oauth:client-assertion-type:saml2-bearer";
    for (const parameters of [
      { client_assertion: jwt },
      { client_assertion: jwt, client_assertion_type: type },
      { client_assertion_type: TYPE, client_id: "keys" },
    ]) {
      expect((await refused(parameters)).message).toContain("client_assertion_type");
    }
  });

  test("is refused with a secret beside the assertion", async () => {
    const both = shown(await assertion("keys"), { client_secret: SECRET });
    expect((await refused(both)).code).toBe("invalid_request");
  });
});

describe("published keys", () => {
  test("are asked for once while they are fresh", async () => {
    for (let index = 0; index < 3; index += 1) await ask(shown(await assertion("published")));
    expect(keysAsked).toBe(1);
    now += 600_000;
    await ask(shown(await assertion("published")));
    expect(keysAsked).toBe(2);
  });

  test("are asked for anew when a new one signs, but at most once a minute", async () => {
    await ask(shown(await assertion("published")));
    const next = await generateKeyPair("RS256", { extractable: true });
    const rotated = () => assertion("published", { header: { kid: "next" }, key: next.privateKey });
    now += 61_000;
    published = { keys: [{ ...(await exportJWK(next.publicKey)), kid: "next" }] };
    expect(await ask(shown(await rotated()))).toBe("published");
    expect(keysAsked).toBe(2);
    for (let index = 0; index < 5; index += 1) {
      await refused(shown(await assertion("published", { header: { kid: `no-${index}` } })));
    }
    expect(keysAsked).toBe(2);
  });

  test.each<[string, unknown]>([
    ["nothing", null],
    ["no keys", { keys: [] }],
    ["a private key", { keys: [{ kty: "RSA", n: "a", e: "AQAB", d: "b", kid: "rsa" }] }],
    ["a shared key", { keys: [{ kty: "oct", k: "AAAA", kid: "rsa" }] }],
  ])("that hold %s prove nothing", async (_what, keys) => {
    published = keys;
    const { code, message } = await refused(shown(await assertion("published")));
    expect(code).toBe("invalid_client");
    expect(message).toStartWith("The keys of this client cannot be used");
    published = { keys: publicKeys };
    expect(await ask(shown(await assertion("published")))).toBe("published");
  });
});

test("last use is noted, once a minute", async () => {
  const lastUsed = async (): Promise<number | null | undefined> => {
    await database.writer.write(() => undefined);
    return database.stores.oauthClients.byId("public")?.lastUsedAt;
  };
  await ask({ client_id: "public" });
  expect(await lastUsed()).toBe(NOW);
  now += 59_000;
  await ask({ client_id: "public" });
  expect(await lastUsed()).toBe(NOW);
  now += 1000;
  await ask({ client_id: "public" });
  expect(await lastUsed()).toBe(NOW + 60_000);
  await refused({ client_id: "confidential" });
  expect(database.stores.oauthClients.byId("confidential")?.lastUsedAt).toBeNull();
});
