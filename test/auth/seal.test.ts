// Goal: what is sealed opens with its own key in its own place, unchanged or not at all.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { keyFrom, seal, unseal } from "../../src/auth/seal.ts";

const KEY = keyFrom("a secret", "test");
const bytes = fc.uint8Array({ maxLength: 200 });

describe("sealed", () => {
  test("anything opens again as it was", () => {
    fc.assert(
      fc.property(bytes, fc.string(), (plain, context) => {
        expect(unseal(KEY, seal(KEY, plain, context), context)).toEqual(plain);
      }),
    );
  });

  test("text is its UTF-8", () => {
    const opened = unseal(KEY, seal(KEY, "crème brûlée", "menu"), "menu");
    expect(Buffer.from(opened ?? []).toString("utf8")).toBe("crème brûlée");
  });

  test("a single bit that was turned, anywhere, opens nothing", () => {
    fc.assert(
      fc.property(bytes, fc.nat(), fc.nat(7), (plain, place, bit) => {
        const sealed = seal(KEY, plain, "here");
        const at = place % sealed.length;
        sealed[at] = (sealed[at] ?? 0) ^ (1 << bit);
        expect(unseal(KEY, sealed, "here")).toBeNull();
      }),
    );
  });

  test("nothing opens cut short, with another key or in another place", () => {
    const sealed = seal(KEY, "plain", "here");
    for (let length = 0; length < sealed.length; length++) {
      expect(unseal(KEY, sealed.subarray(0, length), "here")).toBeNull();
    }
    expect(unseal(keyFrom("another secret", "test"), sealed, "here")).toBeNull();
    expect(unseal(KEY, sealed, "there")).toBeNull();
  });

  test("the same is never sealed to the same, and shows nothing of what it holds", () => {
    const sealed = Array.from({ length: 50 }, () => seal(KEY, "a password", "here"));
    expect(new Set(sealed.map((one) => one.toHex())).size).toBe(50);
    expect(sealed.some((one) => Buffer.from(one).includes("password"))).toBe(false);
  });
});

test("a key is the same for the same secret and label only", () => {
  const keys = [
    keyFrom("one", "a"),
    keyFrom("one", "a"),
    keyFrom("one", "b"),
    keyFrom("two", "a"),
  ].map((key) => key.toHex());
  expect(keys[0]).toBe(keys[1] ?? "");
  expect(new Set(keys).size).toBe(3);
  expect(keys.every((key) => key.length === 64)).toBe(true);
});
