/** A `CryptoHasher` object takes twice as long. */
export const sha256Hex = (text: string): string => Bun.CryptoHasher.hash("sha256", text, "hex");
