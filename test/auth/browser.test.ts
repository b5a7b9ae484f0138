// Goal: no other site can set maitred's cookies, and scripts cannot read them. A browser is
// recognised by the first four of its secrets.
import { describe, expect, test } from "bun:test";
import { createBrowserCookies } from "../../src/auth/browser.ts";
import { fixedRandom } from "../support/fixed-random.ts";

const cookies = createBrowserCookies({ encrypted: true, random: fixedRandom() });
const plain = createBrowserCookies({ encrypted: false, random: fixedRandom() });
const sending = (cookie: string) => new Request("http://x/", { headers: { Cookie: cookie } });
const pairOf = (line: string): string => line.split(";")[0] ?? "";

describe("a browser on https or loopback", () => {
  test("gets a secret and is recognised by it later", () => {
    const browser = cookies.browserOf(new Request("http://x/"));
    const line = cookies.browserCookie(browser);
    expect(line).toMatch(
      /^__Host-maitred-browser-[0-9a-f]{8}=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Lax$/,
    );
    expect(browser.isNew).toBe(true);
    const again = cookies.browserOf(sending(`a=b; ${pairOf(line)}`));
    expect(again).toEqual({ secrets: browser.secrets, isNew: false });
  });

  test("keeps the secrets of two pages opened at the same time, in a fixed order", () => {
    const [one, other] = [1, 2].map(() => {
      const browser = cookies.browserOf(new Request("http://x/"));
      return { secret: browser.secrets[0], pair: pairOf(cookies.browserCookie(browser)) };
    });
    const both = cookies.browserOf(sending(`${one?.pair}; ${other?.pair}`));
    expect(both).toEqual(cookies.browserOf(sending(`${other?.pair}; ${one?.pair}`)));
    expect(new Set(both.secrets)).toEqual(new Set([one?.secret ?? "", other?.secret ?? ""]));
  });

  test("is recognised by its first four secrets, not by more", () => {
    const many = Array.from({ length: 50 }, (_, index) => {
      const secret = String(index).padStart(43, "x");
      return `__Host-maitred-browser-${index}=${secret}`;
    });
    expect(cookies.browserOf(sending(many.join("; "))).secrets).toHaveLength(4);
  });

  test.each([
    `maitred-browser-1=${"a".repeat(43)}`,
    "__Host-maitred-browser-1=short",
    `__Host-maitred-browser-1=${"a".repeat(44)}`,
    `__Secure-maitred-browser-1=${"a".repeat(43)}`,
  ])("%s is not a secret of ours", (cookie) => {
    expect(cookies.browserOf(sending(cookie)).isNew).toBe(true);
  });

  test("keeps the session's cookie until the session expires", () => {
    expect(cookies.sessionCookie("the.jwt", 43_200_500, 500)).toBe(
      "__Host-maitred=the.jwt; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=43200",
    );
    expect(cookies.endedSessionCookie()).toContain("__Host-maitred=; ");
    expect(cookies.endedSessionCookie()).toContain("Max-Age=0");
    expect(cookies.sessionOf(sending("x=1; __Host-maitred=the.jwt"))).toBe("the.jwt");
    expect(cookies.sessionOf(sending("maitred=the.jwt"))).toBeNull();
  });
});

test("a browser on plain http gets cookies that are not Secure, and does not send them across sites", () => {
  const line = plain.sessionCookie("the.jwt", 2000, 1000);
  expect(line).toBe("maitred=the.jwt; Path=/; HttpOnly; SameSite=Strict; Max-Age=1");
  const browser = plain.browserCookie(plain.browserOf(new Request("http://x/")));
  expect(browser).toMatch(
    /^maitred-browser-[0-9a-f]{8}=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/,
  );
});
