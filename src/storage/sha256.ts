/** Takes half as long as a `CryptoHasher` object. Every request hashes its token. */
export const sha256Hex = (text: string): string => Bun.CryptoHasher.hash("sha256", text, "hex");
