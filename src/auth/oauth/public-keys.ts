import { isRecord } from "../../domain/json.ts";

const MAX_KEYS = 20;
const MAX_BYTES = 32 * 1024;
/** Private members of a JWK (RFC 7518, sections 6.2.2, 6.3.2 and 6.4). */
const PRIVATE_MEMBERS = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"];

/** Returns why the key set (RFC 7517) cannot be used; null if it can. */
export function checkPublicKeys(jwks: unknown): string | null {
  const keys = keysIn(jwks);
  if (keys === null) return "jwks must be an object with an array of keys (RFC 7517)";
  if (keys.length === 0) return "jwks holds no key";
  if (keys.length > MAX_KEYS || JSON.stringify(jwks).length > MAX_BYTES) {
    return `jwks is too large: the limits are ${MAX_KEYS} keys and ${MAX_BYTES} bytes`;
  }
  const secret = keys.some(
    (key) => key["kty"] === "oct" || PRIVATE_MEMBERS.some((name) => name in key),
  );
  return secret
    ? "jwks holds a private or shared key. Send public keys only, and replace that key: it is no " +
        "longer a secret"
    : null;
}

function keysIn(jwks: unknown): readonly Readonly<Record<string, unknown>>[] | null {
  if (typeof jwks !== "object" || jwks === null || !("keys" in jwks)) return null;
  const { keys } = jwks;
  return Array.isArray(keys) && keys.every(isRecord) ? keys : null;
}
