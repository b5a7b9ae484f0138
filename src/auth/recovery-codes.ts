import type { RandomBytes } from "../domain/ids.ts";
import { sha256Hex } from "../storage/sha256.ts";

const CODES = 10;
/** 32 characters, without the easily confused 0, 1, l and o. */
const ALPHABET = "23456789abcdefghijkmnpqrstuvwxyz";
const LETTERS = 16;

export const makeRecoveryCodes = (random: RandomBytes): string[] =>
  Array.from({ length: CODES }, () => {
    const letters = Array.from(random(LETTERS), (byte) => ALPHABET.charAt(byte % 32)).join("");
    return letters.replace(/(.{4})(?=.)/g, "$1-");
  });

/** Ignores capitals, spaces and hyphens. A code has 80 random bits, so a fast hash is enough. */
export const recoveryCodeHash = (code: string): string =>
  sha256Hex(`recovery ${code.toLowerCase().replace(/[^a-z0-9]/g, "")}`);
