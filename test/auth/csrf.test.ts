// Goal: a form is accepted only from the browser, the person and the purpose for which it was made.
import { describe, expect, test } from "bun:test";
import { type CsrfBinding, createCsrf } from "../../src/auth/csrf.ts";

const csrf = createCsrf(new Uint8Array(32).fill(7));
const SHOWN: CsrfBinding = { browser: "secret a", purpose: "consent 1", userId: "ada" };

describe("a form token", () => {
  test("is accepted for its own form, as often as it is sent", () => {
    const token = csrf.tokenFor(SHOWN);
    expect([csrf.matches(token, SHOWN), csrf.matches(token, SHOWN)]).toEqual([true, true]);
    expect(token).not.toContain("secret");
  });

  test.each([
    ["another browser", { browser: "secret b" }],
    ["another request", { purpose: "consent 2" }],
    ["another person", { userId: "bob" }],
    ["a visitor who is not signed in", { userId: null }],
    [
      "the same letters, split differently between the browser and the purpose",
      { browser: "secret a,consent", purpose: "1" },
    ],
  ])("is refused for %s", (_, change) => {
    expect(csrf.matches(csrf.tokenFor(SHOWN), { ...SHOWN, ...change })).toBe(false);
  });

  test("cannot be made without the key", () => {
    const other = createCsrf(new Uint8Array(32).fill(8));
    expect(csrf.matches(other.tokenFor(SHOWN), SHOWN)).toBe(false);
  });

  test.each([null, "", "x", "ä".repeat(43), "A".repeat(43), `${csrf.tokenFor(SHOWN)}=`])(
    "%p is not a token",
    (token) => {
      expect(csrf.matches(token, SHOWN)).toBe(false);
    },
  );
});
