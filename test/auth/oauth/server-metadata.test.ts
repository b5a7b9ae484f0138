// Goal: the OAuth metadata is complete for every client, has absolute addresses, is the same for
// every request, and is signed with a published key.
import { describe, expect, test } from "bun:test";
import { createLocalJWKSet, jwtVerify } from "jose";
import { resourceMetadata, serverMetadata } from "../../../src/auth/oauth/server-metadata.ts";
import { createSignedMetadata } from "../../../src/auth/oauth/signed-metadata.ts";
import { createSigner } from "../../../src/auth/signing.ts";
import { openTestDatabase } from "../../support/database.ts";

const ISSUER = "https://book.example.com";
const METHODS = ["none", "client_secret_basic", "client_secret_post", "private_key_jwt"];

describe("the authorization server", () => {
  const metadata = serverMetadata(ISSUER, { clientDocuments: true });

  test("lists every endpoint under its issuer", () => {
    expect(metadata["issuer"]).toBe(ISSUER);
    expect(
      Object.fromEntries(
        Object.entries(metadata).filter(([name]) => /_endpoint$|_uri$/.test(name)),
      ),
    ).toEqual({
      authorization_endpoint: `${ISSUER}/authorize`,
      token_endpoint: `${ISSUER}/token`,
      registration_endpoint: `${ISSUER}/register`,
      revocation_endpoint: `${ISSUER}/revoke`,
      introspection_endpoint: `${ISSUER}/introspect`,
      pushed_authorization_request_endpoint: `${ISSUER}/par`,
      jwks_uri: `${ISSUER}/.well-known/jwks.json`,
    });
  });

  test("offers authorization codes with S256, refresh tokens, and nothing else", () => {
    expect(metadata).toMatchObject({
      response_types_supported: ["code"],
      grant_types_supported: ["authorization_code", "refresh_token"],
      code_challenge_methods_supported: ["S256"],
      scopes_supported: ["bookings.read", "bookings.write"],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
    });
  });

  test("still offers registration if clients' metadata documents are switched off", () => {
    const { registration_endpoint, client_id_metadata_document_supported } = serverMetadata(
      ISSUER,
      { clientDocuments: false },
    );
    expect(client_id_metadata_document_supported).toBe(false);
    expect(registration_endpoint).toBe(`${ISSUER}/register`);
  });

  test.each([
    ["token", METHODS],
    ["revocation", METHODS],
    ["introspection", METHODS.slice(1)],
  ])(
    "lists how clients authenticate at the %s endpoint, with `none` first if it is allowed",
    (name, methods) => {
      expect(metadata[`${name}_endpoint_auth_methods_supported`]).toEqual(methods);
      expect(metadata[`${name}_endpoint_auth_signing_alg_values_supported`]).toEqual([
        "RS256",
        "ES256",
      ]);
    },
  );
});

test("the resource is /mcp, and the issuer is its only authorization server", () => {
  expect(resourceMetadata(ISSUER)).toMatchObject({
    resource: `${ISSUER}/mcp`,
    authorization_servers: [ISSUER],
    scopes_supported: ["bookings.read", "bookings.write"],
    bearer_methods_supported: ["header"],
  });
});

describe("the signature", () => {
  test.each([
    ["server", serverMetadata(ISSUER, { clientDocuments: true })],
    ["resource", resourceMetadata(ISSUER)],
  ])(
    "of the %s's metadata covers every claim and is made with ES256 and a published key",
    async (_what, metadata) => {
      using database = openTestDatabase();
      const signer = await createSigner({
        ...database,
        clock: Date.now,
        issuer: ISSUER,
        derive: (label) => new Bun.CryptoHasher("sha256").update(label).digest(),
      });
      const told = createSignedMetadata(metadata, signer.sign);
      const { signed_metadata: signed, ...plain } = (await told()) as Record<string, unknown>;
      expect(plain).toEqual(metadata);
      const { payload, protectedHeader } = await jwtVerify(
        String(signed),
        createLocalJWKSet(signer.jwks()),
        { issuer: ISSUER, algorithms: ["ES256"] },
      );
      expect(payload).toMatchObject(JSON.parse(JSON.stringify(metadata)));
      expect(payload).not.toHaveProperty("signed_metadata");
      expect(protectedHeader.typ).toBe("metadata+jwt");
      expect(await told()).toEqual({ ...plain, signed_metadata: signed });
    },
  );

  test("that failed once is tried again", async () => {
    let calls = 0;
    const told = createSignedMetadata({ issuer: ISSUER }, () => {
      calls += 1;
      return calls === 1 ? Promise.reject(new Error("locked")) : Promise.resolve("signed");
    });
    expect(await told().catch(() => "failed")).toBe("failed");
    expect(await told()).toEqual({ issuer: ISSUER, signed_metadata: "signed" });
  });
});
