// Goal: a code goes only to a registered address, compared character for character, and no page of
// ours redirects anywhere else. The comparison itself is tested in redirect-uri.test.ts.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type DeskWithUser, deskWithUser } from "../../../support/desk-with-user.ts";
import { visitorOf } from "../../../support/page-visitor.ts";
import {
  ask,
  authorization,
  buttonOf,
  codeOf,
  redeem,
  register,
  sendRegistration,
} from "./attacked-desk.ts";

const WEB = "https://app.example.com/cb?tenant=1";
const LOCAL = "http://localhost:3000/cb";

let desk: DeskWithUser;
let clientId: string;
beforeAll(async () => {
  desk = await deskWithUser();
  clientId = (await register(desk, { redirect_uris: [WEB, LOCAL] })).client_id;
});
afterAll(() => desk[Symbol.asyncDispose]());

/** The answer to an authorization request with this redirect URI. */
const asked = (redirectUri: string, change: Record<string, string | null> = {}) =>
  ask(authorization(desk, clientId, { redirect_uri: redirectUri, ...change }));

test("registered addresses lead to the consent page (otherwise the refusals below would prove nothing)", async () => {
  for (const uri of [WEB, LOCAL, "http://localhost:51234/cb"]) {
    const { status, headers } = await asked(uri);
    expect([status, headers.get("location")]).toEqual([303, expect.stringMatching(/^\/consent\?/)]);
  }
});

describe("the error is shown on our page, without a redirect, for", () => {
  test.each([
    ["a longer path", "https://app.example.com/cb/x?tenant=1"],
    ["a path with ..", "https://app.example.com/cb/../evil?tenant=1"],
    ["an encoded character", "https://app.example.com/%63b?tenant=1"],
    ["a trailing slash", "https://app.example.com/cb/?tenant=1"],
    ["a longer query", `${WEB}&x=1`],
    ["another query", "https://app.example.com/cb?tenant=2"],
    ["no query", "https://app.example.com/cb"],
    ["a fragment", `${WEB}#x`],
    ["other case in the path", "https://app.example.com/CB?tenant=1"],
    ["other case in the host", "https://APP.example.com/cb?tenant=1"],
    ["a user name", "https://app.example.com@evil.example/cb?tenant=1"],
    ["a subdomain", "https://evil.app.example.com/cb?tenant=1"],
    ["a longer host", "https://app.example.com.evil.example/cb?tenant=1"],
    ["another port on https", "https://app.example.com:8443/cb?tenant=1"],
    ["http instead of https", "http://app.example.com/cb?tenant=1"],
    ["a backslash", "https://evil.example\\@app.example.com/cb?tenant=1"],
    ["line breaks", `${WEB}\r\n\r\nevil`],
    ["127.0.0.1 instead of localhost", "http://127.0.0.1:3000/cb"],
    ["loopback shortened to 127.1", "http://127.1:3000/cb"],
    ["a decimal address", "http://2130706433:3000/cb"],
    ["a hexadecimal address", "http://0x7f000001:3000/cb"],
    ["localhost.evil.com", "http://localhost.evil.com:3000/cb"],
    ["localhost as a user name", "http://localhost:3000@evil.example/cb"],
    ["https on loopback", "https://localhost:3000/cb"],
    ["another path on loopback", "http://localhost:3000/evil"],
    ["a javascript: address", "javascript:alert(document.domain)//cb"],
    ["a data address", "data:text/html,<script>alert(1)</script>"],
    ["a relative address", "/cb"],
    ["an address without its scheme", "//evil.example/cb"],
  ])("%s", async (_name, uri) => {
    const answer = await asked(uri);
    expect([answer.status, answer.headers.get("location")]).toEqual([400, null]);
    expect(answer.text).not.toContain(`href="${uri}`);
    expect(answer.text).not.toContain("<script");
  });

  test.each<[string, Record<string, string | null>]>([
    ["an unknown client", { client_id: "nobody" }],
    ["no client", { client_id: null }],
    ["no redirect URI where several are registered", { redirect_uri: null }],
    [
      "a client whose metadata document is on the server's own machine",
      { client_id: "https://127.0.0.1/client.json" },
    ],
    ["a request_uri of another site", { request_uri: "https://evil.example/request" }],
  ])("%s", async (_name, change) => {
    const answer = await asked(WEB, change);
    expect([answer.status, answer.headers.get("location")]).toEqual([400, null]);
  });

  test.each(["redirect_uri", "client_id"])(
    "%s sent twice, the valid one first or last",
    async (name) => {
      const evil = name === "client_id" ? "nobody" : "https://evil.example/";
      const url = authorization(desk, clientId, { redirect_uri: WEB });
      const first = `${url.href}&${name}=${encodeURIComponent(evil)}`;
      const last = first.replace("?", `?${name}=${encodeURIComponent(evil)}&`);
      for (const address of [first, last]) {
        const answer = await ask(address);
        expect([answer.status, answer.headers.get("location")]).toEqual([400, null]);
      }
    },
  );
});

