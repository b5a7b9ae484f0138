// Goal: a client's assertion (a signed JWT that authenticates an OAuth client) is accepted once,
// and only if it is signed with the client's key, made for this server and still valid.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import { exportJWK, exportSPKI, generateKeyPair } from "jose";
import type { OAuthError } from "../../../src/auth/oauth/errors.ts";
import {
  ASSERTION_TYPE,
  type ClientHouse,
  ec,
  ISSUER,
  NOW,
  openClientHouse,
  publicKeys,
  rsa,
  SECRET,
  shown,
  stranger,
  type Wish,
} from "./client-house.ts";

let house: ClientHouse;
beforeEach(() => {
  house = openClientHouse();
});
afterEach(async () => await house[Symbol.asyncDispose]());

describe("a client with a key", () => {
  test.each([
    ["registered", "keys"],
    ["published", "published"],
  ])("is accepted with RS256 and ES256 if its keys are %s", async (_how, id) => {
    expect(await house.ask(shown(await house.assertion(id), { client_id: id }))).toBe(id);
    const signed = await house.assertion(id, {
      header: { alg: "ES256", kid: "ec" },
      key: ec.privateKey,
    });
    expect(await house.ask(shown(signed))).toBe(id);
  });

  test.each([ISSUER, `${ISSUER}/token`, `${ISSUER}/par`, [ISSUER], [ISSUER, `${ISSUER}/token`]])(
    "may give this server's audience as %j",
    async (aud) => {
      expect(await house.ask(shown(await house.assertion("keys", { claims: { aud } })))).toBe(
        "keys",
      );
    },
  );

  test("may leave out the assertion if it registered the method none, but may not send a wrong one", async () => {
    expect(await house.ask({ client_id: "either" })).toBe("either");
    expect(await house.ask(shown(await house.assertion("either")))).toBe("either");
    const forged = await house.assertion("either", { key: stranger.privateKey });
    expect((await house.refused(shown(forged))).message).toContain("signature");
  });

  test("must send an assertion if it has no other method", async () => {
    const { message } = await house.refused({ client_id: "keys" });
    expect(message).toContain("client_assertion");
    expect((await house.refused({ client_id: "keys", client_secret: "x" })).code).toBe(
      "invalid_client",
    );
  });

  test.each<[string, string, Wish, string]>([
    ["for another server", "keys", { claims: { aud: "https://other.example.com" } }, "aud"],
    ["for this server with a slash at the end", "keys", { claims: { aud: `${ISSUER}/` } }, "aud"],
    ["for this server in capitals", "keys", { claims: { aud: "https://BOOK.example.com" } }, "aud"],
    [
      "for this and another server",
      "keys",
      { claims: { aud: [ISSUER, "https://x.example"] } },
      "other servers",
    ],
    ["without an audience", "keys", { claims: { aud: undefined } }, "aud"],
    ["from another issuer", "keys", { claims: { iss: "published" } }, "iss"],
    ["about another subject", "keys", { claims: { sub: "published" } }, "sub"],
    ["that has expired", "keys", { claims: { exp: NOW / 1000 - 61 } }, "expired"],
    ["that never expires", "keys", { claims: { exp: undefined } }, "exp"],
    ["that is valid for a day", "keys", { claims: { exp: NOW / 1000 + 86_400 } }, "3600"],
    ["that is not valid yet", "keys", { claims: { nbf: NOW / 1000 + 120 } }, "nbf"],
    ["without a jti", "keys", { claims: { jti: undefined } }, "jti"],
    ["with an empty jti", "keys", { claims: { jti: "" } }, "jti"],
    ["with a number as jti", "keys", { claims: { jti: 7 } }, "jti"],
    ["signed by a stranger's key", "keys", { key: stranger.privateKey }, "signature"],
    [
      "signed by a key that is not published",
      "keys",
      { header: { kid: "other" } },
      "no published key",
    ],
    ["signed by an algorithm that the client did not register", "es256-only", {}, "algorithm"],
  ])("is refused with an assertion %s", async (_what, id, wish, reason) => {
    const error = await house.refused(shown(await house.assertion(id, wish), { client_id: id }));
    expect([error.code, error.status]).toEqual(["invalid_client", 401]);
    expect(error.message).toContain(reason);
  });

  test.each<[string, (id: string) => Promise<string>]>([
    [
      "signed by HS256 with the public key",
      async (id) => {
        const header = Buffer.from('{"alg":"HS256","kid":"rsa"}').toString("base64url");
        const [, body] = (await house.assertion(id)).split(".");
        const pem = await exportSPKI(rsa.publicKey);
        const mac = createHmac("sha256", pem).update(`${header}.${body}`).digest("base64url");
        return `${header}.${body}.${mac}`;
      },
    ],
    [
      "with alg none",
      async (id) => {
        const header = Buffer.from('{"alg":"none"}').toString("base64url");
        return `${header}.${(await house.assertion(id)).split(".")[1]}.`;
      },
    ],
    [
      "signed by RS512",
      async (id) => {
        const other = await generateKeyPair("RS512");
        return await house.assertion(id, { header: { alg: "RS512" }, key: other.privateKey });
      },
    ],
    [
      "with a key in its own header",
      async (id) => {
        const jwk = await exportJWK(stranger.publicKey);
        return await house.assertion(id, { header: { kid: "x", jwk }, key: stranger.privateKey });
      },
    ],
    [
      "with the body of another assertion",
      async (id) => {
        const [header, , signature] = (await house.assertion(id)).split(".");
        const [, body] = (await house.assertion(id)).split(".");
        return [header, body, signature].join(".");
      },
    ],
    ["that is no JWT", () => Promise.resolve("abc")],
    [
      "of 9000 characters",
      async (id) => await house.assertion(id, { claims: { pad: "x".repeat(9000) } }),
    ],
  ])("is refused with an assertion %s", async (_what, make) => {
    const error = await house.refused(shown(await make("keys"), { client_id: "keys" }));
    expect([error.code, error.status]).toEqual(["invalid_client", 401]);
    const accepted = await house.ask(shown(await house.assertion("keys")));
    expect(accepted).toBe("keys");
  });

  test("can use an assertion once, even if it arrives twenty times concurrently", async () => {
    const jwt = await house.assertion("keys");
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () =>
        house.ask(shown(jwt)).catch((error: OAuthError) => error.code),
      ),
    );
    expect(outcomes.filter((one) => one === "keys")).toHaveLength(1);
    expect(outcomes.filter((one) => one === "invalid_client")).toHaveLength(19);
  });

  test("may give the expiry in fractions of a second (RFC 7519, 2)", async () => {
    const claims = { exp: NOW / 1000 + 60.123_456_7 };
    const jwt = await house.assertion("keys", { claims });
    expect(await house.ask(shown(jwt))).toBe("keys");
    expect((await house.refused(shown(jwt))).message).toContain("jti");
  });

  test("may use a jti that another client has used", async () => {
    const claims = { jti: "the same" };
    expect(await house.ask(shown(await house.assertion("keys", { claims })))).toBe("keys");
    expect(await house.ask(shown(await house.assertion("published", { claims })))).toBe(
      "published",
    );
    expect(
      (await house.refused(shown(await house.assertion("keys", { claims })))).message,
    ).toContain("jti");
  });

  test("cannot reuse a jti while the first assertion is valid, even after a purge", async () => {
    const claims = { jti: "the same" };
    await house.ask(shown(await house.assertion("keys", { claims })));
    house.clock.now += 359_000;
    await house.database.writer.write(() =>
      house.database.stores.oauthAssertions.purge(house.clock.now, 100),
    );
    expect(
      (await house.refused(shown(await house.assertion("keys", { claims })))).message,
    ).toContain("jti");
  });

  test("is refused if the type of its assertion is missing or wrong", async () => {
    const jwt = await house.assertion("keys");
    const type = "urn:ietf:params:oauth:client-assertion-type:saml2-bearer";
    for (const parameters of [
      { client_assertion: jwt },
      { client_assertion: jwt, client_assertion_type: type },
      { client_assertion_type: ASSERTION_TYPE, client_id: "keys" },
    ]) {
      expect((await house.refused(parameters)).message).toContain("client_assertion_type");
    }
  });

  test("is refused with both a secret and an assertion", async () => {
    const both = shown(await house.assertion("keys"), { client_secret: SECRET });
    expect((await house.refused(both)).code).toBe("invalid_request");
  });
});

