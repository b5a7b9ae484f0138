import type { RandomBytes } from "../../domain/ids.ts";

const TOKEN_BYTES = 32;

/** Makes a token look different on each page, so that compression cannot disclose it (BREACH attack). */
export function masked(token: string, random: RandomBytes): string {
  const bytes = Buffer.from(token, "base64url");
  const mask = Buffer.from(random(bytes.length));
  return Buffer.concat([mask, xor(bytes, mask)]).toString("base64url");
}

/** Null if `shown` has the wrong length. */
export function unmasked(shown: string | null): string | null {
  const bytes = Buffer.from(shown ?? "", "base64url");
  if (bytes.length !== 2 * TOKEN_BYTES) return null;
  const mask = bytes.subarray(0, TOKEN_BYTES);
  return xor(bytes.subarray(TOKEN_BYTES), mask).toString("base64url");
}

const xor = (one: Uint8Array, other: Uint8Array): Buffer =>
  Buffer.from(one.map((byte, index) => byte ^ (other[index] ?? 0)));
