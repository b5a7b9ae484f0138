import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const CIPHER = "aes-256-gcm";
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** `unseal` needs the same `context`. */
export function seal(key: Uint8Array, plain: Uint8Array | string, context: string): Uint8Array {
  // Random even in tests, because a nonce must never repeat.
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(context));
  const text = Buffer.concat([cipher.update(Buffer.from(plain)), cipher.final()]);
  return new Uint8Array(Buffer.concat([nonce, text, cipher.getAuthTag()]));
}

export function unseal(key: Uint8Array, sealed: Uint8Array, context: string): Uint8Array | null {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) return null;
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const text = sealed.subarray(NONCE_BYTES, sealed.length - TAG_BYTES);
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES));
  try {
    return new Uint8Array(Buffer.concat([decipher.update(text), decipher.final()]));
  } catch {
    return null;
  }
}

/** HKDF-SHA256 (RFC 5869). `secret` must be random: a weak secret could be guessed. */
export const keyFrom = (secret: string, label: string): Uint8Array =>
  new Uint8Array(hkdfSync("sha256", secret, "maitred", label, KEY_BYTES));
