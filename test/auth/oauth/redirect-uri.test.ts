// Goal: a code goes only to an address that the client registered. The requested address must equal a
// registered one character for character, except for the port of a loopback address. An address that
// could run, show or leak a code is refused.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  checkNewRedirectUri,
  checkRedirectUri,
  matchesRedirect,
} from "../../../src/auth/oauth/redirect-uri.ts";

describe("a redirect URI may be registered", () => {
  test.each([
    ["https", "https://app.example.com/callback"],
    ["https with port and query", "https://app.example.com:8443/cb?tenant=1"],
    ["Claude's", "https://claude.ai/api/mcp/auth_callback"],
    ["ChatGPT's", "https://chatgpt.com/connector/oauth/abc-123"],
    ["VS Code's", "https://vscode.dev/redirect"],
    ["Cursor's", "cursor://anysphere.cursor-mcp/oauth/callback"],
    ["a reverse domain", "com.example.app:/oauth"],
    ["loopback without port", "http://localhost/callback"],
    ["loopback with port", "http://127.0.0.1:33418/"],
    ["IPv6 loopback", "http://[::1]:4000/cb"],
    ["the Inspector's", "http://localhost:6274/oauth/callback"],
    ["bare loopback", "http://127.0.0.1:33418"],
  ])("%s: %s", (_what, uri) => {
    expect(checkRedirectUri(uri)).toEqual({ ok: true });
  });
});

describe("a redirect URI is refused", () => {
  test.each([
    ["javascript", "javascript:alert(1)"],
    ["JavaScript in capitals", "JAVASCRIPT:alert(1)"],
    ["data", "data:text/html,hi"],
    ["file", "file:///etc/passwd"],
    ["blob", "blob:https://app.example.com/1"],
    ["vbscript", "vbscript:msgbox"],
    ["about", "about:blank"],
    ["an e-mail address", "mailto:somebody@example.com"],
    ["a socket", "wss://app.example.com/"],
    ["ftp", "ftp://app.example.com/"],
    ["out of band", "urn:ietf:wg:oauth:2.0:oob"],
    ["http on the internet", "http://app.example.com/cb"],
    ["http on a private address", "http://192.168.0.2/cb"],
    ["another loopback address", "http://127.0.0.2/cb"],
    ["short loopback", "http://127.1/cb"],
    ["decimal loopback", "http://2130706433/cb"],
    ["hexadecimal loopback", "http://0x7f000001/cb"],
    ["octal loopback", "http://0177.0.0.1/cb"],
    ["a name that starts like loopback", "http://localhost.evil.example/cb"],
    ["an address that starts like loopback", "http://127.0.0.1.evil.example/cb"],
    ["a user name before the host", "http://localhost@evil.example/cb"],
    ["a user name", "https://claude.ai@evil.example/cb"],
    ["a fragment", "https://app.example.com/cb#x"],
    ["an empty fragment", "https://app.example.com/cb#"],
    ["a space", "https://app.example.com/c b"],
    ["a leading space", " https://app.example.com/cb"],
    ["a tab inside", "java\tscript:alert(1)"],
    ["a line end", "https://app.example.com/cb\r\nSet-Cookie: a=b"],
    ["a backslash", "https://app.example.com\\@evil.example/"],
    ["letters that are not ASCII", "https://app.example.com/ü"],
    ["https without slashes", "https:app.example.com/cb"],
    ["https with one slash", "https:/app.example.com/cb"],
    ["https without host", "https:///cb"],
    ["loopback in capitals", "http://LOCALHOST/cb"],
    ["loopback with a trailing dot", "http://localhost./cb"],
    ["a port that does not exist", "http://localhost:99999/cb"],
    ["a path", "/callback"],
    ["a scheme alone", "cursor:"],
    ["nothing", ""],
    ["2049 characters", `https://app.example.com/${"a".repeat(2025)}`],
  ])("%s: %j", (_what, uri) => {
    const checked = checkRedirectUri(uri);
    expect(checked.ok).toBe(false);
    expect("reason" in checked && checked.reason).toMatch(/^[a-z].+[^.]$/);
    // It is also refused in a request, in case an older version stored it.
    expect(matchesRedirect(uri, [uri])).toBe(false);
  });
});

