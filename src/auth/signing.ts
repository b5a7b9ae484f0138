import {
  calculateJwkThumbprint,
  errors,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  type JWTPayload,
  jwtVerify,
  SignJWT,
} from "jose";
import type { Clock } from "../domain/ids.ts";
import type { SigningKeyRow } from "../storage/signing-key-store.ts";
import type { Stores } from "../storage/stores.ts";
import type { Writer } from "../storage/writer.ts";
import { seal, unseal } from "./seal.ts";

const ALGORITHM = "ES256";

export interface Signer {
  /** Thumbprint of the public key (RFC 7638). */
  readonly kid: string;
  jwks(): { keys: JWK[] };
  sign(
    claims: JWTPayload,
    options: {
      readonly type: string;
      readonly audience?: string;
      readonly expiresAt?: number;
    },
  ): Promise<string>;
  verify(
    jwt: string,
    expected: { readonly type: string; readonly audience: string },
  ): Promise<JWTPayload | "expired" | "invalid">;
}

interface SignerOptions {
  readonly stores: Pick<Stores, "signingKeys">;
  readonly writer: Pick<Writer, "write">;
  readonly derive: (label: string) => Uint8Array;
  readonly clock: Clock;
  readonly issuer: string;
}

export async function createSigner(options: SignerOptions): Promise<Signer> {
  const { clock, issuer } = options;
  const { publicJwk, privateJwk } = await presentKey(options);
  const kid = String(publicJwk.kid);
  const [privateKey, publicKey] = await Promise.all([
    importJWK(privateJwk, ALGORITHM),
    importJWK(publicJwk, ALGORITHM),
  ]);
  return {
    kid,
    jwks: () => ({ keys: [{ ...publicJwk }] }),
    async sign(claims, { type, audience, expiresAt }) {
      const jwt = new SignJWT(claims)
        .setProtectedHeader({ alg: ALGORITHM, kid, typ: type })
        .setIssuer(issuer)
        .setIssuedAt(seconds(clock()));
      if (audience !== undefined) jwt.setAudience(audience);
      if (expiresAt !== undefined) jwt.setExpirationTime(seconds(expiresAt));
      return await jwt.sign(privateKey);
    },
    async verify(jwt, { type, audience }) {
      try {
        const { payload } = await jwtVerify(
          jwt,
          (header) => {
            if (header.kid !== kid) throw new errors.JWKSNoMatchingKey();
            return publicKey;
          },
          {
            algorithms: [ALGORITHM],
            typ: type,
            issuer,
            audience,
            requiredClaims: ["exp"],
            currentDate: new Date(clock()),
          },
        );
        return payload;
      } catch (error) {
        if (error instanceof errors.JWTExpired) return "expired";
        if (error instanceof errors.JOSEError) return "invalid";
        throw error;
      }
    },
  };
}

const seconds = (instant: number): number => Math.floor(instant / 1000);

interface KeyPair {
  readonly publicJwk: JWK;
  readonly privateJwk: JWK;
}

/**
 * Returns the stored key pair. If there is none, or the instance secret no longer opens it, makes a new
 * pair: JWTs signed with the old pair become invalid.
 */
async function presentKey(options: SignerOptions): Promise<KeyPair> {
  const { stores, writer, derive, clock } = options;
  const sealingKey = derive("signing-key");
  const known = firstOpened(stores.signingKeys.list(), sealingKey);
  if (known !== null) return known;
  const fresh = await makeKey();
  return await writer.write(() => {
    const rows = stores.signingKeys.list();
    // Another process may have made a key meanwhile.
    const other = firstOpened(rows, sealingKey);
    if (other !== null) return other;
    for (const { kid } of rows) stores.signingKeys.remove(kid);
    const kid = String(fresh.publicJwk.kid);
    stores.signingKeys.insert({
      kid,
      publicJwk: fresh.publicJwk,
      sealedPrivate: seal(sealingKey, JSON.stringify(fresh.privateJwk), kid),
      createdAt: clock(),
    });
    return fresh;
  });
}

function firstOpened(rows: readonly SigningKeyRow[], sealingKey: Uint8Array): KeyPair | null {
  for (const { kid, sealedPrivate } of rows) {
    const opened = unseal(sealingKey, sealedPrivate, kid);
    if (opened === null) continue;
    const privateJwk: JWK = JSON.parse(Buffer.from(opened).toString("utf8"));
    // Computed from the private key, because the stored public key could have been swapped.
    return { publicJwk: publicHalf(privateJwk, kid), privateJwk };
  }
  return null;
}

async function makeKey(): Promise<KeyPair> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  const privateJwk = await exportJWK(privateKey);
  const kid = await calculateJwkThumbprint(privateJwk);
  return { publicJwk: publicHalf(privateJwk, kid), privateJwk };
}

const publicHalf = ({ kty, crv, x, y }: JWK, kid: string): JWK =>
  ({ kty, crv, x, y, kid, alg: ALGORITHM, use: "sig" }) as JWK;
