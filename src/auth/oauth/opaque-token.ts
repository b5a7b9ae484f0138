import type { RandomBytes } from "../../domain/ids.ts";
import { sha256Hex } from "../../storage/sha256.ts";

/** What a token is for; its prefix tells people and leak scanners. */
const PREFIXES = {
  access: "mtd_access_",
  refresh: "mtd_refresh_",
  code: "mtd_code_",
  clientSecret: "mtd_secret_",
  registration: "mtd_registration_",
} as const;
export type OpaqueKind = keyof typeof PREFIXES;

/** A fast hash is enough because the token is 256 random bits. */
const SECRET_BYTES = 32;

/** A new random token with its kind's prefix, and the hash that is kept of it. */
export function makeOpaque(
  kind: OpaqueKind,
  random: RandomBytes,
): { readonly token: string; readonly hash: string } {
  const token = PREFIXES[kind] + Buffer.from(random(SECRET_BYTES)).toString("base64url");
  return { token, hash: hashOpaque(token) };
}

/** Whether a string claims to be a token of that kind. */
export const looksLike = (kind: OpaqueKind, token: string): boolean =>
  token.startsWith(PREFIXES[kind]);

/** SHA-256 of the whole token, hexadecimal: all that the database stores. */
export const hashOpaque = (token: string): string => sha256Hex(token);