describe("a newly registered redirect URI", () => {
  const rule = { redirectSchemes: ["cursor", "till"], kept: ["older:/cb"] };

  test.each([
    ["a reverse domain", "com.example.app:/oauth"],
    ["a reverse domain in capitals", "Com.Example.App:/oauth"],
    ["a listed scheme", "cursor://anysphere.cursor-mcp/oauth/callback"],
    ["another listed scheme", "till:/cb"],
    ["one that the app has already", "older:/cb"],
    ["https", "https://app.example.com/cb"],
    ["loopback", "http://127.0.0.1:1234/cb"],
  ])("is accepted (%s): %s", (_what, uri) => {
    expect(checkNewRedirectUri(uri, rule)).toEqual({ ok: true });
  });

  test.each([
    ["a common word", "myapp:/cb", "myapp"],
    ["a common word with a host", "myapp://com.example.app/cb", "myapp"],
    ["another path than the app has", "older:/other", "older"],
    ["a listed word with more letters after it", "cursors:/cb", "cursors"],
    ["a dot at the end", "myapp.:/cb", "myapp."],
    ["two dots", "com..example:/cb", "com..example"],
  ])("is refused (%s): %s", (_what, uri, scheme) => {
    const checked = checkNewRedirectUri(uri, rule);
    const reason = "reason" in checked ? checked.reason : "";
    expect(reason).toStartWith(`the scheme ${scheme} is not a reverse domain name`);
    expect(reason).toEndWith(`add ${scheme} to MAITRED_REDIRECT_SCHEMES`);
    // An address that was registered before this rule keeps working.
    expect(matchesRedirect(uri, [uri])).toBe(true);
  });

  test("is refused with a short reason even if its scheme is long", () => {
    const checked = checkNewRedirectUri(`${"a".repeat(2000)}:/cb`, rule);
    expect("reason" in checked && checked.reason.length).toBeLessThan(400);
  });
});

describe("a requested redirect URI", () => {
  const registered = ["https://app.example.com/cb", "https://app.example.com/cb?a=1"];

  test("is accepted if it equals a registered one", () => {
    for (const uri of registered) expect(matchesRedirect(uri, registered)).toBe(true);
  });

  test.each([
    ["with a longer path", "https://app.example.com/cb/more"],
    ["with a trailing slash", "https://app.example.com/cb/"],
    ["with a query", "https://app.example.com/cb?b=2"],
    ["with a longer query", "https://app.example.com/cb?a=1&b=2"],
    ["with an empty query", "https://app.example.com/cb?"],
    ["with a fragment", "https://app.example.com/cb#x"],
    ["with the path in capitals", "https://app.example.com/CB"],
    ["with the host in capitals", "https://APP.example.com/cb"],
    ["with an encoded letter", "https://app.example.com/%63b"],
    ["with dot segments", "https://app.example.com/x/../cb"],
    ["with a user name", "https://user@app.example.com/cb"],
    ["with a port", "https://app.example.com:8443/cb"],
    ["with the default port", "https://app.example.com:443/cb"],
    ["on a subdomain", "https://evil.app.example.com/cb"],
    ["on a domain that ends the same", "https://evilapp.example.com/cb"],
    ["on a domain that starts the same", "https://app.example.com.evil.example/cb"],
    ["with http", "http://app.example.com/cb"],
    ["with a parent path", "https://app.example.com/"],
  ])("%s does not match", (_what, uri) => {
    expect(matchesRedirect(uri, registered)).toBe(false);
  });

  test.each([
    ["http://localhost/callback", "http://localhost:58135/callback", true],
    ["http://localhost:3000/callback", "http://localhost:58135/callback", true],
    ["http://localhost:3000/callback", "http://localhost/callback", true],
    ["http://127.0.0.1/cb?a=1", "http://127.0.0.1:9/cb?a=1", true],
    ["http://[::1]/cb", "http://[::1]:9/cb", true],
    ["http://127.0.0.1:33418/", "http://127.0.0.1:33418", true],
    ["http://localhost/callback", "http://127.0.0.1:58135/callback", false],
    ["http://127.0.0.1/callback", "http://localhost:58135/callback", false],
    ["http://127.0.0.1/callback", "http://[::1]:58135/callback", false],
    ["http://localhost/callback", "http://localhost:58135/callback/", false],
    ["http://localhost/callback", "http://localhost:58135/callback?a=1", false],
    ["http://localhost/callback", "http://localhost:58135/other", false],
    ["http://localhost/callback", "http://localhost:58135@evil.example/callback", false],
    ["http://localhost/callback", "http://localhost:99999/callback", false],
    ["http://localhost/callback", "https://localhost:58135/callback", false],
    ["https://localhost/callback", "https://localhost:58135/callback", false],
    ["http://localhost/callback", "http://localhost.evil.example:58135/callback", false],
    ["http://127.0.0.1/callback", "http://127.1:58135/callback", false],
    ["http://127.0.0.1/callback", "http://127.0.0.2:58135/callback", false],
  ])("registered %s, requested %s, accepted %p", (one, requested, expected) => {
    expect(matchesRedirect(requested, [one])).toBe(expected);
  });

  test("may differ from the registered one only in its port, and only on a loopback address", () => {
    const host = fc.constantFrom("127.0.0.1", "localhost", "[::1]", "app.example.com");
    const scheme = fc.constantFrom("http", "https", "com.example.app");
    const port = fc.constantFrom("", ":1", ":8080");
    const path = fc.constantFrom("", "/", "/cb", "/cb/", "/cb?x=1");
    const uri = fc
      .tuple(scheme, host, port, path)
      .map(([a, b, c, d]) => ({ text: `${a}://${b}${c}${d}`, bare: `${a}://${b}${d || "/"}` }));
    fc.assert(
      fc.property(uri, uri, (one, other) => {
        if (!matchesRedirect(one.text, [other.text]) || one.text === other.text) return;
        expect(one.bare).toBe(other.bare);
        expect(one.bare).toMatch(/^http:\/\/(127\.0\.0\.1|localhost|\[::1\])\//);
      }),
    );
  });
});
