// Goal: an API key has exactly the published form, and a changed character is noticed without
// asking the database.
import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { hashSecret, makeApiKey, parseApiKey, secretMatches } from "../../src/auth/api-keys.ts";

const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));
const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 });

describe("an API key", () => {
  test("is a prefix, an environment and 57 characters, each a letter or a digit", () => {
    for (const environment of ["live", "test"] as const) {
      const { key, publicId } = makeApiKey(environment, random);
      expect(key).toMatch(new RegExp(`^mtd_${environment}_[0-9A-Za-z]{57}$`));
      expect(key.slice(9, 17)).toBe(publicId);
    }
  });

  test("is parsed into its own parts, whatever the random bytes", () => {
    fc.assert(
      fc.property(bytes, bytes, (first, second) => {
        const source = [first, second];
        const made = makeApiKey("live", () => source.shift() ?? new Uint8Array(32));
        const parsed = parseApiKey(made.key);
        expect(parsed?.publicId).toBe(made.publicId);
        expect(hashSecret(parsed?.secret ?? "")).toBe(made.secretHash);
      }),
    );
  });

  test("has full length with the smallest and the largest random value", () => {
    expect(makeApiKey("test", () => new Uint8Array(32)).key).toHaveLength(66);
    expect(makeApiKey("test", () => new Uint8Array(32).fill(255)).key).toHaveLength(66);
  });

  test("has a checksum that one changed character breaks", () => {
    const { key } = makeApiKey("test", random);
    fc.assert(
      fc.property(
        fc.integer({ min: 9, max: 65 }),
        fc.constantFrom("0", "A", "z", "_"),
        (at, letter) => {
          const changed = key.slice(0, at) + letter + key.slice(at + 1);
          expect(parseApiKey(changed) === null).toBe(changed !== key);
        },
      ),
    );
  });

  test.each([
    ["", "empty"],
    ["mtd_live_", "no body"],
    [`mtd_prod_${"a".repeat(57)}`, "another environment"],
    [`MTD_LIVE_${"a".repeat(57)}`, "upper case"],
    [` mtd_live_${"a".repeat(57)}`, "a space before"],
    [`mtd_live_${"a".repeat(58)}`, "too long"],
    [`mtd_live_${"é".repeat(57)}`, "other letters"],
  ])("cannot be %p: %s", (text) => {
    expect(parseApiKey(text)).toBeNull();
  });

  test("has a secret that matches only its own hash", () => {
    expect(secretMatches("abc", hashSecret("abc"))).toBe(true);
    expect(secretMatches("abd", hashSecret("abc"))).toBe(false);
    expect(secretMatches("abc", "")).toBe(false);
  });
});
