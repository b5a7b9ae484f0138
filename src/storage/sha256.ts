/**
 * SHA-256 of a text, hexadecimal. One call takes half as long as feeding a hash object, and every
 * request hashes its token.
 */
export const sha256Hex = (text: string): string => Bun.CryptoHasher.hash("sha256", text, "hex");
