import { createHmac, timingSafeEqual } from "node:crypto";
import type { RandomBytes } from "../domain/ids.ts";

const STEP_S = 30;
const DIGITS = 6;
/** The length of a SHA-1 hash, as RFC 4226, section 4, recommends. */
const SECRET_BYTES = 20;
/** In steps of STEP_S: a phone's clock may be wrong by one step. */
const DRIFTS = [0, -1, 1];
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const BITS = 5;

export function makeTotpSecret(random: RandomBytes): string {
  const bits = Array.from(random(SECRET_BYTES), (byte) => byte.toString(2).padStart(8, "0"));
  const letters = bits.join("").match(/.{5}/g) ?? [];
  return letters.map((five) => ALPHABET.charAt(Number.parseInt(five, 2))).join("");
}

export function totpUri(secret: string, issuer: string, label: string): string {
  const path = `${encodeURIComponent(issuer)}:${encodeURIComponent(label)}`;
  const query = `issuer=${encodeURIComponent(issuer)}&secret=${secret}`;
  return `otpauth://totp/${path}?${query}&algorithm=SHA1&digits=${DIGITS}&period=${STEP_S}`;
}

export function stepOfCode(secret: string, code: string, now: number): number | null {
  const given = Buffer.from(code);
  const present = Math.floor(now / 1000 / STEP_S);
  const drift = DRIFTS.find((steps) => {
    const expected = Buffer.from(codeOf(secret, present + steps));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  return drift === undefined ? null : present + drift;
}

/** RFC 4226, section 5.3. */
function codeOf(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac("sha1", bytesOf(secret)).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 0x0f;
  const number = hash.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, "0");
}

function bytesOf(secret: string): Buffer {
  const bits = Array.from(secret, (one) => ALPHABET.indexOf(one).toString(2).padStart(BITS, "0"));
  const bytes = bits.join("").match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((eight) => Number.parseInt(eight, 2)));
}
