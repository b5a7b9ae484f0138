import { timingSafeEqual } from "node:crypto";
import type { Environment } from "../domain/caller.ts";
import type { RandomBytes } from "../domain/ids.ts";
import { sha256Hex } from "../storage/sha256.ts";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const ID_LENGTH = 8;
const SECRET_LENGTH = 43;
const CHECK_LENGTH = 6;
const RANDOM_BYTES = 32;
/** The last group is a CRC32 checksum, so that leak scanners can recognise a key. */
const FORM = /^mtd_(live|test)_([0-9A-Za-z]{8})([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/;

export interface NewApiKey {
  readonly key: string;
  readonly publicId: string;
  readonly secretHash: string;
}

export interface ParsedApiKey {
  readonly environment: Environment;
  readonly publicId: string;
  readonly secret: string;
}

/** A fast hash is enough because the secret is 256 random bits. */
export function makeApiKey(environment: Environment, random: RandomBytes): NewApiKey {
  const publicId = base62(random(RANDOM_BYTES), ID_LENGTH);
  const secret = base62(random(RANDOM_BYTES), SECRET_LENGTH);
  const key = `mtd_${environment}_${publicId}${secret}${checksum(publicId + secret)}`;
  return { key, publicId, secretHash: hashSecret(secret) };
}

export function parseApiKey(text: string): ParsedApiKey | null {
  const [, environment, publicId = "", secret = "", check] = FORM.exec(text) ?? [];
  if (check === undefined || checksum(publicId + secret) !== check) return null;
  return { environment: environment === "live" ? "live" : "test", publicId, secret };
}

export const hashSecret = (secret: string): string => sha256Hex(secret);

export function secretMatches(secret: string, storedHash: string): boolean {
  const presented = Buffer.from(hashSecret(secret), "hex");
  const stored = Buffer.from(storedHash, "hex");
  return presented.length === stored.length && timingSafeEqual(presented, stored);
}

const checksum = (text: string): string => digits(BigInt(Bun.hash.crc32(text)), CHECK_LENGTH);

const base62 = (bytes: Uint8Array, length: number): string =>
  digits(BigInt(`0x${bytes.toHex()}`), length);

function digits(value: bigint, length: number): string {
  let rest = value;
  let text = "";
  for (let index = 0; index < length; index++) {
    text = ALPHABET.charAt(Number(rest % 62n)) + text;
    rest /= 62n;
  }
  return text;
}
