import { exportJWK, generateKeyPair, type JWK, SignJWT } from "jose";
import { createClientAuthentication } from "../../../src/auth/oauth/client-authentication.ts";
import { createClients } from "../../../src/auth/oauth/clients.ts";
import { OAuthError } from "../../../src/auth/oauth/errors.ts";
import { formOf } from "../../../src/auth/oauth/form.ts";
import { hashOpaque } from "../../../src/auth/oauth/opaque-token.ts";
import { openTestDatabase, type TestDatabase } from "../../support/database.ts";
import { documentHost } from "../../support/document-host.ts";
import { oauthClient } from "../../support/oauth-clients.ts";

export const ISSUER = "https://book.example.com";
export const NOW = 1_795_194_000_000;
export const SECRET = "mtd_secret_one";
const KEYS_AT = "https://app.example.com/keys";
export const ASSERTION_TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

export const rsa = await generateKeyPair("RS256", { extractable: true });
export const ec = await generateKeyPair("ES256", { extractable: true });
export const stranger = await generateKeyPair("RS256", { extractable: true });
export const publicKeys: readonly JWK[] = [
  { ...(await exportJWK(rsa.publicKey)), kid: "rsa" },
  { ...(await exportJWK(ec.publicKey)), kid: "ec" },
];

export type Parameters = Readonly<Record<string, string>>;

/** How an assertion differs from a correct one. */
export interface Wish {
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly header?: Readonly<Record<string, unknown>>;
  readonly key?: CryptoKey;
}

/** A token endpoint that only authenticates the client. */
export interface ClientHouse extends AsyncDisposable {
  readonly database: TestDatabase;
  readonly clock: { now: number };
  /** The keys published by the client's host, and how often they were fetched. */
  readonly keys: { published: unknown; asked: number };
  /** The id of the client that these parameters authenticate. */
  ask(parameters: Parameters, authorization?: string): Promise<string>;
  /** The refusal; throws if the client is accepted. */
  refused(parameters: Parameters, authorization?: string): Promise<OAuthError>;
  /** A client's assertion, correct except for `wish`; claims set to undefined are left out. */
  assertion(id: string, wish?: Wish): Promise<string>;
}

/**
 * Clients: `public`; `confidential` and `a:b c+d` with a secret; `keys`, `published` and
 * `es256-only` with a key; `either` with a key or without; `gone`, which was revoked.
 */
export function openClientHouse(): ClientHouse {
  const database = openTestDatabase();
  const clock = { now: NOW };
  const keys: ClientHouse["keys"] = { published: { keys: publicKeys }, asked: 0 };
  const host = documentHost(["app.example.com"], () => {
    keys.asked += 1;
    return Response.json(keys.published, { headers: { "Cache-Control": "max-age=600" } });
  });
  const nothing = (): void => undefined;
  const options = {
    ...database,
    clock: () => clock.now,
    log: { debug: nothing, info: nothing, warn: nothing, error: nothing },
    issuer: ISSUER,
    fetchDocument: host.fetchDocument(),
    clientDocuments: true,
    redirectSchemes: [],
  };
  const authenticate = createClientAuthentication({ ...options, clients: createClients(options) });
  insertClients(database);
  const ask = async (parameters: Parameters, authorization?: string): Promise<string> => {
    const headers = authorization === undefined ? {} : { Authorization: authorization };
    const request = new Request(`${ISSUER}/token`, { method: "POST", headers });
    const client = await authenticate(request, formOf(new URLSearchParams(parameters)));
    return client.id;
  };
  return {
    database,
    clock,
    keys,
    ask,
    refused: async (parameters, authorization) => {
      const outcome = await ask(parameters, authorization).catch((error: unknown) => error);
      if (outcome instanceof OAuthError) return outcome;
      throw new Error("The client was not refused.", { cause: outcome });
    },
    assertion: async (id, wish) => await signed(id, clock.now, wish),
    async [Symbol.asyncDispose]() {
      // The client's time of last use is written after the response.
      await database.writer.close();
      database[Symbol.dispose]();
      await host.stop();
    },
  };
}

function insertClients({ stores }: TestDatabase): void {
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
    stores.oauthClients.insert(client);
  }
}

let serial = 0;
async function signed(id: string, now: number, wish: Wish = {}): Promise<string> {
  const { claims, header, key = rsa.privateKey } = wish;
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
    .sign(key);
}

/** The parameters that send an assertion. */
export const shown = (jwt: string, more: Parameters = {}): Parameters => ({
  client_assertion_type: ASSERTION_TYPE,
  client_assertion: jwt,
  ...more,
});
