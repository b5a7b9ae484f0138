// Goal: a sealed value opens only with the key and the context with which it was sealed, and only if
// nobody has changed it.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { keyFrom, seal, unseal } from "../../src/auth/seal.ts";

const KEY = keyFrom("a secret", "test");
const bytes = fc.uint8Array({ maxLength: 200 });

describe("a sealed value", () => {
  test("opens as it was", () => {
    fc.assert(
      fc.property(bytes, fc.string(), (plain, context) => {
        expect(unseal(KEY, seal(KEY, plain, context), context)).toEqual(plain);
      }),
    );
  });

  test("made from a text opens as the UTF-8 bytes of the text", () => {
    const opened = unseal(KEY, seal(KEY, "crème brûlée", "menu"), "menu");
    expect(Buffer.from(opened ?? []).toString("utf8")).toBe("crème brûlée");
  });

  test("does not open after any bit was changed", () => {
    fc.assert(
      fc.property(bytes, fc.nat(), fc.nat(7), (plain, place, bit) => {
        const sealed = seal(KEY, plain, "here");
        const at = place % sealed.length;
        sealed[at] = (sealed[at] ?? 0) ^ (1 << bit);
        expect(unseal(KEY, sealed, "here")).toBeNull();
      }),
    );
  });

  test("does not open if it is cut short, nor with another key or context", () => {
    const sealed = seal(KEY, "plain", "here");
    for (let length = 0; length < sealed.length; length++) {
      expect(unseal(KEY, sealed.subarray(0, length), "here")).toBeNull();
    }
    expect(unseal(keyFrom("another secret", "test"), sealed, "here")).toBeNull();
    expect(unseal(KEY, sealed, "there")).toBeNull();
  });

  test("is different each time, and does not contain the sealed text", () => {
    const sealed = Array.from({ length: 50 }, () => seal(KEY, "a password", "here"));
    expect(new Set(sealed.map((one) => one.toHex())).size).toBe(50);
    expect(sealed.some((one) => Buffer.from(one).includes("password"))).toBe(false);
  });
});

test("the same secret and label give the same key, others do not", () => {
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