describe("an error that is sent to the app", () => {
  test("repeats the text of the app's request only in query parameters; the text cannot add a header", async () => {
    const state = "x&code=stolen#y\r\nSet-Cookie: a=b\u2028\"'<>";
    const answer = await asked(WEB, { state, response_type: "token\r\nX: y" });
    const { headers } = answer;
    expect([answer.status, headers.get("location")]).toEqual([400, null]);
    const location = buttonOf(answer);
    expect(location.href).toStartWith(`${WEB}&error=unsupported_response_type`);
    expect(Object.fromEntries(location.searchParams)).toEqual({
      tenant: "1",
      error: "unsupported_response_type",
      error_description: expect.not.stringMatching(/[\r\n"]/),
      state,
      iss: desk.url,
    });
    expect(location.hash).toBe("");
    expect([headers.get("x"), headers.getSetCookie().join()]).toEqual([
      null,
      expect.stringMatching(/^__Host-maitred-browser-/),
    ]);
  });
});

describe("registration refuses a redirect URI that could run a script or leak an authorization code:", () => {
  test.each([
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "java\nscript:alert(1)",
    "data:text/html,x",
    "vbscript:x",
    "file:///etc/passwd",
    "blob:https://app.example.com/1",
    "filesystem:https://app.example.com/1",
    "view-source:https://app.example.com/",
    "about:blank",
    "https://app.example.com/cb#x",
    "http://app.example.com/cb",
    "http://127.0.0.1.evil.example/cb",
    "https:evil.example/cb",
  ])("%j", async (uri) => {
    const alone = await sendRegistration(desk, { redirect_uris: [uri] });
    expect([alone.status, alone.body["error"]]).toEqual([400, "invalid_redirect_uri"]);
    const among = await sendRegistration(desk, { redirect_uris: [WEB, uri] });
    expect([among.status, among.body["redirect_uris"]]).toEqual([201, [WEB]]);
  });
});

test("a code cannot be redeemed with another redirect URI, and the refused attempt does not use it up", async () => {
  const issued = await codeOf(desk, clientId, { redirect_uri: WEB });
  for (const redirect_uri of [LOCAL, `${WEB}&x=1`, "https://evil.example/"]) {
    const answer = await redeem(desk, issued, { redirect_uri });
    expect([answer.status, answer.body["error"]]).toEqual([400, "invalid_grant"]);
  }
  expect((await redeem(desk, issued)).status).toBe(200);
});

test("a code can be redeemed only with the loopback port of its request", async () => {
  const issued = await codeOf(desk, clientId, { redirect_uri: "http://localhost:51234/cb" });
  expect((await redeem(desk, issued, { redirect_uri: LOCAL })).body["error"]).toBe("invalid_grant");
  expect((await redeem(desk, issued)).status).toBe(200);
});

describe("signing in does not redirect to another site:", () => {
  test.each([
    "https://evil.example/",
    "//evil.example/",
    "///evil.example/",
    "/\\evil.example/",
    "\\\\evil.example",
    "/.//evil.example/",
    "/x/..//evil.example/",
    "/%0d%0aLocation:%20https://evil.example/",
    "javascript:alert(1)",
    "@evil.example/",
    "/\t/evil.example/",
  ])("%j", async (next) => {
    const visitor = visitorOf(desk.url);
    const led = [await visitor.signIn(desk.user, next)];
    led.push(await visitor.get(`/sign-in?next=${encodeURIComponent(next)}`));
    for (const { location, headers } of led) {
      expect(location).toStartWith(`${desk.url}/`);
      expect(new URL(headers.get("location") ?? "", desk.url).origin).toBe(desk.url);
      expect(headers.get("location")).not.toStartWith("//");
    }
  });
});
