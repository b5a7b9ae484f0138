/** Hexadecimal. One call takes half as long as a hash object; every request hashes its token. */
export const sha256Hex = (text: string): string => Bun.CryptoHasher.hash("sha256", text, "hex");
