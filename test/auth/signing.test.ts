// Goal: a JWT is accepted only if this instance signed it with its current key, for this purpose
// and audience, and the key is stored sealed. Method: every kind of forged token known to have
// fooled a server, with a real key.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createLocalJWKSet, exportJWK, generateKeyPair, jwtVerify, SignJWT } from "jose";
import { unseal } from "../../src/auth/seal.ts";
import { createSigner } from "../../src/auth/signing.ts";
import { NOW } from "../storage/samples.ts";
import { type Accounts, derivations, ISSUER, openAccounts } from "../support/accounts.ts";

const HOUR = 3_600_000;
const PURPOSE = { type: "session+jwt", audience: ISSUER };
const ACCEPTED = { ...PURPOSE, expiresAt: NOW + HOUR };

let house: Accounts;
beforeAll(async () => {
  house = await openAccounts();
});
afterAll(() => house[Symbol.dispose]());

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
const decoded = (part = ""): Record<string, unknown> =>
  JSON.parse(Buffer.from(part, "base64url").toString("utf8"));

describe("a JWT of ours", () => {
  test("is accepted until the second of its expiry, then reported as expired", async () => {
    using own = await openAccounts();
    const jwt = await own.signer.sign({ sub: "ada" }, ACCEPTED);
    expect(await own.signer.verify(jwt, PURPOSE)).toEqual({
      sub: "ada",
      iss: ISSUER,
      aud: ISSUER,
      iat: NOW / 1000,
      exp: (NOW + HOUR) / 1000,
    });
    own.at += HOUR - 1;
    expect(await own.signer.verify(jwt, PURPOSE)).toMatchObject({ sub: "ada" });
    own.at += 1;
    expect(await own.signer.verify(jwt, PURPOSE)).toBe("expired");
  });

  test("names its algorithm, key and type, and verifies with the published key", async () => {
    const jwt = await house.signer.sign({}, ACCEPTED);
    const { kid } = house.signer;
    expect(decoded(jwt.split(".")[0])).toEqual({ alg: "ES256", kid, typ: "session+jwt" });
    const { payload } = await jwtVerify(jwt, createLocalJWKSet(house.signer.jwks()), {
      currentDate: new Date(NOW),
    });
    expect(payload.iss).toBe(ISSUER);
  });
});

test("no private part of the key is published", () => {
  const [key, ...others] = house.signer.jwks().keys;
  expect(others).toEqual([]);
  expect(Object.keys(key ?? {}).sort()).toEqual(["alg", "crv", "kid", "kty", "use", "x", "y"]);
});

