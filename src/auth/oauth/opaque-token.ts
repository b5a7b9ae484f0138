import { timingSafeEqual } from "node:crypto";
import type { RandomBytes } from "../../domain/ids.ts";
import { sha256Hex } from "../../storage/sha256.ts";

const PREFIXES = {
  access: "mtd_access_",
  refresh: "mtd_refresh_",
  code: "mtd_code_",
  clientSecret: "mtd_secret_",
  registration: "mtd_registration_",
} as const;
type OpaqueKind = keyof typeof PREFIXES;

/** 256 random bits cannot be guessed, so the store needs only a fast hash of them. */
const SECRET_BYTES = 32;

export function makeOpaque(
  kind: OpaqueKind,
  random: RandomBytes,
): { readonly token: string; readonly hash: string } {
  const token = PREFIXES[kind] + Buffer.from(random(SECRET_BYTES)).toString("base64url");
  return { token, hash: hashOpaque(token) };
}

export const isAccessToken = (token: string): boolean => token.startsWith(PREFIXES.access);

export const hashOpaque = (token: string): string => sha256Hex(token);

export const opaqueMatches = (token: string, storedHash: string): boolean =>
  timingSafeEqual(Buffer.from(hashOpaque(token), "hex"), Buffer.from(storedHash, "hex"));
