/**
 * SHA-256 of a text, hexadecimal. In one call: a hash object that is fed and read takes twice as
 * long, and every request hashes its token.
 */
export const sha256Hex = (text: string): string => Bun.CryptoHasher.hash("sha256", text, "hex");
