import {
  createLocalJWKSet,
  decodeJwt,
  errors,
  type JSONWebKeySet,
  type JWTPayload,
  jwtVerify,
} from "jose";
import type { Clock } from "../../domain/ids.ts";
import { sha256Hex } from "../../storage/sha256.ts";
import type { ClientRow, Stores } from "../../storage/stores.ts";
import type { Writer } from "../../storage/writer.ts";
import { createClientKeys } from "./client-keys.ts";
import { OAuthError } from "./errors.ts";
import type { FetchDocument } from "./safe-fetch.ts";

export interface AssertionOptions {
  readonly stores: Pick<Stores, "oauthAssertions">;
  readonly writer: Pick<Writer, "write">;
  readonly clock: Clock;
  readonly issuer: string;
  readonly fetchDocument: FetchDocument;
}

/** RFC 7523, section 2.2. */
export const ASSERTION_TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
/** Only asymmetric algorithms: the published key must not be able to sign. */
export const ASSERTION_ALGORITHMS: readonly string[] = ["RS256", "ES256"];
const MAX_LENGTH = 8192;
const TOLERANCE_S = 60;
/** The longest accepted lifetime of an assertion. Its `jti` is stored until the assertion expires. */
const MAX_LIFETIME_S = 3600;

/** RFC 7523, section 3. Throws OAuthError `invalid_client`. */
export type CheckAssertion = (assertion: string, client: ClientRow) => Promise<void>;

export function createAssertionCheck(options: AssertionOptions): CheckAssertion {
  const { stores, writer, clock, issuer } = options;
  const keysOf = createClientKeys(options);
  // The audience may be the issuer or any of these endpoints (RFC 7523; RFC 9126).
  const audience = [issuer, ...["/token", "/par", "/revoke", "/introspect"].map((p) => issuer + p)];

  const verified = async (assertion: string, client: ClientRow): Promise<JWTPayload> => {
    const verify = async (keys: JSONWebKeySet): Promise<JWTPayload> => {
      const { payload } = await jwtVerify(assertion, createLocalJWKSet(keys), {
        algorithms: algorithmsOf(client),
        audience,
        issuer: client.id,
        subject: client.id,
        clockTolerance: TOLERANCE_S,
        currentDate: new Date(clock()),
        requiredClaims: ["exp", "jti"],
      });
      return payload;
    };
    try {
      return await verify(await keysOf(client));
    } catch (error) {
      // The client may have published a new key after we fetched its keys.
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      return await verify(await keysOf(client, { anew: true }));
    }
  };

  return async (assertion, client) => {
    if (assertion.length > MAX_LENGTH) throw refused("it is too long");
    const payload = await verified(assertion, client).catch((error: unknown) => {
      if (error instanceof OAuthError) throw error;
      throw refused(reasonOf(error));
    });
    const { jti, exp = 0, aud } = payload;
    const nowS = Math.floor(clock() / 1000);
    if (typeof jti !== "string" || jti === "") throw refused("it has no jti");
    if (exp - nowS > MAX_LIFETIME_S + TOLERANCE_S) {
      throw refused(`it is valid for more than ${MAX_LIFETIME_S} seconds`);
    }
    // If the assertion also names another server, that server could send it to us and act as the client.
    if (!(Array.isArray(aud) ? aud : [aud]).every((one) => audience.includes(String(one)))) {
      throw refused("it is meant for other servers too");
    }
    const jtiHash = sha256Hex(`${client.id}\n${jti}`);
    // A JWT time may have a fraction (RFC 7519, section 2).
    const keptUntil = Math.ceil((exp + TOLERANCE_S) * 1000);
    const first = await writer.write(() => stores.oauthAssertions.use(jtiHash, keptUntil));
    if (!first) throw refused("its jti was used before; sign a new assertion for each request");
  };
}

export function claimedClient(assertion: string): string | null {
  try {
    const { sub }: Readonly<Record<string, unknown>> = decodeJwt(assertion);
    return typeof sub === "string" ? sub : null;
  } catch {
    return null;
  }
}

function algorithmsOf({ metadata }: ClientRow): string[] {
  const { token_endpoint_auth_signing_alg: one } = metadata as Record<string, unknown>;
  return ASSERTION_ALGORITHMS.filter((name) => one === undefined || one === name);
}

function reasonOf(error: unknown): string {
  if (error instanceof errors.JWTExpired) return "it has expired";
  if (error instanceof errors.JWTClaimValidationFailed) {
    return `its claim ${error.claim} is missing or wrong`;
  }
  if (error instanceof errors.JOSEAlgNotAllowed || error instanceof errors.JOSENotSupported) {
    return `its algorithm is not accepted; sign with ${ASSERTION_ALGORITHMS.join(" or ")}`;
  }
  if (error instanceof errors.JWKSNoMatchingKey) return "no published key of the client fits it";
  if (error instanceof errors.JWKSMultipleMatchingKeys) {
    return "several published keys of the client fit it; name the signing key by its kid";
  }
  if (error instanceof errors.JWSSignatureVerificationFailed) return "its signature is wrong";
  if (error instanceof errors.JOSEError) return "it is not a signed JWT";
  // The matching key is invalid, or is an RSA key with fewer than 2048 bits.
  return "the published key that fits it cannot be used";
}

const refused = (reason: string): OAuthError =>
  new OAuthError("invalid_client", `The client assertion is not accepted: ${reason}.`, {
    status: 401,
  });
