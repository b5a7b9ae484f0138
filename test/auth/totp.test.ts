// Goal: the codes of the second factor are those of every authenticator app. Method: the test
// vectors of RFC 6238, and an independent implementation with random secrets.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { URI } from "otpauth";
import { makeTotpSecret, stepOfCode, totpUri } from "../../src/auth/totp.ts";
import { random } from "../support/accounts.ts";
import { codeAt } from "../support/authenticator.ts";

describe("codes", () => {
  // RFC 6238, appendix B: the last six of eight digits. The secret is "12345678901234567890".
  test.each([
    [59, "287082"],
    [1111111109, "081804"],
    [1111111111, "050471"],
    [1234567890, "005924"],
    [2000000000, "279037"],
    [20000000000, "353130"],
  ])("of the RFC are accepted: at %i s, %s", (seconds, code) => {
    const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
    expect(stepOfCode(secret, code, seconds * 1000)).toBe(Math.floor(seconds / 30));
  });

  test("are those of an app that took the secret from the QR code", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4e12 }), (at) => {
        const secret = makeTotpSecret(random);
        const app = URI.parse(totpUri(secret, "maitred book.example.com", "ada+1@example.com"));
        expect([app.issuer, app.label]).toEqual(["maitred book.example.com", "ada+1@example.com"]);
        expect(app.secret.base32).toBe(secret);
        expect(stepOfCode(secret, codeAt(secret, at), at)).toBe(Math.floor(at / 30_000));
      }),
    );
  });
});
