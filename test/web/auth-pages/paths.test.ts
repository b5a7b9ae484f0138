// Goal: after signing in, people always land on one of our pages, whatever an attacker put into the
// address.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { nextPath, START_PATH } from "../../../src/web/auth-pages/paths.ts";

const ORIGIN = "https://book.example.com";

describe("the path of one of our pages", () => {
  test.each([
    "/consent?request=abc",
    "/connected-apps",
    "/",
    "/b/demo?x=/y//z",
    "/a/%2F%2Fevil.test",
  ])("%s leads to that page", (next) => {
    expect(nextPath(next, ORIGIN)).toBe(next);
  });
});

describe("any other text", () => {
  test.each([
    null,
    "",
    "consent",
    "https://evil.test/",
    "//evil.test/",
    "///evil.test/",
    "/\\evil.test",
    "\\\\evil.test",
    "/\t/evil.test",
    "/\n/evil.test",
    " //evil.test",
    "/.//evil.test",
    "/..//evil.test",
    "/x/..//evil.test",
    "/%2e//evil.test",
    "javascript:alert(1)",
    "data:text/html,x",
    "https:evil.test",
    "http:///evil.test",
    "/@evil.test:x\u0000",
    "/ä",
    "/consent#fragment",
    "/sign-in",
    "/sign-in?next=/sign-in",
    "/sign-out",
    "/authorize?client_id=1",
    `/${"a".repeat(2000)}`,
  ])("%j leads to the start page", (next) => {
    expect(nextPath(next, ORIGIN)).toBe(START_PATH);
  });

  test("never leads to another origin, even if it is random", () => {
    const pieces = fc.constantFrom(
      "/",
      "\\",
      ".",
      "..",
      "evil.test",
      "@",
      ":",
      "?",
      "%2f",
      "\t",
      "a",
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
        const path = nextPath(`/${parts.join("")}`, ORIGIN);
        expect(new URL(path, ORIGIN).origin).toBe(ORIGIN);
        expect(path).toMatch(/^\/(?![/\\])/);
      }),
      { numRuns: 2000 },
    );
  });
});
