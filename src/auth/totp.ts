import { Secret, TOTP } from "otpauth";
import type { RandomBytes } from "../domain/ids.ts";

const STEP_MS = 30_000;
/** As long as the hash that it keys (RFC 4226, section 4). */
const SECRET_BYTES = 20;
/** Clocks of phones may be so many steps off, either way. */
const DRIFT = 1;

/** A new secret, base32. */
export const makeTotpSecret = (random: RandomBytes): string =>
  new Secret({ buffer: new Uint8Array(random(SECRET_BYTES)).buffer }).base32;

/** The secret as apps take it; `issuer` and `label` are what they show beside the code. */
export const totpUri = (secret: string, issuer: string, label: string): string =>
  totpOf(secret, { issuer, label }).toString();

/** The time step whose code this is, within one of the present one; null: a wrong code. */
export function stepOfCode(secret: string, code: string, now: number): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window: DRIFT });
  return delta === null ? null : Math.floor(now / STEP_MS) + delta;
}

const totpOf = (secret: string, names: { issuer?: string; label?: string } = {}): TOTP =>
  new TOTP({
    ...names,
    algorithm: "SHA1",
    digits: 6,
    period: STEP_MS / 1000,
    secret: Secret.fromBase32(secret),
  });
