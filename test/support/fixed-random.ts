import type { RandomBytes } from "../../src/domain/ids.ts";

/** Bytes that look random but are the same in every run. */
export function fixedRandom(seed = "maitred"): RandomBytes {
  let drawn = 0;
  return (length) => {
    drawn += 1;
    const hash = new Bun.CryptoHasher("sha256").update(`${seed} ${drawn}`).digest();
    return new Uint8Array(hash.buffer, hash.byteOffset, length);
  };
}