describe("refused as invalid", () => {
  const { signer, jwt } = {
    signer: () => house.signer,
    jwt: () => house.signer.sign({}, ACCEPTED),
  };
  const header = (change: object = {}) => ({
    alg: "ES256",
    kid: signer().kid,
    typ: PURPOSE.type,
    ...change,
  });
  const claims = (change: object = {}) => ({
    sub: "ada",
    iss: ISSUER,
    aud: ISSUER,
    iat: NOW / 1000,
    exp: (NOW + HOUR) / 1000,
    ...change,
  });
  /** A token that is right, except that it is signed with another key. */
  const forged = async (alg: string, change: object = {}): Promise<string> => {
    const { privateKey } = await generateKeyPair(alg);
    return await new SignJWT(claims())
      .setProtectedHeader({ ...header({ alg }), ...change })
      .sign(privateKey);
  };
  /** A token signed by HMAC, with a part of the published key as the secret. */
  const confused = async (secret: string): Promise<string> =>
    await new SignJWT(claims())
      .setProtectedHeader(header({ alg: "HS256" }))
      .sign(new TextEncoder().encode(secret.padEnd(32)));
  const unsigned = (alg: string): string => `${encoded(header({ alg }))}.${encoded(claims())}.`;

  const ATTACKS: readonly (readonly [string, () => Promise<string> | string])[] = [
    ["alg none, without a signature", () => unsigned("none")],
    ["alg NoNe", () => unsigned("NoNe")],
    ["alg ES256 without a signature", () => unsigned("ES256")],
    [
      "alg none, with our signature",
      async () => `${unsigned("none")}${(await jwt()).split(".")[2]}`,
    ],
    ["HS256 keyed with our JWK", () => confused(JSON.stringify(signer().jwks().keys[0]))],
    ["HS256 keyed with our x", () => confused(String(signer().jwks().keys[0]?.x))],
    ["another key under our kid", () => forged("ES256")],
    ["another key under its own kid", () => forged("ES256", { kid: "evil" })],
    ["no kid", () => forged("ES256", { kid: undefined })],
    ["ES384", () => forged("ES384")],
    ["RS256", () => forged("RS256")],
    [
      "a key in the header of the token",
      async () => {
        const pair = await generateKeyPair("ES256", { extractable: true });
        const jwk = await exportJWK(pair.publicKey);
        const brought = header({ jwk, jku: "https://evil.example/jwks.json" });
        return await new SignJWT(claims()).setProtectedHeader(brought).sign(pair.privateKey);
      },
    ],
    [
      "other claims under our signature",
      async () => {
        const [head, , signature] = (await jwt()).split(".");
        return `${head}.${encoded(claims({ sub: "eve" }))}.${signature}`;
      },
    ],
    ["a signature cut short", async () => (await jwt()).slice(0, -4)],
    ["no audience", () => signer().sign({}, { type: PURPOSE.type, expiresAt: NOW + HOUR })],
    ["another audience", () => signer().sign({}, { ...ACCEPTED, audience: `${ISSUER}/mcp` })],
    ["another type", () => signer().sign({}, { ...ACCEPTED, type: "at+jwt" })],
    ["the general type JWT", () => signer().sign({}, { ...ACCEPTED, type: "JWT" })],
    ["no expiry", () => signer().sign({}, PURPOSE)],
    ["empty", () => ""],
    ["two parts", () => "a.b"],
    ["five parts, as if encrypted", () => "a.b.c.d.e"],
    ["an API key", () => `mtd_test_${"0".repeat(57)}`],
  ];
  test.each(ATTACKS)("%s", async (_name, make) => {
    expect(await signer().verify(await make(), PURPOSE)).toBe("invalid");
  });

  test("an expired JWT for another server, without a hint that it was ever valid", async () => {
    const old = { ...ACCEPTED, expiresAt: NOW - HOUR };
    const other = await signer().sign({}, { ...old, audience: "https://other.example" });
    expect(await signer().verify(other, PURPOSE)).toBe("invalid");
    expect(await signer().verify(await signer().sign({}, old), PURPOSE)).toBe("expired");
  });

  test("a JWT of another instance", async () => {
    using other = await openAccounts();
    const foreign = await other.signer.sign({}, ACCEPTED);
    expect(await signer().verify(foreign, PURPOSE)).toBe("invalid");
  });

  test("a JWT that this instance signed under an earlier origin", async () => {
    const { stores, writer, clock } = house;
    const derive = derivations("the instance's secret");
    const issuer = "https://old.example.com";
    const before = await createSigner({ stores, writer, derive, clock, issuer });
    expect(before.kid).toBe(signer().kid);
    expect(await signer().verify(await before.sign({}, ACCEPTED), PURPOSE)).toBe("invalid");
  });
});

describe("the signing key", () => {
  const signerOf = (own: Accounts, secret: string) =>
    createSigner({ ...own, derive: derivations(secret), issuer: ISSUER });

  test("stays the same after a restart", async () => {
    using own = await openAccounts();
    const jwt = await own.signer.sign({}, ACCEPTED);
    const restarted = await signerOf(own, "the instance's secret");
    expect(restarted.kid).toBe(own.signer.kid);
    expect(await restarted.verify(jwt, PURPOSE)).toBeObject();
  });

  test("is the same for two processes that start at the same time", async () => {
    using own = await openAccounts();
    for (const { kid } of own.stores.signingKeys.list()) own.stores.signingKeys.remove(kid);
    const [one, two] = await Promise.all([signerOf(own, "x"), signerOf(own, "x")]);
    expect(one.kid).toBe(two.kid);
    expect(await two.verify(await one.sign({}, ACCEPTED), PURPOSE)).toBeObject();
    expect(own.stores.signingKeys.list()).toHaveLength(1);
  });

  test("is replaced if the instance's secret changed, and its signatures are no longer accepted", async () => {
    using own = await openAccounts();
    const jwt = await own.signer.sign({}, ACCEPTED);
    const renewed = await signerOf(own, "a new secret");
    expect(renewed.kid).not.toBe(own.signer.kid);
    expect(await renewed.verify(jwt, PURPOSE)).toBe("invalid");
    expect(own.stores.signingKeys.list().map(({ kid }) => kid)).toEqual([renewed.kid]);
  });

  test("is stored sealed, and its stored public half is not trusted", async () => {
    using own = await openAccounts();
    const [row] = own.stores.signingKeys.list();
    const sealed = Buffer.from(row?.sealedPrivate ?? []);
    expect(sealed.includes('"d"')).toBe(false);
    const opened = unseal(
      derivations("the instance's secret")("signing-key"),
      sealed,
      row?.kid ?? "",
    );
    expect(JSON.parse(Buffer.from(opened ?? []).toString("utf8"))).toHaveProperty("d");
    const evil = await generateKeyPair("ES256", { extractable: true });
    const publicJwk = { ...(await exportJWK(evil.publicKey)), kid: row?.kid };
    own.database.run("UPDATE signing_key SET public_jwk = ?", [JSON.stringify(publicJwk)]);
    const restarted = await signerOf(own, "the instance's secret");
    expect(restarted.jwks()).toEqual(own.signer.jwks());
  });
});
