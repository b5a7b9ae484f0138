// Goal: the check refuses requests from pages of other sites, and requests to a host name that
// somebody else pointed to this server's address (DNS rebinding).
import { describe, expect, test } from "bun:test";
import { createHostCheck, type FormsFrom } from "../../src/web/host-check.ts";

const OPTIONS = {
  origin: "https://book.example.com",
  allowedHosts: ["desk.internal", "pos.internal:9000", "[fd00::1]"],
  allowedOrigins: ["https://floor.example.com"],
};
const statusOf = (headers: Record<string, string>, origin = OPTIONS.origin): number => {
  const check = createHostCheck({ ...OPTIONS, origin });
  return check(new Request("http://x/mcp", { headers }))?.status ?? 200;
};

describe("the Host header", () => {
  test.each([
    ["book.example.com", 200],
    ["BOOK.example.com", 200],
    ["book.example.com:443", 200],
    ["book.example.com:8443", 421],
    ["book.example.com.", 421],
    ["book.example.com.evil.test", 421],
    ["localhost", 200],
    ["localhost:8484", 200],
    ["LocalHost:1", 200],
    ["127.0.0.1:65535", 200],
    ["127.8.9.1", 200],
    ["[::1]:8484", 200],
    ["localhost.evil.test", 421],
    ["127.0.0.1.evil.test", 421],
    ["desk.internal", 200],
    ["desk.internal:1234", 200],
    ["pos.internal:9000", 200],
    ["pos.internal", 421],
    ["[fd00::1]:80", 200],
    ["evil.test", 421],
    ["evil@localhost", 421],
    ["localhost/evil", 421],
    ["localhost:99999999", 421],
    ["", 421],
    ["0.0.0.0", 421],
    ["169.254.169.254", 421],
  ])("%p gives the status %i", (host, status) => {
    expect(statusOf({ Host: host })).toBe(status);
  });

  test("is refused if it is wrong, and the answer names the right address", async () => {
    const check = createHostCheck(OPTIONS);
    const response = check(new Request("http://x/mcp", { headers: { Host: "evil.test" } }));
    expect(await response?.json()).toMatchObject({ url: "https://book.example.com/mcp" });
  });

  test("is refused if it is missing", () => {
    expect(createHostCheck(OPTIONS)(new Request("http://x/"))?.status).toBe(421);
  });
});

describe("the Origin header", () => {
  test.each([
    ["https://book.example.com", 200],
    ["https://floor.example.com", 200],
    ["http://localhost:6274", 200],
    ["http://127.0.0.1", 200],
    ["https://[::1]:3000", 200],
    ["null", 403],
    ["", 403],
    ["https://evil.test", 403],
    ["http://book.example.com", 403],
    ["https://book.example.com:8443", 403],
    ["https://book.example.com.evil.test", 403],
    ["http://localhost.evil.test", 403],
    ["http://localhost:6274/path", 403],
    ["http://evil@localhost", 403],
    ["file://", 403],
    ["chrome-extension://abc", 403],
    ["http://a, http://localhost", 403],
  ])("%p gives the status %i", (origin, status) => {
    expect(statusOf({ Host: "localhost", Origin: origin })).toBe(status);
  });

  test("may be missing, because the request then comes from no page", () => {
    expect(statusOf({ Host: "localhost" })).toBe(200);
  });
});

describe("the Origin header of a form", () => {
  const posted = (headers: Record<string, string>, forms: FormsFrom): number => {
    const request = new Request("http://x/sign-in", {
      method: "POST",
      headers: { Host: "localhost", ...headers },
    });
    return createHostCheck(OPTIONS)(request, forms)?.status ?? 200;
  };

  test.each([
    [{ Origin: "null", "Sec-Fetch-Site": "same-origin" }, 200],
    [{ Origin: "null" }, 200],
    [{ Origin: OPTIONS.origin, "Sec-Fetch-Site": "same-origin" }, 200],
    [{ "Sec-Fetch-Site": "same-origin" }, 200],
    [{}, 200],
    [{ Origin: "null", "Sec-Fetch-Site": "cross-site" }, 403],
    [{ Origin: "null", "Sec-Fetch-Site": "same-site" }, 403],
    [{ Origin: "null", "Sec-Fetch-Site": "none" }, 403],
    [{ Origin: "https://floor.example.com" }, 403],
    [{ Origin: "http://localhost:6274" }, 403],
    [{ Origin: "https://evil.test", "Sec-Fetch-Site": "same-origin" }, 403],
  ] as [Record<string, string>, number][])(
    "on a path for our own forms: %j gives the status %i",
    (headers, status) => {
      expect(posted(headers, "own")).toBe(status);
    },
  );

  test("may not be null on a path that is not for forms", () => {
    const headers = { Origin: "null", "Sec-Fetch-Site": "same-origin" };
    expect(posted(headers, "none")).toBe(403);
  });

  test("may be any origin on a path for forms of every site, if the Host header is right", () => {
    expect(posted({ Origin: "https://evil.test", "Sec-Fetch-Site": "cross-site" }, "any")).toBe(
      200,
    );
    expect(posted({ Host: "evil.test" }, "any")).toBe(421);
  });
});