describe("published keys", () => {
  test("are fetched once while they are fresh", async () => {
    for (let index = 0; index < 3; index += 1)
      await house.ask(shown(await house.assertion("published")));
    expect(house.keys.asked).toBe(1);
    house.clock.now += 600_000;
    await house.ask(shown(await house.assertion("published")));
    expect(house.keys.asked).toBe(2);
  });

  test("are fetched again for an unknown key, but at most once a minute", async () => {
    await house.ask(shown(await house.assertion("published")));
    const next = await generateKeyPair("RS256", { extractable: true });
    const rotated = () =>
      house.assertion("published", { header: { kid: "next" }, key: next.privateKey });
    house.clock.now += 61_000;
    house.keys.published = { keys: [{ ...(await exportJWK(next.publicKey)), kid: "next" }] };
    expect(await house.ask(shown(await rotated()))).toBe("published");
    expect(house.keys.asked).toBe(2);
    for (let index = 0; index < 5; index += 1) {
      await house.refused(
        shown(await house.assertion("published", { header: { kid: `no-${index}` } })),
      );
    }
    expect(house.keys.asked).toBe(2);
  });

  test("need a kid in the assertion if several match", async () => {
    const other = await exportJWK(stranger.publicKey);
    house.keys.published = { keys: [...publicKeys, { ...other, kid: "second" }] };
    const unnamed = await house.assertion("published", { header: { kid: undefined } });
    expect((await house.refused(shown(unnamed))).message).toContain("kid");
    expect(await house.ask(shown(await house.assertion("published")))).toBe("published");
  });

  test.each<[string, unknown]>([
    ["no list of keys", null],
    ["no key", { keys: [] }],
    ["a private key", { keys: [{ kty: "RSA", n: "a", e: "AQAB", d: "b", kid: "rsa" }] }],
    ["a shared key", { keys: [{ kty: "oct", k: "AAAA", kid: "rsa" }] }],
  ])("are refused if there is %s", async (_what, keys) => {
    house.keys.published = keys;
    const { code, message } = await house.refused(shown(await house.assertion("published")));
    expect(code).toBe("invalid_client");
    expect(message).toStartWith("The keys of this client cannot be used");
    house.keys.published = { keys: publicKeys };
    expect(await house.ask(shown(await house.assertion("published")))).toBe("published");
  });
});
