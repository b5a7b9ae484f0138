// Goal: a memoized function returns what the function itself would, in any order of calls, with
// bounded memory.
import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { memoize } from "../../src/domain/memoize.ts";

describe("a memoized function", () => {
  test("returns what the function itself returns", () => {
    const pair = fc.tuple(fc.integer({ min: -5, max: 5 }), fc.constantFrom("a", "b", ""));
    fc.assert(
      fc.property(fc.array(pair), fc.integer({ min: 1, max: 8 }), (pairs, most) => {
        const plain = (a: number, b: string): string => `${b}${a}`;
        const known = memoize(plain, most);
        expect(pairs.map(([a, b]) => known(a, b))).toEqual(pairs.map(([a, b]) => plain(a, b)));
      }),
    );
  });

  test("computes each value once, until its memory is full", () => {
    let computed = 0;
    const known = memoize((a: number, _b: string) => {
      computed += 1;
      return { a };
    }, 3);
    for (const a of [1, 2, 3, 1, 2, 3]) known(a, "x");
    expect(computed).toBe(3);
    expect(known(1, "x")).toBe(known(1, "x"));
    for (const a of [4, 4, 1]) known(a, "x");
    expect(computed).toBe(5);
  });

  test("does not store errors", () => {
    let ready = false;
    const known = memoize((_a: number, _b: string) => {
      if (!ready) throw new Error("not yet");
      return "done";
    });
    expect(() => known(1, "")).toThrow("not yet");
    ready = true;
    expect(known(1, "")).toBe("done");
  });
});
